"""Taught boxes: load, keep, carry, recognise."""
