"""The target of baselines on a smoke run, with public sets of boards."""

import csv
import sys

import pytest

from puzzlesat.floodit.board.sample import random_board
from tests.floodit import exhaustive
from tests.test_config import refusal

from .test_workflow import finished

BOARDS = [random_board(7, 4, 3, i) for i in range(3)]

SOLVE = f"{sys.executable} -m puzzlesat.floodit.cli solve"

CONFIG = f"""
baselines:
  n_values: [5]
  boards: 1
  methods: [auto, astar]
  set_methods: [astar]
  programs:
    - name: whole
      command: {SOLVE} {{set}} --format sized --json -q
      format: sized
      answer: '"minimum": (\\d+)'
    - name: each
      command: {SOLVE} {{file}} --format sized --json -q --start {{start}}
      format: sized
      answer: '"minimum": (\\d+)'
"""


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A folder with two sets of boards, and something else."""
    folder = tmp_path_factory.mktemp("public")
    text = "\n\n".join("\n".join("".join(map(str, row)) for row in b.grid) for b in BOARDS)
    for name in ("corner", "middle"):
        (folder / f"{name}.txt").write_text(text + "\n")
    (folder / "README.md").write_text("Not a board.\n")
    return folder


def sets(**entry):
    words = ", ".join(f"{key}: {value}" for key, value in entry.items())
    return ["--config", f"baselines={{sets: {{public: {{{words}}}}}}}"]


@pytest.fixture(scope="module")
def made(tmp_path_factory, public):
    folder = tmp_path_factory.mktemp("baselines")
    config = folder / "config.yaml"
    config.write_text(CONFIG)
    given = sets(path=public, starts="{middle: centre}", totals="{corner: 17}")
    finished(folder, "baselines", "--configfile", str(config), *given)
    return folder


def test_sets_table_lists_totals_next_to_published_ones(made):
    with (made / "results/baselines/sets.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    corner = str(sum(map(exhaustive.minimum, BOARDS)))
    middle = str(sum(exhaustive.minimum(board.with_start((2, 2))) for board in BOARDS))
    columns = ("set", "start", "method", "proven", "lower_total", "upper_total", "published")
    assert [tuple(row[key] for key in columns) for row in rows] == [
        ("public/corner", "0,0", "astar", "3", corner, corner, "17"),
        ("public/corner", "0,0", "whole", "3", corner, corner, "17"),
        ("public/corner", "0,0", "each", "3", corner, corner, "17"),
        ("public/middle", "2,2", "astar", "3", middle, middle, "0"),
        ("public/middle", "2,2", "each", "3", middle, middle, "0"),
    ]


def test_a_program_for_sets_is_not_called_for_samples(made):
    names = {path.stem for path in made.glob("results/baselines/outcomes/*.csv")}
    assert names == {"auto", "astar", "each"}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"path": "/no/such"}, "baselines.sets.public.path: there is no /no/such"),
        ({"path": "{here}"}, "baselines.sets.public.path: there is no *.txt in "),
        (
            {"path": "{public}", "totals": "{midle: 5}"},
            "totals names midle, but the sets there",
        ),
        ({"path": "{public}", "starts": "{corner: top}"}, "corner: expected a start as row,column"),
    ],
)
def test_invalid_sets_are_rejected_with_one_sentence(tmp_path, public, entry, sentence):
    places = {"{here}": str(tmp_path), "{public}": str(public)}
    given = {key: places.get(value, value) for key, value in entry.items()}
    _, change = sets(**given)
    assert sentence in refusal(change)


def test_no_totals_are_planned_without_public_sets(tmp_path):
    output = finished(tmp_path, "baselines", "--dry-run")
    assert "results/baselines/sets" not in output
