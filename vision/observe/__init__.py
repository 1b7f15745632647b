"""Looking at a table that is declared: one way for all games."""
