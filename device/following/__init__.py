"""Frames and sounds in, findings out."""
