"""What all programs share: command line, formats, files, pictures, processes and limits."""
