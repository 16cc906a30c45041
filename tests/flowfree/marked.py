"""Boards with bridges, warps, walls and missing cells: brute force, and random boards for it.

It shares no code with the package, and is not optimized. A *spot* is a place through which exactly
one flow passes: a cell (row, column), or one of the two ways over a bridge, (row, column, way).
"""

from itertools import product

from .exhaustive import laid, path_systems

MOVES = {"-": (0, 1), "|": (1, 0)}


def sketch_of(rows, walls=(), warps=(), missing=(), bridges=()):
    """Return the sketch of rows of symbols.

    Walls and warps are sides, each a cell and ``-`` for its right side or ``|`` for its lower one.
    """
    height, width = len(rows), len(rows[0])
    sketch = [["+"] * (2 * width + 1) for _ in range(2 * height + 1)]
    for r, c in product(range(height + 1), range(width + 1)):
        if r < height and c < width:
            symbol = "#" if (r, c) in missing else "+" if (r, c) in bridges else rows[r][c]
            sketch[2 * r + 1][2 * c + 1] = symbol
        if r < height:
            sketch[2 * r + 1][2 * c] = "|" if c in (0, width) else " "
        if c < width:
            sketch[2 * r][2 * c + 1] = "-" if r in (0, height) else " "
    for (r, c), way in walls:
        y, x = MOVES[way]
        sketch[2 * r + 1 + y][2 * c + 1 + x] = "|" if way == "-" else "-"
    for (r, c), way in warps:
        if way == "-":
            sketch[2 * r + 1][0], sketch[2 * r + 1][-1] = "<>"
        else:
            sketch[0][2 * c + 1], sketch[-1][2 * c + 1] = "^v"
    return ["".join(line) for line in sketch]


def inner_sides(height, width):
    cells = list(product(range(height), range(width)))
    return [((r, c), "-") for r, c in cells if c < width - 1] + [
        ((r, c), "|") for r, c in cells if r < height - 1
    ]


def outer_sides(height, width):
    """Return the sides where warps can be, unless the board is one cell wide."""
    across = [((r, width - 1), "-") for r in range(height)]
    down = [((height - 1, c), "|") for c in range(width)]
    return across * (width > 1) + down * (height > 1)


def spots_of(sketch):
    """Return the symbol of each spot, and the spots next to each."""
    height, width = len(sketch) // 2, len(sketch[0]) // 2
    spots = {}
    for r, c in product(range(height), range(width)):
        symbol = sketch[2 * r + 1][2 * c + 1]
        if symbol == "+":
            spots[r, c, "-"] = spots[r, c, "|"] = "."
        elif symbol != "#":
            spots[r, c] = symbol.replace(" ", ".")
    adjacent = {spot: set() for spot in spots}
    for r, c in product(range(height), range(width)):
        for way, (down, right) in MOVES.items():
            side = sketch[2 * r + 1 + down][2 * c + 1 + right]
            other = ((r + down) % height, (c + right) % width)
            one, two = ((*cell, way) if (*cell, way) in spots else cell for cell in ((r, c), other))
            if side in " >v" and one in spots and two in spots and one != two:
                adjacent[one].add(two)
                adjacent[two].add(one)
    return spots, adjacent


def systems(sketch, strict, *, filling=True):
    """Return all ways to lay the flows, as `laid` yields them."""
    return laid(*spots_of(sketch), strict, filling=filling)


def all_solutions(rows, rule):
    """Return all ways to lay the flows of rows or of a sketch under a rule, as `laid` does."""
    lay = systems if rows[0].startswith("+") else path_systems
    return lay(rows, rule == "strict", filling=rule != "numberlink")


def with_symbols(sketch, symbols):
    """Return a sketch with other symbols in some cells."""
    lines = [list(line) for line in sketch]
    for (r, c), symbol in symbols.items():
        lines[2 * r + 1][2 * c + 1] = symbol
    return ["".join(line) for line in lines]


def coloured(sketch, paths):
    """Return a sketch with the symbols of flows in their cells."""
    spots, _ = spots_of(sketch)
    return with_symbols(sketch, {x: spots[path[0]] for path in paths for x in path if x in spots})


def covered(random, height, width, walls=(), warps=(), missing=(), bridges=()):
    """Return a sketch that flows can fill if they may touch themselves, or None.

    Spots are joined at random to paths.
    """
    blank = sketch_of(["." * width] * height, walls, warps, missing, bridges)
    spots, adjacent = spots_of(blank)
    links = {frozenset((i, j)) for i in spots for j in adjacent[i]}
    links = sorted(sorted(link, key=str) for link in links)
    random.shuffle(links)
    links.sort(key=lambda link: all(len(spot) == 2 for spot in link))  # bridges have no choice
    path_of = {spot: [spot] for spot in spots}
    degree = dict.fromkeys(spots, 0)
    for i, j in links:
        apart = path_of[i] is not path_of[j]
        short = len(path_of[i]) + len(path_of[j]) <= max(3, len(spots) // 2)
        if degree[i] < 2 and degree[j] < 2 and apart and short:
            joined = path_of[i] + path_of[j]
            path_of |= dict.fromkeys(joined, joined)
            degree[i] += 1
            degree[j] += 1
    rows = [["."] * width for _ in range(height)]
    names = {}
    for spot in spots:
        if degree[spot] == 0 or (len(spot) == 3 and degree[spot] < 2):
            return None
        if degree[spot] == 1:
            name = names.setdefault(id(path_of[spot]), "ABCDEFGHIJKLMNOP"[len(names)])
            rows[spot[0]][spot[1]] = name
    return (
        sketch_of(["".join(row) for row in rows], walls, warps, missing, bridges) if names else None
    )


def mixed(random, height, width):
    """Return a sketch with marks of all kinds that flows can fill if they may touch themselves."""
    while True:
        cells = list(product(range(height), range(width)))
        missing = {cell for cell in cells if random.random() < 0.1}
        there = [cell for cell in cells if cell not in missing]

        def ends(side):
            (r, c), way = side
            down, right = MOVES[way]
            return {(r, c), ((r + down) % height, (c + right) % width)}

        walls = [x for x in inner_sides(height, width) if random.random() < 0.15]
        walls = [x for x in walls if not ends(x) & missing]
        warps = [x for x in outer_sides(height, width) if random.random() < 0.5]
        warps = [x for x in warps if not ends(x) & missing]
        _, adjacent = spots_of(sketch_of(["." * width] * height, walls, warps, missing))
        inside = [cell for cell in there if len(adjacent[cell]) == 4 and min(height, width) > 2]
        bridges = {cell for cell in inside if random.random() < 0.3}
        sketch = covered(random, height, width, walls, warps, missing, bridges)
        if sketch:
            return sketch
