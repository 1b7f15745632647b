"""Simulated sound: pearls in towers, rooms, noises, microphones."""
