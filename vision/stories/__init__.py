"""Which legal stories explain what was seen."""
