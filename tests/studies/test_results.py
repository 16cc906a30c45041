"""The numbers of docs/results.md are those of the recorded runs, and the figures can be drawn."""

from pathlib import Path

import pandas as pd
import pytest

from puzzlesat_studies.core.run import load

ROOT = Path(__file__).parents[2]
TEXT = " ".join((ROOT / "docs/results.md").read_text(encoding="utf-8").split())


def table(name):
    return pd.read_csv(ROOT / "reference" / f"{name}.csv")


def test_limits_and_samples_of_the_fits_are_recorded_ones():
    means, fits = table("growth/growth"), table("growth/fits").set_index(["k", "law"])
    assert f"All {means['boards'].sum():,} minima" in TEXT
    assert (means["proven"] == means["boards"]).all()
    three, four = fits.loc[3, "sum"], fits.loc[4, "sum"]
    assert f"{three['a']:.2f} (95% interval {three['a_low']:.2f} to {three['a_high']:.2f})" in TEXT
    assert f"γ = {three['gamma']:.2f} ({three['gamma_low']:.2f} to" in TEXT
    assert f"limit {four['a']:.2f} ({four['a_low']:.2f} to {four['a_high']:.2f})" in TEXT
    for k in (5, 6):
        assert f"{fits.loc[k, 'sum']['a_low']:.2f} to {fits.loc[k, 'sum']['a_high']:.2f}" in TEXT
    assert fits.loc[3]["p_value"].drop("sum").max() < 0.001 < 0.5 < three["p_value"]
    largest = means[means["k"] == 3].iloc[-1]
    assert f"{largest['distance'] / largest['upper_bound']:.0%} of the minimum" in TEXT


def test_largest_minima_are_recorded_ones():
    rows = table("hardest/hardest")
    for (n, method), of in rows.groupby(["n", "method"]):
        if method == "local search":
            line = " | ".join([f"{n}×{n}", *of.sort_values("k")["minimum"].astype(str)])
            assert f"| {line} |" in TEXT
            assert of["verified"].all()
            continue
        for row in of.to_dict("records"):
            line = f"| {n}×{n}, {row['k']} colours | {row['tried']:,} | {row['minimum']} |"
            assert f"{line} {row['reached']:,} | {row['ratio']:.3g} |" in TEXT
    low, high = rows["scaled"].min(), rows["scaled"].max()
    assert f"between {low:.2f} and {high:.2f}" in TEXT


def test_ratios_of_proofs_are_recorded_ones():
    whole = table("nogoods/nogoods").set_index(["n", "k", "method"])
    slower = whole.loc[(10, 10, "cadical195, minimal"), "ratio_check"]
    assert f"cake_lpr takes {slower:.0f} times as long" in TEXT
    rows = whole["ratio_bytes"]
    four, six, eight, ten = (rows[8, k, "cadical195, minimal"] for k in (4, 6, 8, 10))
    assert f"{four:.2f} times as large" in TEXT
    assert f"{six:.0f} times as large with 6 colours, {eight:.0f} times with 8 and" in TEXT
    assert f"{ten:.0f} times with 10" in TEXT
    method = rows.index.get_level_values("method")
    most = rows[method == "without generalisation"]
    assert most.idxmax() == (12, 8, "without generalisation")
    assert f"{most.max():.1f} times as large on 12×12 boards with 8 colours" in TEXT
    assert most.max() > rows[12, 8, "cadical195, minimal"]
    assert abs(rows[method == "without finishing"] - 1).max() <= 0.05
    finish, minimal = (
        rows[method == f"cadical195, {name}"].droplevel("method")
        for name in ("minimal+finish", "minimal")
    )
    best = finish / minimal
    assert best.idxmin() == (8, 10)
    assert f"at best {best.min():.2f} times" in TEXT


@pytest.mark.parametrize(
    ("study", "names"),
    [("growth", ["growth", "fits"]), ("hardest", ["minima", "hardest"])],
)
def test_figures_are_drawn_from_the_recorded_tables(study, names):
    figure = load(f"floodit.{study}").steps["figure", study]
    drawn = figure.make(*(table(f"{study}/{name}") for name in names))
    assert all(axes.lines for axes in drawn.axes)
