"""All solutions of a puzzle, by trying every path of one flow after the other."""


def solutions(rows):
    """Yield the solutions of a puzzle given as rows of symbols, as rows of symbols.

    Paths are laid cell by cell on a dictionary of cells; whether they touch themselves is asked of
    the finished board. Nothing is shared with the package, nor anything clever done.
    """
    board = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row)}
    ends = {}
    for cell, symbol in board.items():
        if symbol.isalnum():
            ends.setdefault(symbol, []).append(cell)
    filled = {cell: symbol for cell, symbol in board.items() if symbol.isalnum()}

    def beside(cell):
        r, c = cell
        return [w for w in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if w in board]

    def sound():
        for cell, symbol in filled.items():
            same = sum(filled[w] == symbol for w in beside(cell))
            if same != (1 if cell in ends[symbol] else 2):
                return False
        return True

    def lay(symbols, head):
        target = ends[symbols[0]][1]
        if target in beside(head):
            if len(symbols) > 1:
                yield from lay(symbols[1:], ends[symbols[1]][0])
            elif len(filled) == len(board) and sound():
                yield ["".join(filled[r, c] for c in range(len(rows[0]))) for r in range(len(rows))]
        for cell in beside(head):
            if cell not in filled:
                filled[cell] = symbols[0]
                yield from lay(symbols, cell)
                del filled[cell]

    symbols = sorted(ends)
    yield from lay(symbols, ends[symbols[0]][0])
