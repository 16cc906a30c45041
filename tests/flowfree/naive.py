"""A second, naive implementation of the rules of the engine (`propagation.hpp`).

It shares no code with the package. A link is a pair of cells (row, column), the lower one first.
"""

from .exhaustive import adjacent, board_of


class ContradictionError(Exception):
    """The known links contradict the rules."""


def links_of(rows):
    board, _ = board_of(rows)
    return sorted((i, j) for i in board for j in adjacent(i, board) if i < j)


def pieces_of(board, used):
    """Return for each cell the set of all cells that used links join it to."""
    piece = {cell: frozenset([cell]) for cell in board}
    for i, j in used:
        if piece[i] is piece[j]:
            raise ContradictionError  # a ring
        for cell in (joined := piece[i] | piece[j]):
            piece[cell] = joined
    return piece


def follow(rows, strict, used=(), unused=()):
    """Return the links that the rules prove used, and those that they prove unused."""
    board, ends = board_of(rows)
    links = links_of(rows)
    used, unused = set(used), set(unused)
    while True:
        if used & unused:
            raise ContradictionError
        piece = pieces_of(board, used)
        flows = {cell: {board[w] for w in piece[cell]} - {"."} for cell in board}
        more, less = set(), set()
        for cell in board:
            mine = {link for link in links if cell in link}
            degree = 1 if board[cell] in ends else 2
            if len(mine & used) > degree or len(mine - unused) < degree or len(flows[cell]) > 1:
                raise ContradictionError
            if len(mine & used) == degree:
                less |= mine - used
            if len(mine - unused) == degree:
                more |= mine - unused
        for i, j in links:
            if (i, j) in used:
                continue
            if piece[i] is piece[j]:
                if strict:
                    raise ContradictionError
                less.add((i, j))
            elif flows[i] and flows[j]:
                if flows[i] != flows[j]:
                    less.add((i, j))
                elif strict:
                    more.add((i, j))
            if strict and piece[i] is not piece[j]:
                places = [x for x in links if {piece[x[0]], piece[x[1]]} == {piece[i], piece[j]}]
                if len(places) > 1:
                    less |= set(places)
        if more <= used and less <= unused:
            return used, unused
        used |= more
        unused |= less


def deduced(rows, strict):
    """Return what is known after the rules, after one round of assumptions, …, after the last.

    Each is a pair of the links that are used and those that are not; the last is None if the rules
    are contradicted there.
    """
    found = []
    more, less = set(), set()
    while not found or (more, less) != found[-1]:
        try:
            found.append(follow(rows, strict, more, less))
        except ContradictionError:
            return [*found, None]
        used, unused = found[-1]
        more, less = set(used), set(unused)
        for link in set(links_of(rows)) - used - unused:
            for assumed, refuted in (
                ((used | {link}, unused), less),
                ((used, unused | {link}), more),
            ):
                try:
                    follow(rows, strict, *assumed)
                except ContradictionError:
                    refuted.add(link)
    return found
