"""Studies: rows, tables and figures."""
