"""Proofs made of nogoods, against a checker of the tests' own and the minima of brute force."""

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.prove.axioms import AXIOMS
from puzzlesat.floodit.prove.derivation import Chosen, Derivation, Front, Moves, Unfinished, Writer
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.pdr import refuting_nogoods
from puzzlesat.sat.lrat import Proof

from ..sat.lrat_checker import RefusedError, refutes
from . import exhaustive
from .strategies import boards

OWING = parse_board("33850a3/7b0a591/bb04971/4086851/2827547/406a5a1/2249a31/413448a", k=12)
"""A board in whose proof colours are finished in every possible way."""


def derived(board):
    """Return the derivation that one move fewer than the minimum does not suffice, if any."""
    bounds = solve_board(board)
    p = bounds.upper - 1
    return None if p < 0 else Derivation(bounds.graph, refuting_nogoods(board, p), p)


def written(instance, derivation):
    """Return the clauses of a formula, and the lines of a proof."""
    formula, file = instance.formula(), io.StringIO()
    proof = Proof(file, formula.variables, len(formula))
    axioms = AXIOMS[instance.encoding](instance, formula, proof)
    Writer(derivation.graph, axioms, proof).write(derivation)
    return list(formula), file.getvalue().splitlines()


@given(board=boards(most_fields=12, most_colours=5), encoding=st.sampled_from([*AXIOMS]))
@settings(max_examples=150)
def test_proofs_refute_one_move_fewer_than_the_minimum(board, encoding):
    derivation = derived(board)
    minimum = exhaustive.minimum(board)
    if minimum == 0:
        assert derivation is None
        return
    assert derivation.p == minimum - 1
    assert refutes(*written(Instance(board, minimum - 1, encoding), derivation))


@pytest.mark.parametrize("encoding", AXIOMS)
@pytest.mark.parametrize(
    "board",
    [OWING, random_board(2020, 8, 8, 5), random_board(2020, 7, 10, 1), random_board(1, 12, 4, 0)],
    ids=["7 by 8", "8", "7", "12"],
)
def test_proofs_of_larger_boards(board, encoding):
    derivation = derived(board)
    assert refutes(*written(Instance(board, derivation.p, encoding), derivation))


def test_derivation_of_a_larger_board_uses_every_kind_of_lemma():
    lemmas = derived(OWING).lemmas
    kinds = {(type(lemma), lemma.m > 0, bool(getattr(lemma, "witness", 0))) for lemma in lemmas}
    assert kinds == {
        *((Chosen, False, False), (Chosen, True, False), (Chosen, True, True)),
        *((kind, m, False) for kind in (Moves, Front) for m in (False, True)),
        (Unfinished, False, False),
    }


@pytest.mark.parametrize("board", [Board.of([[0, 1] * 300]), Board.of([[0] * 30 + [1, 2, 3, 4]])])
def test_long_boards_do_not_exceed_the_recursion_limit(board):
    derivation = derived(board)
    assert derivation.lemmas[-1] is derivation.last
    if len(derivation.lemmas) < 100:
        assert refutes(*written(Instance(board, derivation.p), derivation))


@pytest.mark.parametrize("encoding", AXIOMS)
def test_proofs_are_rejected_for_other_boards_solvable_in_p_moves(encoding):
    board = random_board(2020, 5, 4, 0)
    derivation = derived(board)
    _, lines = written(Instance(board, derivation.p, encoding), derivation)
    refused = 0
    for other in others(board):
        if can_be_flooded(other, derivation.p):
            with pytest.raises((RefusedError, KeyError)):
                refutes(Instance(other, derivation.p, encoding).formula(), lines)
            refused += 1
    assert refused


def others(board):
    """Yield all boards that differ from one in one field."""
    for f in board.fields:
        for c in range(board.k):
            if c != board.colour[f]:
                yield replace(board, colour=(*board.colour[:f], c, *board.colour[f + 1 :]))


def can_be_flooded(board, p):
    """Return whether p moves flood a board, by a search that is tested against brute force."""
    return solve_board(board).upper <= p


@pytest.mark.parametrize("kind", [None, "bound", "moves"])
def test_unsound_nogoods_give_no_proof(kind):
    """They exclude a number of moves that suffices."""
    board = random_board(2020, 7, 5, 0)
    good = derived(board)
    nogoods = [n._replace(r=n.r + 1, kind=kind or n.kind) for n in good.nogoods]
    with pytest.raises((RefusedError, LookupError, ValueError)):
        derivation = Derivation(good.graph, nogoods, good.p + 1)
        refutes(*written(Instance(board, good.p + 1), derivation))
