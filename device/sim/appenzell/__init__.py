"""The simulated table of Burg Appenzell."""
