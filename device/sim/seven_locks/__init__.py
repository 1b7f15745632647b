"""The simulated table of Schloss der 7 Schlösser."""
