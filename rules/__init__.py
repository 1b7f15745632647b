"""The games and the referee: pure rules, no clock, no chance, no files."""
