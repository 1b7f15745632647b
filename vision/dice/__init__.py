"""Dice of any colour, anywhere on the table."""
