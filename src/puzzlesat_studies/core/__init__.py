"""What a study consists of and how it runs; statistics, tables and figures of all studies."""
