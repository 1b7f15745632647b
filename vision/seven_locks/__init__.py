"""Reading the table of Schloss der 7 Schlösser."""
