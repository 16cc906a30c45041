"""A player that uncovers the fields that its method proves safe, and guesses if there are none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from puzzlesat.common.errors import DisagreementError
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.network import Constraint, Network, network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import Counts, count
from puzzlesat.minesweeper.solve.deduce import METHODS

Guess = Callable[[State, Network, Random], tuple[int, float | None]]
"""A function that returns a covered field, and the probability of a mine there if it is known."""

MARGIN, CANDIDATES, PROGRESS_WEIGHT = 0.1, 12, 0.2
"""The parameters of `guess_ahead`, found by trying a few values."""


@dataclass(frozen=True)
class GameRecord:
    """The summary of a game.

    `rounds` counts the calls of the method. `guesses` counts the fields that were guessed because a
    call found no safe field; the first move, which is safe by the rules, is not counted.
    `avoidable_guesses` counts the guesses of fields that are certainly safe; it is 0 if the guesser
    computes no probabilities.
    """

    won: bool
    rounds: int
    guesses: int
    avoidable_guesses: int


def guess_exact(state: State, network: Network, random: Random) -> tuple[int, float]:
    """Return the field least likely to be a mine, and the probability of a mine there.

    Ties go to the field with the fewest uncertain fields around it, because these are most likely
    all free of mines, then to the first field. The guess depends only on the state, not on the
    player's method.
    """
    probabilities = count(network).probabilities
    best = safest_first(state, probabilities)[0]
    return best, probabilities[best]


def guess_ahead(state: State, network: Network, random: Random) -> tuple[int, float]:
    """Return the field that is the best guess by lookahead, and the probability of a mine there.

    The value of a guess is the probability that the field is safe, plus `PROGRESS_WEIGHT` times the
    probability that it is safe and makes some other field certainly safe. The candidates are fields
    whose probability of a mine is within `MARGIN` of the smallest, the first `CANDIDATES` of them
    in the order of `guess_exact`. For each number that a field might show, the placements with
    which it would show this number are counted.
    """
    counts = count(network)
    probabilities = counts.probabilities
    safest, *other_fields = safest_first(state, probabilities)
    lowest_risk = probabilities[safest]
    if lowest_risk == 0 or not network.constraints:  # a safe field, or no number to look at
        return safest, lowest_risk
    candidates = [safest, *(f for f in other_fields if probabilities[f] <= lowest_risk + MARGIN)][
        :CANDIDATES
    ]
    best, best_value = safest, 0.0
    for f in candidates if len(candidates) > 1 else ():
        safe = 1 - probabilities[f]
        if (1 + PROGRESS_WEIGHT) * safe > best_value:
            value = safe + PROGRESS_WEIGHT * _progress(state, network, counts, f)
            if value > best_value:
                best, best_value = f, value
    return best, probabilities[best]


def _progress(state: State, network: Network, counts: Counts, f: int) -> float:
    """Return the probability that a field is safe and its number makes another field safe."""
    covered_neighbours = [g for g in state.neighbours[f] if g in counts.ways]
    certain_mines = sum([counts.ways[g] == counts.models for g in covered_neighbours])
    uncertain = sum([0 < counts.ways[g] < counts.models for g in covered_neighbours])
    models = 0
    for mines in range(certain_mines, certain_mines + uncertain + 1):
        number = Constraint(f, tuple(covered_neighbours), mines)
        try:
            counts_after = count(network.with_constraint(number).without({f: 0}))
        except ContradictionError:
            continue
        if 0 in counts_after.ways.values():
            models += counts_after.models
    return models / counts.models


def guess_random(state: State, network: Network, random: Random) -> tuple[int, None]:
    """Return a random covered field, as a baseline for the other guessers."""
    return random.choice(network.variables), None


GUESSERS: dict[str, Guess] = {
    "exact": guess_exact,
    "ahead": guess_ahead,
    "random": guess_random,
}


def play(game: Game, method: str, guess: str, seed: int = 0) -> GameRecord:
    """Play a new game to its end, and return its summary; the player sees only the state.

    `method` is a key of `deduce.METHODS`, `guess` is one of `GUESSERS`, and `seed` is for random
    guesses. Raise `DisagreementError` if a field that the method calls safe is a mine.

    >>> from puzzlesat.minesweeper.board.sample import random_game
    >>> play(random_game(2020, 9, 9, 10, 0), "backbone_total", "exact")
    GameRecord(won=True, rounds=6, guesses=0, avoidable_guesses=0)
    """
    deduce, guess_field = METHODS[method], GUESSERS[guess]
    random = Random(seed)
    rounds = guesses = avoidable_guesses = 0
    while not game.over:
        state = game.state()
        net = network(state)
        rounds += 1
        values = deduce(net)
        if uncover_certain(game, state, method, values):
            continue
        undecided = net.without(values)
        field, probability = guess_field(state, undecided, random)
        is_first_move = game.mined is None
        game.uncover(field)
        if not is_first_move:
            guesses += 1
            avoidable_guesses += probability == 0
            if game.lost and probability == 0:
                raise DisagreementError(f"counting calls a mine safe in the state\n{state}")
    return GameRecord(game.won, rounds, guesses, avoidable_guesses)


def uncover_certain(game: Game, state: State, method: str, values: Values) -> bool:
    """Flag the certain mines and uncover the safe fields; return whether any field is safe.

    `values` are the values that `method` decides; error messages name the method. Raise
    `DisagreementError` if a field that the method calls safe is a mine.
    """
    safe = [f for f, value in values.items() if value == 0]
    game.flags.update(f for f, value in values.items() if value == 1)
    for f in safe:
        game.uncover(f)
    if game.lost:
        raise DisagreementError(f"{method} calls a mine safe in the state\n{state}")
    return bool(safe)


def safest_first(state: State, probabilities: Mapping[int, float]) -> list[int]:
    """Return the fields, the least likely to be a mine first.

    Ties go to the field with the fewest uncertain fields around it, because these are most likely
    all free of mines, then to the first field.
    """

    def key(f: int) -> tuple[float, int, int]:
        around = [g for g in state.neighbours[f] if 0 < probabilities.get(g, 0) < 1]
        return probabilities[f], len(around), f

    return sorted(probabilities, key=key)
