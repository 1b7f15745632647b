"""The server itself, and the stream of news to every phone."""
