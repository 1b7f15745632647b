"""Pictures in, evidence out: where the board lies, when the table is still, what lies where."""
