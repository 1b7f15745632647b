"""Hearing pearls: onsets, bounces, a verdict, and how likely each depth is."""
