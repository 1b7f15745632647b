"""Everything that runs beside the table: guarded turns, a beat, one order of ending."""
