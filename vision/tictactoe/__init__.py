"""Tic-tac-toe with coins, seen."""
