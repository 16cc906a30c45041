"""Instances as the SAT Competition took them."""
