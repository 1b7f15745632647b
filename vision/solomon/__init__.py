"""Reading the table of König Salomons Schatzkammer."""
