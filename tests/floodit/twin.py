"""The property-directed search in plain Python, with which the engine's search is compared.

Sets are integers, all nogoods that were not dropped are searched one after another, and the search
shares no code with the engine. Both must learn the same nogoods in the same order.
"""

from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.pdr import Nogood, graph_of


def breadth_first(graph: ClusterGraph) -> ClusterGraph:
    """Return the graph with its clusters renumbered by distance from the pivot's."""
    order = [0]
    for x in order:
        order += [y for y in members(graph.adjacent[x]) if y not in order]
    number = {x: i for i, x in enumerate(order)}

    def renumbered(s: int) -> int:
        return sum(1 << number[x] for x in members(s))

    return ClusterGraph(
        tuple(renumbered(graph.adjacent[x]) for x in order),
        tuple(renumbered(of_c) for of_c in graph.of_colour),
        tuple(graph.sizes[x] for x in order),
    )


class Twin:
    """A search that answers with moves or None whether p moves suffice, and keeps its nogoods."""

    def __init__(self, graph: ClusterGraph, most: int = 4000) -> None:
        self.graph = breadth_first(graph)
        self.nogoods: list[tuple[int, int, str, tuple[int, ...]]] = []  # Z, r, kind, reasons
        self.used: list[int] = []
        self.filed: set[int] = set()
        self.most = most
        self.obligations = 0

    def ask(self, p: int) -> list[int] | None:
        if lower_bound(self.graph, 1) > p:
            return None
        return self.meet(1, p)

    def meet(self, s: int, r: int) -> list[int] | None:
        """Find r moves that flood the board from s, or learn a nogood that blocks it."""
        if s == self.graph.all_clusters:
            return []
        finish, children = self.children(s)
        if self.graph.all_clusters in children.values():
            return [next(c for c, child in children.items() if child == self.graph.all_clusters)]
        blockers: dict[int, int] = {}
        bounds: dict[int, int] = {}
        known = [
            i for i in self.filed if self.nogoods[i][1] >= r - 1 and not self.nogoods[i][0] & s
        ]
        while True:
            for c, child in children.items():
                if c not in blockers:
                    self.block(c, child, r - 1, blockers, bounds, known)
            left = [c for c in children if c not in blockers]
            if not left:
                break
            c = min(left, key=lambda c: (bounds[c], -self.score(children[c]), c))
            self.obligations += 1
            moves = self.meet(children[c], r - 1)
            if moves is not None:
                return [c, *moves]
            known.append(len(self.nogoods) - 1)
            self.forget(r - 1)
        if finish is None:
            self.generalise(s, r, children, blockers, known)
        else:
            self.generalise_finish(s, r, finish, blockers[finish])
        return None

    def children(self, s: int) -> tuple[int | None, dict[int, int]]:
        front = self.graph.neighbours_of(s) & ~s
        for c, of_c in enumerate(self.graph.of_colour):
            dry = of_c & ~s
            if dry and not dry & ~front:
                return c, {c: s | dry}
        colours = enumerate(self.graph.of_colour)
        return None, {c: s | (front & of_c) for c, of_c in colours if front & of_c}

    def dry(self, of_c: int, s: int) -> int:
        return of_c & ~s

    def score(self, s: int) -> int:
        return s.bit_count() + 2 * (self.graph.neighbours_of(s) & ~s).bit_count()

    def block(self, c, child, r, blockers, bounds, known) -> None:
        found = [i for i in known if not self.nogoods[i][0] & child]
        if found:
            blockers[c] = min(
                found, key=lambda i: (self.nogoods[i][1], self.nogoods[i][0].bit_count(), i)
            )
            self.used[blockers[c]] = len(self.nogoods)
            return
        if c not in bounds:
            bounds[c] = lower_bound(self.graph, child)
        if bounds[c] > r:
            blockers[c] = self.learn(
                self.graph.all_clusters & ~self.witness(child, r), r, "bound", {}
            )
            self.used[blockers[c]] = len(self.nogoods)
            known.append(blockers[c])

    def witness(self, s: int, r: int) -> int:
        of_colour = self.graph.of_colour
        dry = [of_c & ~s for of_c in of_colour if of_c & ~s]
        z = 0
        for beyond in self.waves(s)[::-1][: max(r + 1 - len(dry), 0)]:
            new = [of_c for of_c in of_colour if not of_c & z]
            z = z | self.graph.neighbours_of(z) if z else self.rooted(beyond, z)
            before = 0
            while z != before:
                before = z
                for of_c in new:
                    if of_c & z:
                        z = self.rooted(beyond & of_c, z)
        for of_c in dry:
            if not of_c & z and sum(1 for other in dry if other & z) < r + 1:
                z |= 1 << of_c.bit_length() - 1
        return z

    def waves(self, s: int) -> list[int]:
        """Return the clusters that each wave leaves dry, from the first wave on."""
        left = []
        while s != self.graph.all_clusters:
            dry, front = self.graph.all_clusters & ~s, self.graph.neighbours_of(s) & ~s
            finished = sum(of_c & dry for of_c in self.graph.of_colour if not of_c & dry & ~front)
            if not finished:
                left.append(dry & ~front)
            s |= finished or front
        return left

    def rooted(self, choice: int, z: int) -> int:
        near = {x: self.graph.adjacent[x] | 1 << x for x in members(choice)}
        return z | near[min(near, key=lambda x: ((near[x] & ~z).bit_count(), -x))]

    def learn(self, b: int, r: int, kind: str, reasons: dict[int, int]) -> int:
        colours = range(len(self.graph.of_colour))
        row = (self.graph.all_clusters & ~b, r, kind, tuple(reasons.get(c, -1) for c in colours))
        self.nogoods.append(row)
        self.used.append(len(self.nogoods) - 1)
        self.filed.add(len(self.nogoods) - 1)
        return len(self.nogoods) - 1

    def forget(self, r: int) -> None:
        """Drop the less recently used half of the nogoods of level r if there are too many."""
        filed = sorted((self.used[i], i) for i in self.filed if self.nogoods[i][1] == r)
        if len(filed) > self.most:
            self.filed.difference_update(i for _, i in filed[: len(filed) // 2])

    def excluded(self, i: int, c: int) -> int:
        z = self.nogoods[i][0]
        return z | self.graph.neighbours_of(z & self.graph.of_colour[c])

    def generalise_finish(self, s: int, r: int, c: int, blocker: int) -> None:
        b = self.graph.all_clusters & ~self.excluded(blocker, c)
        dry = self.graph.of_colour[c] & ~s
        if not dry & ~b:
            b &= ~(dry & -dry)
        self.learn(b, r, "finish", {c: blocker})

    def generalise(self, s, r, children, blockers, known) -> None:
        whole = self.graph.all_clusters
        reasons: dict[int, int] = {}
        taken = {c: self.excluded(blockers[c], c) for c in children}
        for c, child in children.items():
            room = whole
            for other, z in taken.items():
                if other != c:
                    room &= ~z
            reasons[c] = min(
                (i for i in known if not self.nogoods[i][0] & child),
                key=lambda i: (
                    (self.excluded(i, c) & room).bit_count(),
                    self.nogoods[i][0].bit_count(),
                    i,
                ),
            )
            self.used[reasons[c]] = len(self.nogoods)
            taken[c] = self.excluded(reasons[c], c)
        b = whole
        for z in taken.values():
            b &= ~z
        for c, of_c in enumerate(self.graph.of_colour):
            if c in children or not self.dry(of_c, s):
                continue
            reasons[c] = max(
                (reasons[other] for other in children),
                key=lambda i: (b & ~self.excluded(i, c)).bit_count(),
            )
            b &= ~self.excluded(reasons[c], c)
        self.learn(b, r, "moves", reasons)


def refuting_nogoods(board, p, wall_limit, memory, threads=1, make=Twin):
    """Replace the function of the same name by a twin."""
    twin = make(ClusterGraph.of(board))
    if twin.ask(p) is not None:
        return None
    if not twin.nogoods:
        return [Nogood(twin.graph.all_clusters & ~1, p, "bound", ())]
    used = {len(twin.nogoods) - 1}
    for i in range(len(twin.nogoods) - 1, -1, -1):
        if i in used:
            used.update(j for j in twin.nogoods[i][3] if j >= 0)
    place = {i: number for number, i in enumerate(sorted(used))}
    numbers = graph_of(board).board_number
    return [
        Nogood(
            z=sum(1 << numbers[x] for x in members(twin.nogoods[i][0])),
            r=twin.nogoods[i][1],
            kind=twin.nogoods[i][2],
            reasons=()
            if twin.nogoods[i][2] == "bound"
            else tuple(place.get(j) for j in twin.nogoods[i][3]),
        )
        for i in place
    ]
