"""How games went and what commands answered, to be compared with how they go and answer now."""
