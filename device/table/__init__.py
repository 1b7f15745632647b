"""Findings and commands in, records and views out."""
