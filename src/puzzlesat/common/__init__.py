"""What all programs share: command line, errors, files, processes, configuration and provenance."""
