"""The article is typeset from results: a number that is typed by hand is marked as such."""

import io
import re
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from pypdf import PdfReader

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit import article_figures
from puzzlesat_studies.floodit.article import (
    TEXT,
    author_names,
    provenance,
    record_paths,
    table_paths,
    typeset,
)
from puzzlesat_studies.floodit.article_figures import FIGURES, draw_figures, typeface

ROOT = Path(__file__).parents[2]
PATHS = {name: Path(path) for name, path in table_paths("reference").items()}
RECORDS = provenance([Path(path) for path in record_paths("reference")])


@pytest.fixture(autouse=True)
def draw_once(monkeypatch):
    """Let the figures be drawn from the recorded tables only, and once."""
    monkeypatch.setattr(article_figures, "draw_figures", lambda tables: recorded_figures())


@cache
def recorded_figures():
    return draw_figures({name: pd.read_csv(path) for name, path in PATHS.items()})


def text_of(paths):
    """The article's text, of tables and figures in some files, with single blanks."""
    return text_in(PdfReader(io.BytesIO(typeset(TEXT, paths, RECORDS, author_names()))))


def text_in(document):
    return " ".join(" ".join(page.extract_text() for page in document.pages).split())


@cache
def recorded_text():
    return text_of(PATHS)


def changed(folder, name, change):
    """The path of a table of the article that is changed."""
    path = folder / PATHS[name].name
    change(pd.read_csv(PATHS[name], dtype=str, keep_default_na=False)).to_csv(path, index=False)
    return {name: path}


CHANGES = [
    ("quartiles", {"q1_verdict": "no"}, r"22 are confirmed and 25 refuted:"),
    ("constants", {"n_max": "128"}, r"random boards up to 𝑛 = 128"),
    ("final-state", {"printed_holds": "2"}, r"inequalities, in 20 and in 24"),
    ("table41", {"minimal": "71"}, r"printed counts run from 71, grow"),
    ("ablation", {"other_models": "17"}, r"have further models on at least 17 of"),
    ("proofs", {"boards": "3", "verified": "2"}, r"Of these 249 boards, 166 are"),
    ("claims", {"basis": "measurement"}, r"For 42 of the verdicts"),
]
"""A table, the value of a column in all of its rows, and what the article then says."""


def test_changed_results_change_the_text(tmp_path):
    paths = dict(PATHS)
    for name, change, _ in CHANGES:
        paths |= changed(tmp_path, name, lambda table, change=change: table.assign(**change))
    text = text_of(paths)
    for name, _, sentence in CHANGES:
        assert not re.search(sentence, recorded_text()), name
        assert re.search(sentence, text), name


def test_missing_column_raises_input_error(tmp_path):
    without = changed(tmp_path, "constants", lambda table: table[["k", "mu"]])
    with pytest.raises(InputError, match=r"article\.typ cannot be typeset: .*exponent_most"):
        typeset(TEXT, PATHS | without, RECORDS, "nobody")


def test_reference_article_matches_the_reference_tables():
    assert text_in(PdfReader(ROOT / "reference/article.pdf")) == recorded_text()


def test_figures_are_vector_graphics_with_text_in_the_articles_typeface():
    made = recorded_figures()
    assert set(made) == set(FIGURES)
    for name, picture in made.items():
        text = picture.decode()
        assert "<text" in text, name
        assert "<image" not in text, name
        fonts = set(re.findall(r"font(?:-family)?: [^;]*?'([^']+)'", text))
        assert fonts == {article_figures.FONT}, name


@pytest.mark.parametrize(("sizes", "chosen"), [(1, (4, 3)), (3, (4, 3)), (5, (4, 4)), (24, (5, 4))])
def test_board_of_the_figure_is_small_whatever_the_number_of_sizes(sizes, chosen):
    bounds = pd.read_csv(PATHS["bounds"]).sort_values(["n", "k"]).head(sizes)
    board = article_figures.example({"minima": pd.read_csv(PATHS["minima"]), "bounds": bounds})
    assert (board.rows, board.k) == chosen


