"""What Table 4.1 can have measured: exact counts, seconds, and hypotheses compared (§4.2)."""
