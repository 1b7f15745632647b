"""The house's windows: pages, live stream, commands and sign-in for the players' phones."""
