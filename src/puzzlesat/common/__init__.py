"""Command line, errors, files, processes, limits and configuration, shared by all programs."""
