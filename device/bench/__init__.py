"""How well a table is followed, and how fast; `castellan bench` prints it."""
