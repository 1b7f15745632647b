"""The simulated table of Kilt Castle."""
