"""Puts the table together, comes up whatever is wrong, heals, examines."""
