"""Buttons and lamps."""
