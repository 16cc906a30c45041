"""The order of programs that are timed together."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from puzzlesat_studies.core.measuring import counterbalanced


@given(size=st.integers(1, 6), repeats=st.integers(1, 5), number=st.integers(0, 20))
def test_every_method_runs_once_per_repeat(size, repeats, number):
    names = [str(x) for x in range(size)]
    rounds = {}
    for repeat, order, name in counterbalanced(names, repeats, number):
        rounds.setdefault(repeat, []).append(name)
        assert order == len(rounds[repeat]) - 1
    assert sorted(rounds) == list(range(repeats))
    assert all(sorted(names_) == names for names_ in rounds.values())


def test_order_of_any_two_methods_is_balanced_on_each_board():
    names = ["a", "b", "c", "d"]
    for number in range(8):
        first = Counter()
        for repeat in range(2):
            place = {x: order for r, order, x in counterbalanced(names, 2, number) if r == repeat}
            first.update(min(pair, key=place.get) + max(pair, key=place.get)
                         for pair in combinations(names, 2))  # fmt: skip
        assert all(first[x + y] == first[y + x] == 1 for x, y in combinations(names, 2))


def test_single_repeats_are_balanced_over_boards():
    for names in ("ab", "abc", "abcd"):
        begins = Counter(
            next(counterbalanced(names, 1, number))[2] for number in range(2 * len(names))
        )
        assert set(begins.values()) == {2}
