"""Compare the findings of the thesis on Fig. 4.2 and Table 4.1 with those of this run."""

import pandas as pd

from puzzlesat.common.errors import counted
from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.script import log_to
from puzzlesat_studies.floodit.thesis import THESIS_BOARDS, in_thesis

log_to(snakemake.log[0])
method = snakemake.params.timed_phases

bounds, wins = pd.read_csv(snakemake.input.bounds), pd.read_csv(snakemake.input.wins)
in_fig42 = bounds[in_thesis(bounds)]
wins = wins[(wins["timed_phases"] == method) & wins["thesis_minimal"].notna()]  # Table 4.1


def quartiles(claim: str, strictly: str, weakly: str) -> str:
    """Return a sentence on a claim about a percentile in all grid points."""
    if in_fig42.empty:
        return f"{claim}: no grid point of the thesis's Fig. 4.2 to compare."
    beyond, ties = in_fig42[strictly].sum(), (in_fig42[weakly] & ~in_fig42[strictly]).sum()
    equal = f", and equal in {ties} more" if ties else ""
    return (
        f"{claim}: in the thesis in all grid points of Fig. 4.2; "
        f"here in {beyond} of {len(in_fig42)}{equal}."
    )


faster = f"Boards on which the minimal encoding is faster ({method})"
won_by_it = "Grid points that it wins"
if wins.empty:
    comparison = [f"{x}: no grid point of Table 4.1 to compare." for x in (faster, won_by_it)]
else:
    size, won = len(wins), (wins["minimal"] > wins["extended"]).sum()
    thesis_won = (wins["thesis_minimal"] > wins["thesis_extended"]).sum()
    comparison = [
        f"{faster}, in {counted(size, 'grid point')} of Table 4.1: thesis "
        f"{wins['thesis_minimal'].sum():.0f} of {THESIS_BOARDS * size}; here "
        f"{wins['minimal'].sum()} of {wins['boards'].sum()}.",
        f"{won_by_it}: thesis {thesis_won} of {size}; here {won} of {size}, the extended encoding "
        f"taking {wins['ratio'].min():.2f} to {wins['ratio'].max():.2f} times as long.",
    ]
lines = [
    f"Minima: {bounds['count'].sum()} boards in {counted(len(bounds), 'grid point')} (n, k), every "
    "solution replayed and every minimum confirmed by A*.",
    quartiles("25th percentile above n+k-5", "q1_above_lower", "q1_from_lower"),
    quartiles("75th percentile below n+k", "q3_below_upper", "q3_to_upper"),
    *comparison,
]
with atomic_write(snakemake.output[0]) as file:
    file.write("\n".join(lines) + "\n")
