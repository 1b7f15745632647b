"""Reading the table of Burg Appenzell."""
