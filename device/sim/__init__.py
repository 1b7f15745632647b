"""The simulated table: pixel pictures of a game played by bots, with its truth apart."""
