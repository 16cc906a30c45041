"""Brute force by the rules of the game alone, with which all other results are compared.

It shares no code with the package, and is not optimized.
"""

from itertools import chain, combinations, pairwise


def board_of(rows):
    """Return the symbol of each cell (row, column), and the two cells of each endpoint's symbol."""
    board = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}
    ends = {}
    for cell, symbol in board.items():
        if symbol != ".":
            ends.setdefault(symbol, []).append(cell)
    return board, ends


def adjacent(cell, board):
    r, c = cell
    return [w for w in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if w in board]


def laid(spots, adjacent, strict, *, filling=True):
    """Yield all ways to lay the flows: sets of paths, each a tuple of cells.

    A spot is a place through which exactly one flow passes: a cell, or one of the two ways over a
    bridge. A path begins at the endpoint that comes first row by row. Under the strict rule, any
    two adjacent spots of a path are consecutive. Unless the paths must be `filling`, spots without
    a symbol may stay empty.
    """
    ends = {}
    for spot, symbol in spots.items():
        if symbol != ".":
            ends.setdefault(symbol, []).append(spot)
    symbols = sorted(ends)
    visited = {spot for found in ends.values() for spot in found}

    def sound(path):
        follows = {frozenset(pair) for pair in pairwise(path)}
        return all(frozenset((i, j)) in follows for i in path for j in adjacent[i] if j in path)

    def lay(i, path, done):
        goal = ends[symbols[i]][1]
        for spot in adjacent[path[-1]]:
            if spot == goal:
                found = [*done, (*path, goal)]
                if strict and not sound(found[-1]):
                    continue
                if i + 1 < len(symbols):
                    yield from lay(i + 1, (ends[symbols[i + 1]][0],), found)
                elif not filling or len(visited) == len(spots):
                    yield frozenset(tuple(spot[:2] for spot in one) for one in found)
            elif spot not in visited:
                visited.add(spot)
                yield from lay(i, (*path, spot), done)
                visited.remove(spot)

    yield from lay(0, (ends[symbols[0]][0],), [])


def path_systems(rows, strict=False, *, filling=True):
    """Return all ways to lay the flows of a board without marks, as `laid` yields them."""
    board, _ = board_of(rows)
    return laid(board, {cell: adjacent(cell, board) for cell in board}, strict, filling=filling)


def solutions(rows):
    """Yield all solutions of a puzzle, as rows of symbols."""
    for paths in path_systems(rows, strict=True):
        symbol = {cell: rows[path[0][0]][path[0][1]] for path in paths for cell in path}
        yield ["".join(symbol[r, c] for c in range(len(row))) for r, row in enumerate(rows)]


def configurations(rows, more=()):
    """Yield the assignments that the encodings allow: solutions, and flows together with cycles.

    Each assignment is a pair: the set of links (pairs of cells), and the symbol of each cell. Free
    cells have two links and endpoints one, linked cells carry one symbol, and other neighbours
    differ. Cycles may carry any symbol of the puzzle or of `more`.
    """
    board, ends = board_of(rows)
    cells = sorted(board)
    degree = {cell: 1 if board[cell] != "." else 2 for cell in cells}

    def link(i, links, has):
        if i == len(cells):
            yield frozenset(links)
            return
        cell = cells[i]
        onward = [w for w in adjacent(cell, board) if w > cell]
        missing = degree[cell] - has[cell]
        for chosen in subsets(onward):
            if len(chosen) == missing and all(has[w] < degree[w] for w in chosen):
                for w in chosen:
                    has[w] += 1
                yield from link(i + 1, [*links, *((cell, w) for w in chosen)], has)
                for w in chosen:
                    has[w] -= 1

    def colour(links, symbol):
        clear = [cell for cell in cells if cell not in symbol]
        if not clear:
            if all(
                (symbol[i] == symbol[j]) == ((i, j) in links)
                for i in cells
                for j in adjacent(i, board)
                if i < j
            ):
                yield links, tuple(symbol[cell] for cell in cells)
            return
        component, grown = {clear[0]}, True
        while grown:
            linked = {w for i, j in links for w in (i, j) if {i, j} & component} - component
            component |= linked
            grown = bool(linked)
        fixed = {board[cell] for cell in component if board[cell] != "."}
        if len(fixed) <= 1:
            for name in fixed or [*ends, *more]:
                yield from colour(links, symbol | dict.fromkeys(component, name))

    for links in link(0, [], dict.fromkeys(cells, 0)):
        yield from colour(links, {})


def subsets(items, most=None):
    """Yield the subsets of at most so many items, the smallest first."""
    items = list(items)
    sizes = range(len(items) + 1 if most is None else most + 1)
    return chain.from_iterable(combinations(items, size) for size in sizes)


def check_cover(grid, paths, least):
    """Assert that paths are a cover: none is too short, ends on a bridge, or touches itself."""
    owner = {node: number for number, path in enumerate(paths) for node in path}
    assert sorted(node for path in paths for node in path) == list(range(grid.node_count))
    for number, path in enumerate(paths):
        assert len(path) >= least
        assert not {int(grid.cell[end]) for end in (path[0], path[-1])} & grid.marks.bridges
        for at, node in enumerate(path):
            mine = {w for w in grid.neighbours[node] if owner[w] == number}
            assert mine == {*path[max(at - 1, 0) : at], *path[at + 1 : at + 2]}
