"""The audit: every claim of the thesis gets an experiment, and a verdict.

An experiment is a module. It makes raw rows, board by board; a table of them; a figure of the
table; and from the table alone the verdicts. `experiments` lists the tables that claims are judged
by.
"""
