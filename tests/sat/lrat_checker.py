"""A short and strict checker of LRAT proofs that shares nothing with the package.

Clauses without hints, or with negative hints, are definitions. Their first variable must not occur
in the formula, and the definitions of a variable must be consistent.
"""

from collections import defaultdict


class RefusedError(Exception):
    """The line of the proof that is wrong."""


def refutes(clauses, lines):
    """Return whether a proof ends with the empty clause; raise if a line is wrong."""
    known = dict(enumerate(map(tuple, clauses), start=1))
    own = max(abs(x) for clause in known.values() for x in clause)
    using = defaultdict(set)  # the clauses with each literal of a new variable
    for line in lines:
        number, *words = line.split()
        if words[0] == "d":
            for gone in map(int, words[1:-1]):
                for x in known.pop(gone):
                    using[x].discard(gone)
            continue
        number, numbers = int(number), list(map(int, words))
        end = numbers.index(0)
        clause, hints = tuple(numbers[:end]), numbers[end + 1 : -1]
        if numbers[-1] != 0 or end == len(numbers) - 1 or number in known:
            raise RefusedError(line)
        if not hints or hints[0] < 0:
            if not clause or abs(clause[0]) <= own or not _defines(known, using, clause, hints):
                raise RefusedError(line)
        elif not _follows(known, clause, hints):
            raise RefusedError(line)
        known[number] = clause
        for x in clause:
            if abs(x) > own:
                using[x].add(number)
        if not clause:
            return True
    return False


def _follows(known, clause, hints):
    """Return whether each hinted clause is unit when it is reached, and the last one false."""
    false = set(clause)
    for i, hint in enumerate(hints):
        left = {x for x in known[hint] if x not in false}
        if not left:
            return i == len(hints) - 1
        if len(left) > 1:
            return False
        false.add(-left.pop())
    return False


def _defines(known, using, clause, hints):
    """Return whether a clause defines its first variable consistently with earlier clauses."""
    new, rest = clause[0], clause[1:]
    if using[-new] != {-hint for hint in hints}:
        return False
    blocked = all(any(-x in rest for x in known[other] if x != -new) for other in using[-new])
    return blocked and all(known[other][0] == new for other in using[new])
