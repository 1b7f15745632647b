"""What castellan.toml may say, and on which line it is wrong."""
