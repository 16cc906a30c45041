"""The studies: experiments on the three puzzles, with their tables, figures and claims.

The package is on top of `puzzlesat` and is never imported by it.
"""
