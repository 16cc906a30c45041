"""Deduction, counting, reasons, and boards played without guessing."""
