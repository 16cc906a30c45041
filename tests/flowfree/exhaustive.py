"""Brute force by the rules of the game alone, which all else is checked against.

Nothing is shared with the package, nor anything clever done.
"""


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


def solutions(rows):
    """Yield all solutions of a puzzle, as rows of symbols.

    The paths are laid cell by cell, one flow after the other. Whether they touch themselves is
    asked of the finished board.
    """
    board, ends = board_of(rows)
    symbols = sorted(ends)
    filled = {cell: symbol for cell, symbol in board.items() if symbol != "."}

    def sound():
        return all(
            sum(filled[w] == symbol for w in adjacent(cell, board))
            == (1 if cell in ends[symbol] else 2)
            for cell, symbol in filled.items()
        )

    def lay(i, head):
        if ends[symbols[i]][1] in adjacent(head, board):
            if i + 1 < len(symbols):
                yield from lay(i + 1, ends[symbols[i + 1]][0])
            elif len(filled) == len(board) and sound():
                yield ["".join(filled[r, c] for c in range(len(rows[0]))) for r in range(len(rows))]
        for cell in adjacent(head, board):
            if cell not in filled:
                filled[cell] = symbols[i]
                yield from lay(i, cell)
                del filled[cell]

    yield from lay(0, ends[symbols[0]][0])


def path_systems(rows):
    """Yield all ways to lay the flows of a puzzle, which may touch themselves.

    Each is the set of its paths; a path is the tuple of its cells, from the endpoint that comes
    first row by row.
    """
    board, ends = board_of(rows)
    symbols = sorted(ends)
    visited = {cell for cell, symbol in board.items() if symbol != "."}

    def lay(i, path, done):
        goal = ends[symbols[i]][1]
        for cell in adjacent(path[-1], board):
            if cell == goal:
                laid = [*done, (*path, goal)]
                if i + 1 < len(symbols):
                    yield from lay(i + 1, (ends[symbols[i + 1]][0],), laid)
                elif len(visited) == len(board):
                    yield frozenset(laid)
            elif cell not in visited:
                visited.add(cell)
                yield from lay(i, (*path, cell), done)
                visited.remove(cell)

    yield from lay(0, (ends[symbols[0]][0],), [])


def configurations(rows, more=()):
    """Yield what the encodings allow: the solutions, and what would be one but for its cycles.

    Cycles may carry any symbol of the puzzle, or one of some more. Each is a pair: the set of links
    (pairs of cells), and the symbol of each cell. Free cells have two links and endpoints one,
    linked cells carry one symbol, and other neighbours differ.
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


def subsets(items):
    return [
        [item for bit, item in enumerate(items) if number >> bit & 1]
        for number in range(1 << len(items))
    ]
