"""The body: cameras, the simulated table, the journal, the service and the command line."""
