"""Files that outlast a power cut and that nobody else may read."""
