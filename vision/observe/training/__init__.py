"""Trains the eye on made-up prints (`make eye`): the only code that needs torch."""
