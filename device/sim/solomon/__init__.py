"""The simulated table of König Salomons Schatzkammer."""
