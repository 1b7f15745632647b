"""What a browser may ask for: pages, commands, the live stream, files."""
