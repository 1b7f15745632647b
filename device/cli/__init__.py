"""The commands of `castellan`."""
