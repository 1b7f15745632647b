"""Teaching a box with the live picture, step by step: the same for every game."""
