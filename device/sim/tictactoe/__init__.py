"""The simulated table of tic-tac-toe with coins."""
