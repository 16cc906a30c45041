"""The command ``floodit``: sample boards, find minima, time encodings, make tables and figures.

What a command needs beyond its arguments is imported inside it. So a command starts fast, and a
workflow can tell from the command's body which sources its result depends on.
"""

from puzzlesat.floodit.cli import boards, frontier, instances, thesis
from puzzlesat.floodit.cli.group import main
from puzzlesat.floodit.studies.audit.cli import audit

__all__ = ["boards", "frontier", "instances", "main", "thesis"]

main.add_command(audit)
