"""The numbers of docs/results.md are those of the recorded runs, and the figures can be drawn."""

from math import ceil, floor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puzzlesat_studies.core.run import load_study

ROOT = Path(__file__).parents[2]
TEXT = " ".join((ROOT / "docs/results.md").read_text(encoding="utf-8").split())


def table(name):
    return pd.read_csv(ROOT / "reference" / f"{name}.csv")


def test_time_constants_and_shares_are_recorded_ones():
    constants, means = table("percolation/constants"), table("growth/growth")
    for row in constants.to_dict("records"):
        slope, mu = (
            f"{row[name]:.4f} ({row[f'{name}_low']:.4f} to {row[f'{name}_high']:.4f})"
            for name in ("slope", "mu")
        )
        largest = means[means["k"] == row["k"]].sort_values("n").tail(1).to_dict("records")
        share = f"{largest[0]['share']:.0%} (n = {largest[0]['n']})" if largest else "–"
        low = min(row[name] for name in ("mu_low", "mu_free_low", "mu_least"))
        high = max(row[name] for name in ("mu_high", "mu_free_high", "mu_most"))
        outward = f"{floor(low * 1e4) / 1e4:.4f} to {ceil(high * 1e4) / 1e4:.4f}"
        assert f"| {row['k']} | {slope} | {mu} | {outward} | {share} |" in TEXT
    assert (means["proven"] == means["boards"]).all()
    assert set(means["boards"]) == {200, 500, 800}
    assert set(means["distance_boards"]) == {4000}


def test_pairs_of_minima_and_distances_give_the_recorded_means():
    pairs, means = table("growth/pairs"), table("growth/growth").set_index(["n", "k"])
    for key, rows in pairs.groupby(["n", "k"]):
        mean = {
            name: (rows[name] * rows["boards"]).sum() / rows["boards"].sum()
            for name in ("upper_bound", "distance")
        }
        assert mean["upper_bound"] == pytest.approx(means.loc[key, "upper_bound"], rel=1e-5)
        assert mean["distance"] == pytest.approx(means.loc[key, "distance"], rel=1e-5)
        assert (rows["distance"] <= rows["lower_bound"]).all()
    # so few hundredths are the limits of the gap with three colours
    fits = table("growth/fits").query("k == 3 and p_value >= 0.05")
    assert fits["a"].abs().max() < 0.1


def test_largest_minima_are_recorded_ones():
    rows = table("largest_minima/largest")
    for (n, method), of in rows.groupby(["n", "method"]):
        assert of["verified"].all()
        if method == "local search":
            found = of.sort_values("k").to_dict("records")
            cells = [f"{row['minimum']} ({row['reached']})" for row in found]
            assert f"| {n}×{n} | {' | '.join(cells)} |" in TEXT
            continue
        for row in of.to_dict("records"):
            line = f"| {n}×{n}, {row['k']} colours | {row['tried']:,} | {row['minimum']} |"
            assert f"{line} {row['reached']:,} | {row['ratio']:.3g} |" in TEXT
    searched = rows[rows["method"] == "local search"]
    assert set(searched["starts"]) == {20}
    assert set(searched["tried"] / searched["starts"]) == {10001}
    both = searched.merge(rows[rows["method"] == "all boards"], on=["n", "k"])
    assert len(both) == 5
    assert (both["minimum_x"] == both["minimum_y"]).all()
    assert (both["reached_x"] == 20).all()
    four = rows[rows["k"] == 4]
    assert sorted(four["minimum"] - 2 * four["n"]) == [0] * 7 + [1]  # one board of 7×7
    low, high = rows["scaled"].min(), rows["scaled"].max()
    assert f"between {low:.2f} and {high:.2f} times √k·n" in TEXT


def test_ratios_of_proofs_are_recorded_ones():
    sizes = table("comparisons/lrat").set_index(["n", "k", "board", "method"])["used_bytes"]
    ratio = np.log(sizes.xs("cadical", level="method") / sizes.xs("nogoods", level="method"))
    solver = np.exp(ratio.groupby(level=["n", "k"]).mean())
    few, many = (solver[solver.index.isin(ks, level="k")] for ks in ([4, 6], [8, 10]))
    assert f"are {few.min():.2f} to {few.max():.1f} times as large as those from nogoods" in TEXT
    assert f"and {many.min():.1f} to {many.max():.0f} times with 8 and 10 colours" in TEXT
    whole = table("nogoods/nogoods").set_index(["n", "k", "method"])
    assert set(whole["boards"]) == {5}
    assert (whole["verified"] == whole["boards"]).all()

    def of_method(name):
        return whole["ratio_bytes"].xs(name, level="method")

    single = of_method("without generalisation")
    assert single.idxmax() == (18, 6)
    assert f"up to {single.max():.1f} times as large (18×18, 6 colours" in TEXT
    assert f"in {(single > solver).sum()} of {len(solver)} grid points larger" in TEXT
    assert abs(of_method("without finishing") - 1).max() <= 0.06
    names = [f"cadical195, {name}" for name in ("minimal+finish", "minimal+reach", "extended")]
    factors = pd.concat(of_method(name) / of_method("cadical195, minimal") for name in names)
    assert f"by factors of {factors.min():.2f} to {factors.max():.2f}" in TEXT


def test_the_figure_of_growth_is_drawn_from_the_recorded_table():
    step = load_study("floodit.growth").steps["figure", "growth"]
    drawn = step.make(table("growth/growth"))
    assert all(axes.lines for axes in drawn.axes)