def drawn(name, *tables):
    """The panels of a figure of recorded tables."""
    return FIGURES[name]({table: pd.read_csv(PATHS[table]) for table in tables}).axes


def sizes_by_marker(axes, *markers):
    """The sizes n at which a panel has markers, which may be shifted by up to one half."""
    lines = [x for x in axes.lines if x.get_marker() in markers and len(x.get_xdata())]
    return [(markers.index(x.get_marker()), x.get_xdata().round().tolist()) for x in lines]


def test_refuted_and_open_claims_are_marked_at_their_shares_only():
    panels = drawn("bounds-figure", "minima", "bounds", "quartiles")
    marked = [sorted(sizes_by_marker(axes, "x", "$?$")) for axes in panels]
    assert marked[:4] == [[]] * 4
    assert marked[4:8] == [[(0, [7, 8, 9]), (1, [9])], [], [], []]
    assert marked[8:] == [[], [], [], [(0, [9]), (1, [8])]]


def test_values_that_are_not_known_are_drawn_as_arrows_and_intervals():
    minima, times = drawn("frontier-figure", "frontier")
    arrows = [(0, [28]), (0, [24])]  # for k = 8 and 10, at the first median that is not known
    assert sizes_by_marker(times, style.AT_LEAST["marker"]) == arrows
    intervals = [x.get_segments() for x in minima.collections if x.get_linewidth()[0] == 2.5]
    assert [len(x) for x in intervals] == [0, 0, 0, 0, 3, 4]
    assert intervals[-1][-1][:, 1].tolist() == [59 / 40, 70 / 40]
    assert (0, [10, 12, 14, 16, 18, 20]) in sizes_by_marker(minima, "p")
    hollow = [x.get_xdata().round().tolist() for x in minima.lines if x.get_mfc() == "white"]
    assert hollow == [[24, 28, 32, 40]] * 4 + [[24], []]
    for axes in drawn("proofs-figure", "proofs"):
        assert sizes_by_marker(axes, style.AT_LEAST["marker"]) == [(0, [40])]


def test_counts_are_drawn_as_printed_and_by_two_timing_methods():
    last = [line.get_ydata()[-1] for line in drawn("wins-figure", "wins")[-1].lines]
    assert last == [58, 49, 100, 50]  # for n = 11, and half of the boards


def test_laws_are_extrapolated_from_the_largest_size_only():
    gaps = drawn("growth-figure", "growth", "constants")[2]
    assert [x.get_xdata()[0] for x in gaps.lines if x.get_color() == "black"] == [160, 160]


def test_style_of_other_figures_is_restored():
    before = dict(style.RC)
    with pytest.raises(ZeroDivisionError), typeface():
        raise ZeroDivisionError
    assert before == style.RC


def prose(source):
    """Return the prose of a Typst file: without code, mathematics, labels and raw text."""
    source = re.sub(r"//.*", "", source)
    source = re.sub(r"`[^`]*`|\$[^$]*\$|@[\w-]+|<[\w-]+>", "", source)
    source = re.sub(r"(?m)^\s*#(set|show|let|import).*$", "", source)
    kept, depth, after = [], 0, False
    for piece in re.split(r"(#[\w.-]+|[()])", source):
        if piece == "(" and (depth or after):
            depth += 1
        elif piece == ")" and depth:
            depth -= 1
        elif not depth and not piece.startswith("#"):
            kept.append(piece)
        elif depth:  # the content in the arguments of a call is prose, the rest is code
            kept.append(" ".join(re.findall(r"\[([^\[\]]*)\]", piece)))
        after = piece.startswith("#") or (after and piece == "")
    return "".join(kept)


def test_no_number_is_typed_by_hand():
    assert not re.findall(r".{,30}\d.{,30}", prose(TEXT.read_text("utf-8")))


@pytest.mark.parametrize("typed", ["It takes 7 moves.", "#figure(caption: [All 24 grid points.])"])
def test_hand_typed_numbers_are_detected(typed):
    assert re.search(r"\d", prose(f"{TEXT.read_text('utf-8')}\n{typed}\n"))
