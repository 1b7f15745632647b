"""Reading any board from a reference picture, a grid and a few labelled cells."""
