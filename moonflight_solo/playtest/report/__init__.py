"""The report of a playtest: one page that needs nothing beside itself."""
