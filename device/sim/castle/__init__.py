"""The simulated table of The Castle."""
