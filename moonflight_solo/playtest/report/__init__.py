"""The report of a playtest: one page that holds everything it needs, for any browser and printer."""
