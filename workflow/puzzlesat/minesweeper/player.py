"""A player that uncovers what its method decides, and guesses where it decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from puzzlesat.errors import DisagreementError
from puzzlesat.minesweeper.counting import count
from puzzlesat.minesweeper.deduce import METHODS
from puzzlesat.minesweeper.game import Game
from puzzlesat.minesweeper.network import Network, network
from puzzlesat.minesweeper.state import State

Guess = Callable[[State, Network, Random], tuple[int, float | None]]
"""Chooses a covered field, and gives the probability of a mine there if it knows it."""


@dataclass(frozen=True)
class Record:
    """How a game went.

    Parameters
    ----------
    won : bool
    rounds : int
        How often the method was asked.
    guesses : int
        How often it found nothing to uncover, so that a field was guessed. The first move, which is
        safe by the rules, is none.
    sure : int
        How many of the guesses were none, since the field was safe for certain; 0 where the
        guesser does not know.
    """

    won: bool
    rounds: int
    guesses: int
    sure: int


def guess_exact(state: State, network: Network, random: Random) -> tuple[int, float]:
    """Choose the field that is a mine with the smallest probability.

    Of several the one with the fewest uncertain fields around it is chosen, which has the best
    chance to have no mine there (corners before edges before others); of several still, the first.
    So the guess depends on what can be known, and not on what the player's method has found out.
    """
    probabilities = count(network).probabilities

    def key(f: int) -> tuple[float, int, int]:
        uncertain = sum([0 < probabilities.get(g, 0) < 1 for g in state.neighbours[f]])
        return probabilities[f], uncertain, f

    best = min(network.variables, key=key)
    return best, probabilities[best]


def guess_random(state: State, network: Network, random: Random) -> tuple[int, None]:
    """Choose any covered field; this is what a guess is compared with."""
    return random.choice(network.variables), None


GUESSES: dict[str, Guess] = {"exact": guess_exact, "random": guess_random}
"""The guessers by the names under which commands and tables know them."""


def play(game: Game, method: str, guess: str, seed: int = 0) -> Record:
    """Play a new game to its end.

    Parameters
    ----------
    game : Game
        Is changed. The player sees its state alone.
    method : str
        A key of `deduce.METHODS`.
    guess : str
        A key of `GUESSES`.
    seed : int
        For a guess at random.

    Raises
    ------
    DisagreementError
        If a field that the method calls safe is a mine.

    Examples
    --------
    >>> from puzzlesat.minesweeper.sample import random_game
    >>> play(random_game(2020, 9, 9, 10, 0), "backbone_total", "exact")
    Record(won=True, rounds=6, guesses=0, sure=0)
    """
    decide, choose = METHODS[method], GUESSES[guess]
    random = Random(seed)
    rounds = guesses = sure = 0
    while not game.over:
        state = game.state()
        net = network(state)
        rounds += 1
        values = decide(net)
        safe = [f for f, value in values.items() if value == 0]
        game.flags.update(f for f, value in values.items() if value == 1)
        if safe:
            for f in safe:
                game.uncover(f)
            if game.lost:
                raise DisagreementError(f"{method} calls a mine safe in the state\n{state}")
            continue
        left = net.without(values)
        field, probability = choose(state, left, random)
        first = game.mined is None
        game.uncover(field)
        if not first:
            guesses += 1
            sure += probability == 0
            if game.lost and probability == 0:
                raise DisagreementError(f"counting calls a mine safe in the state\n{state}")
    return Record(game.won, rounds, guesses, sure)
