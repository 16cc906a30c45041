"""The command ``floodit``: sample boards, find minima, time encodings, make tables and figures.

Here is only where each command stands. Its module is imported when it is asked for.
"""

import click

from puzzlesat.common.command import Lazy, Program

CLI = "puzzlesat.floodit.cli"
STUDIES = "puzzlesat.floodit.studies"
AUDIT = f"{STUDIES}.audit"


@click.group(
    "floodit",
    cls=Program,
    typed=("solve", "show", "encode", "decode", "check", "prove", "verify", "refute", "sample"),
    places={
        "solve": f"{CLI}.solve:solve",
        "show": f"{CLI}.show:show",
        "encode": f"{CLI}.encode:encode",
        "decode": f"{CLI}.encode:decode",
        "check": f"{CLI}.check:check",
        "prove": f"{CLI}.prove:prove",
        "verify": f"{CLI}.prove:verify",
        "refute": f"{CLI}.prove:refute",
        "sample": f"{CLI}.steps:sample",
        "minimum": f"{CLI}.steps:minimum",
        "time": f"{CLI}.steps:time",
        "measure": f"{CLI}.measure:measure",
        "measure-set": f"{CLI}.measure:measure_set",
        "instance": f"{CLI}.instances:instance",
        "attempt": f"{CLI}.instances:attempt",
        "certify": f"{CLI}.instances:certify",
        "proofs": f"{CLI}.proofs:proofs",
        "hardness": f"{CLI}.instances:hardness",
        "interesting": f"{CLI}.instances:interesting",
        "family": f"{CLI}.tables:family",
        "describe-family": f"{CLI}.tables:describe_family",
        "describe": f"{CLI}.tables:describe",
        "summary": f"{CLI}.tables:summary",
        "compare": f"{CLI}.tables:compare",
        "progress": f"{CLI}.progress:progress",
        "optimal": f"{CLI}.explorer:optimal",
        "explorer": f"{CLI}.explorer:explorer",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left cell in as few moves as possible.

    Where a FILE is asked for, - is standard input.

    \b
    Boards are read in four formats, recognised or named with --format:
      rows   one row per line, a digit or letter per cell, with or without blanks between
             cells; blank lines between boards
      lines  one square board per line (recognised from 64 cells on)
      sized  rows cols k, then the colours 1..k, then the known minimum or 0
      csv    a sample, as floodit sample writes it
    """  # noqa: D301, click's sign for lines that stay as they are


@main.group(
    cls=Lazy,
    places={
        "minima": f"{STUDIES}.reproduction.summary:MINIMA_TABLE",
        "bounds": f"{STUDIES}.reproduction.bounds:BOUNDS_TABLE",
        "wins": f"{CLI}.tables:wins",
        "frontier": f"{STUDIES}.frontier.tables:FRONTIER_TABLE",
        "law": f"{STUDIES}.frontier.tables:LAW_TABLE",
        "scaling": f"{STUDIES}.frontier.tables:SCALING_TABLE",
        "large": f"{STUDIES}.frontier.tables:LARGE_TABLE",
        "baselines": f"{STUDIES}.baselines.tables:BASELINES_TABLE",
        "sets": f"{STUDIES}.baselines.tables:SETS_TABLE",
        "instances": f"{CLI}.tables:instances",
        "certificates": f"{STUDIES}.certificates.tables:CERTIFICATES_TABLE",
        "proofs": f"{STUDIES}.verified.tables:PROOFS_TABLE",
        "hardness": f"{STUDIES}.hardness.tables:HARDNESS_TABLE",
        "family": f"{STUDIES}.hardness.family:FAMILY_TABLE",
    },
)
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@main.group(
    cls=Lazy,
    places={
        "bounds": f"{STUDIES}.reproduction.figures:BOUNDS_FIGURE",
        "wins": f"{STUDIES}.reproduction.figures:WINS_FIGURE",
        "solution": f"{CLI}.figures:solution",
        "frontier": f"{STUDIES}.frontier.figure:FRONTIER_FIGURE",
        "extended": f"{STUDIES}.frontier.figure:EXTENDED_FIGURE",
        "proofs": f"{STUDIES}.verified.figure:PROOFS_FIGURE",
        "trust": f"{CLI}.figures:trust",
        "hardness": f"{STUDIES}.hardness.figure:HARDNESS_FIGURE",
    },
)
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@main.group(
    cls=Lazy,
    places={
        "final-state": f"{CLI}.audit:final_state",
        "ablation": f"{CLI}.audit:ablation",
        "clauses": f"{CLI}.audit:clauses",
        "minima": f"{CLI}.audit:minima",
        "searches": f"{CLI}.audit:searches",
        "clocks": f"{CLI}.audit:clocks",
        "table41": f"{CLI}.audit:table41",
        "solvers": f"{CLI}.audit:solvers",
        "redundant": f"{CLI}.audit:redundant",
        "forced-moves": f"{CLI}.audit:forced_moves",
        "claims": f"{CLI}.audit:claims",
        "paper": f"{CLI}.audit:paper",
    },
)
def audit() -> None:
    """Put the thesis's claims to the test: rows, tables, figures, verdicts.

    The commands named for an experiment measure the first boards of the sample of (n, k), for one n
    and some k, and write a row for each measurement. docs/audit.md explains them.
    """


@audit.group(
    "table",
    cls=Lazy,
    places={
        "final-state": f"{AUDIT}.final_state:FINAL_STATE_TABLE",
        "ablation": f"{AUDIT}.ablation:ABLATION_TABLE",
        "overlap": f"{AUDIT}.clauses:OVERLAP_TABLE",
        "counts": f"{AUDIT}.clauses:COUNTS_TABLE",
        "quartiles": f"{AUDIT}.quartiles:QUARTILES_TABLE",
        "offsets": f"{AUDIT}.quartiles:OFFSETS_TABLE",
        "fit": f"{AUDIT}.growth:FIT_TABLE",
        "searches": f"{AUDIT}.searches:SEARCHES_TABLE",
        "clocks": f"{AUDIT}.clocks:CLOCKS_TABLE",
        "clocks-summary": f"{AUDIT}.clocks:CLOCKS_SUMMARY",
        "table41": f"{AUDIT}.table41:TABLE41_TABLE",
        "table41-summary": f"{AUDIT}.table41:TABLE41_SUMMARY",
        "solvers": f"{AUDIT}.solvers:SOLVERS_TABLE",
        "redundant": f"{AUDIT}.redundant:REDUNDANT_TABLE",
        "growth": f"{AUDIT}.growth:GROWTH_TABLE",
        "forced-moves": f"{AUDIT}.forced_moves:FORCED_MOVES_TABLE",
    },
)
def audit_table() -> None:
    """Make the table of an experiment, or a summary of such a table."""


@audit.group(
    "figure",
    cls=Lazy,
    places={
        "final-state": f"{AUDIT}.figures:FINAL_STATE_FIGURE",
        "ablation": f"{AUDIT}.figures:ABLATION_FIGURE",
        "quartiles": f"{AUDIT}.figures:QUARTILES_FIGURE",
        "growth": f"{CLI}.growth:growth",
        "searches": f"{AUDIT}.figures:SEARCHES_FIGURE",
        "clocks": f"{AUDIT}.figures:CLOCKS_FIGURE",
        "table41": f"{AUDIT}.figures:TABLE41_FIGURE",
        "solvers": f"{AUDIT}.figures:SOLVERS_FIGURE",
        "redundant": f"{AUDIT}.figures:REDUNDANT_FIGURE",
        "forced-moves": f"{AUDIT}.figures:FORCED_MOVES_FIGURE",
    },
)
def audit_figure() -> None:
    """Draw the table of an experiment."""
