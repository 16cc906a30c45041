"""The numbers of docs/results.md are those of the recorded runs, and the figures can be drawn."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puzzlesat_studies.core.run import load_study
from puzzlesat_studies.floodit.growth import LAWS, MIN_P_VALUE

ROOT = Path(__file__).parents[2]
TEXT = " ".join((ROOT / "docs/results.md").read_text(encoding="utf-8").split())


def table(name):
    return pd.read_csv(ROOT / "reference" / f"{name}.csv")


def written(fit):
    """Return the cell of a fit in the table of laws."""
    p = fit["p_value"]
    test = "p < 0.001" if p < 0.001 else f"p = {p:#.2g}"
    if p < MIN_P_VALUE or pd.isna(fit["a"]):
        return test
    limit, low, high = (f"{fit[end]:.2f}".replace("-", "−") for end in ("a", "a_low", "a_high"))
    return f"{limit} ({low} to {high}), {test}"


def test_limits_and_samples_of_the_fits_are_recorded_ones():
    means, both = table("growth/growth"), table("growth/fits")
    fits, larger = both[both["n_min"] == 8], both[both["n_min"] == 16]
    assert f"All {means['boards'].sum():,} minima are proven" in TEXT
    assert (means["proven"] == means["boards"]).all()
    most = means["boards"].max()
    fewer = ", but" if (means["boards"] < most).any() else "."
    assert f"There are {most} boards of each size{fewer}" in TEXT
    for boards, of in means[means["boards"] < most].groupby("boards"):
        listed = re.search(rf"\b{boards} of (\d+×[^;.]*)", TEXT)
        assert listed
        found = re.findall(r"(\d+)×\d+ with (\d+)", listed[1])
        assert found == [(str(n), str(k)) for n, k in zip(of["n"], of["k"], strict=True)]
    sizes = [f"{k} colours, n ≤ {of['n_max'].max()}" for k, of in fits.groupby("k")]
    assert f"| law | {' | '.join(sizes)} |" in TEXT
    for name, of in fits.groupby("law"):
        cells = [written(fit) for fit in of.sort_values("k").to_dict("records")]
        assert f"| {LAWS[name].formula} | {' | '.join(cells)} |" in TEXT
    fitting = [of[(of["k"] == 3) & (of["p_value"] >= MIN_P_VALUE)] for of in (fits, larger)]
    assert [of["law"].tolist() for of in fitting] == [["logarithm"]] * 2
    whole, part = (of.iloc[0] for of in fitting)
    assert f"only {LAWS['logarithm'].formula} fits, with the limit {whole['a']:.2f}." in TEXT
    assert f"fits (p = {part['p_value']:.2g}, limit {part['a']:.2f};" in TEXT
    powers = fits[fits["a"].isna()].set_index("k")["p_value"]
    assert (powers[3] < MIN_P_VALUE).all()
    assert all((powers[k] >= MIN_P_VALUE).any() for k in (4, 5, 6))
    largest = means[means["k"] == 3].iloc[-1]
    ratio = largest["upper_bound"] / largest["n"]
    assert f"At n = {largest['n']:.0f}, the minimum divided by n is still {ratio:.2f}." in TEXT
    assert f"{largest['distance'] / largest['upper_bound']:.0%} of the minimum" in TEXT


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
    assert set(searched["tried"] / searched["starts"]) == {2001}
    both = searched.merge(rows[rows["method"] == "all boards"], on=["n", "k"])
    assert len(both) == 4
    assert (both["minimum_x"] == both["minimum_y"]).all()
    assert (both["reached_x"] == 20).all()
    four = rows[rows["k"] == 4]
    assert (four["minimum"] == 2 * four["n"]).all()
    low, high = rows["scaled"].min(), rows["scaled"].max()
    assert f"between {low:.2f} and {high:.2f} times √k·n" in TEXT


def test_ratios_of_proofs_are_recorded_ones():
    whole = table("nogoods/nogoods").set_index(["n", "k", "method"])
    slower = whole.loc[(12, 10, "cadical195, minimal"), "ratio_check"]
    assert f"cake_lpr takes {slower:.0f} times as long" in TEXT
    rows = whole["ratio_bytes"]
    four, six, eight, ten = (rows[8, k, "cadical195, minimal"] for k in (4, 6, 8, 10))
    assert f"{four:.2f} times as large in bytes" in TEXT
    assert f"{six:.0f} times as large with 6 colours, {eight:.0f} times with 8 and" in TEXT
    assert f"{ten:.0f} times with 10" in TEXT
    assert f"{rows[18, 4, 'cadical195, minimal']:.0f} times as large on 18×18 boards" in TEXT
    assert set(whole["boards"]) == {5}
    assert set(whole["wall_limit"]) == {900}
    assert (whole["verified"] == whole["boards"]).all()
    assert f"All {whole['boards'].sum()} proofs were found and verified" in TEXT

    def of_method(name, column="ratio_bytes"):
        return whole[column].xs(name, level="method")

    solver = of_method("cadical195, minimal")
    fewer = (of_method("cadical195, minimal", "steps") < of_method("nogoods", "steps")).sum()
    assert f"In {fewer} of {len(solver)} cells" in TEXT
    single = of_method("without generalisation")
    assert single.idxmax() == (18, 6)
    assert f"up to {single.max():.1f} times as large (18×18, 6 colours)" in TEXT
    remains = 1 - np.log(single) / np.log(solver)
    assert (remains.loc[[(8, 6), (8, 8), (8, 10)]] > 0.75).all()
    assert remains.loc[18, 4] == pytest.approx(0.5, abs=0.05)
    assert remains.loc[10, 10] == pytest.approx(1 / 3, abs=0.05)
    assert set(remains.index[remains <= 0]) == {(14, 6), (16, 6), (18, 6), (12, 8), (12, 10)}
    for k in (6, 8, 10):
        assert remains.xs(k, level="k").sort_index().is_monotonic_decreasing
    assert abs(of_method("without finishing") - 1).max() <= 0.06
    same = of_method("cadical195, minimal", "both")
    others = ("minimal+finish", "minimal+reach", "extended")
    names = [f"cadical195, {name}" for name in others]
    factors = pd.concat(
        (of_method(name) / solver)[of_method(name, "both") == same] for name in names
    )
    assert f"by factors of {factors.min():.2f} to {factors.max():.2f}" in TEXT
    finish = of_method("cadical195, minimal+finish") / solver
    assert finish.idxmin() == (8, 10)
    assert f"makes them {finish.min():.2f} times as large on 8×8 boards with 10 colours" in TEXT


@pytest.mark.parametrize(
    ("study", "figure", "names"),
    [
        ("growth", "growth", ["growth", "fits"]),
        ("largest_minima", "largest", ["minima", "largest"]),
    ],
)
def test_figures_are_drawn_from_the_recorded_tables(study, figure, names):
    step = load_study(f"floodit.{study}").steps["figure", figure]
    drawn = step.make(*(table(f"{study}/{name}") for name in names))
    assert all(axes.lines for axes in drawn.axes)
