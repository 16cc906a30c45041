"""Statistics, tables and figures, of whatever was measured."""
