"""Reading the table of The Castle."""
