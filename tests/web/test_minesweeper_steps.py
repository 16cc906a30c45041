"""The algorithms that the page for Minesweeper shows step by step, against the library."""

from dataclasses import asdict

from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.reasons import because, simplest
from puzzlesat_studies.minesweeper.as_printed import fixpoint, initial_domains
from tests.minesweeper import exhaustive
from tests.minesweeper.test_reasons import golden_reasons
from tests.web.conftest import node

# Propagation decides 3 fields, pairs and backbone 5, the number of mines one more.
EXAMPLE = (["01F...", "023..2", "01.21.", "0234..", "01...."], 8)
WITH_FLAG = (["1..", "F2.", "..."], None)  # a value is removed because its sums are too large


def states(count, seed, most):
    """Return random states that some placement of mines fits."""
    drawn = exhaustive.random_states(count, seed=seed, most=most)
    return [given for given in drawn if exhaustive.certain(*given) is not None]


def puzzles(given):
    return [
        {"rows": [line.replace(".", "#") for line in lines]}
        | ({} if mines is None else {"mines": mines})
        for lines, mines in given
    ]


def as_values(pairs):
    return None if pairs is None else dict(pairs)


def test_propagation_tries_the_same_assignments_as_the_library():
    given = [EXAMPLE, WITH_FLAG, *states(60, seed=3, most=10)]
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { Propagation } from "#minesweeper/propagation.js";
        console.log(JSON.stringify(data.map((puzzle) => {
          const run = new Propagation(State.of(puzzle)).begin();
          const tried = [];
          while (!run.done) {
            run.next();
            const { variable, value, filled, satisfied } = run.now;
            const isTrial = /= [01]: array/.test(run.said.at(-1));
            if (isTrial) tried.push([variable, value, filled, satisfied]);
          }
          return { tried, decided: [...run.decided()] };
        })));
        """,
        puzzles(given),
    )
    for (lines, mines), run in zip(given, found, strict=True):
        state = State.of(lines, mines)
        expected = [
            [t.variable, t.value, list(t.array), t.satisfied]
            for t in fixpoint(state, initial_domains(state))
        ]
        assert run["tried"] == expected
        assert as_values(run["decided"]) == METHODS["single"](network(state))


def test_consistency_decides_the_same_fields_as_the_library():
    given = [EXAMPLE, WITH_FLAG, *states(300, seed=4, most=10)]
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { consistency } from "#minesweeper/methods.js";
        console.log(JSON.stringify(data.map((puzzle) => {
          const state = State.of(puzzle);
          const kinds = { single: {}, pairs: { pairs: true } };
          if (state.mines !== null) kinds.total = { pairs: true, total: true };
          return Object.entries(kinds).map(([name, kind]) => [name, [...consistency(state, kind)]]);
        })));
        """,
        puzzles(given),
    )
    added = {"pairs": 0, "total": 0}
    for (lines, mines), run in zip(given, found, strict=True):
        net = network(State.of(lines, mines))
        sizes = []
        for name, pairs in run:
            assert as_values(pairs) == METHODS[name](net), (lines, mines, name)
            sizes.append(len(pairs))
            if name in added:
                added[name] += sizes[-1] > sizes[-2]
    assert min(added.values()) > 3


def test_contradictions_of_consistency_are_found():
    given = [(["4."], None), (["2."], None), (["1F", "F."], None), (["1."], 0), (["0F"], None)]
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { consistency } from "#minesweeper/methods.js";
        console.log(JSON.stringify(data.map((puzzle) =>
          consistency(State.of(puzzle), { pairs: true, total: "mines" in puzzle }))));
        """,
        puzzles(given),
    )
    assert found == [None] * len(given)


def test_every_procedure_finds_the_backbone():
    """With answers computed on the page, for the numbers alone and with the number of mines."""
    given = [EXAMPLE, *states(120, seed=5, most=10)]
    tasks = []
    for (lines, mines), puzzle in zip(given, puzzles(given), strict=True):
        for total in {None, mines}:
            certain = exhaustive.certain(lines, total)
            tasks.append({"puzzle": puzzle, "total": total, "certain": list(certain.items())})
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { Backbone, PROCEDURES, computed } from "#minesweeper/backbone.js";
        console.log(JSON.stringify(data.map(({ puzzle, total, certain }) => {
          const state = State.of(puzzle);
          return Object.keys(PROCEDURES).map((procedure) => {
            const models = [];
            const oracle = computed(state, new Map(certain), total);
            const noted = (literal) => {
              const model = oracle(literal);
              models.push([literal ?? null, model ?? null]);
              return model;
            };
            const run = new Backbone(state, noted, procedure).begin();
            run.perform("all");
            return { decided: [...run.decided()], excluded: run.excluded.size, models };
          });
        })));
        """,
        tasks,
    )
    unsatisfiable = 0
    for task, runs in zip(tasks, found, strict=True):
        lines = [row.replace("#", ".") for row in task["puzzle"]["rows"]]
        state = State.of(lines)
        fitting = [
            {r * state.cols + c for r, c in mined if lines[r][c] == "."}
            for mined in exhaustive.placements(lines, task["total"])
        ]
        for run in runs:
            assert as_values(run["decided"]) == dict(task["certain"])
            assert run["excluded"] == len(state.covered) - len(task["certain"])
            for literal, model in run["models"]:
                if model is None:
                    unsatisfiable += 1
                    assert all((literal[0] in mined) != literal[1] for mined in fitting)
                    continue
                mined = {f for f, x in zip(state.covered, model, strict=True) if int(x) % 2}
                # The fields that the partial model leaves out may have either value.
                free = {f for f, x in zip(state.covered, model, strict=True) if int(x) > 1}
                assert mined in fitting
                if free:
                    assert mined - free in fitting and mined | free in fitting
                if literal:
                    assert (literal[0] in mined) == literal[1]
    assert unsatisfiable > 100


def test_placements_fit_large_states():
    """Also those whose number of mines leaves few ways; brute force could not find these."""
    lines = ["1" + "." * 29, *["." * 30] * 14, "." * 29 + "1"]
    given = [(lines, mines) for mines in (2, 99, 472)]
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { placement } from "#minesweeper/models.js";
        console.log(JSON.stringify(data.map((puzzle) => {
          const state = State.of(puzzle);
          const values = placement(state, { total: puzzle.mines });
          return state.fields.filter((f) => values.get(f));
        })));
        """,
        puzzles(given),
    )
    for (lines, mines), mined in zip(given, found, strict=True):
        state = State.of(lines)
        assert len(mined) == mines
        for f, number in enumerate(state.content):
            assert number < 0 or len(set(state.neighbours[f]) & set(mined)) == number


def test_reasons_are_worded_as_in_the_library():
    reasons = [*golden_reasons()]
    for lines, mines in states(250, seed=6, most=9):
        state = State.of(lines, mines)
        found = [simplest(state, [f]) for f in exhaustive.certain(lines, mines)]
        reasons += [(state, reason, because(reason, state)) for reason in found]
    given = [
        {"puzzle": puzzles([(state.lines, state.mines)])[0], "reason": asdict(reason)}
        for state, reason, _ in reasons
    ]
    found = node(
        """
        import { State } from "#minesweeper/state.js";
        import { because } from "#minesweeper/reasons.js";
        console.log(JSON.stringify(data.map(({ puzzle, reason }) =>
          because(State.of(puzzle), reason))));
        """,
        given,
    )
    assert found == [words for *_, words in reasons]
    assert len(reasons) > 200
