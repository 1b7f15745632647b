"""Reading the table of Kilt Castle."""
