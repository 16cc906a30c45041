// Beam search: it quickly finds good solutions, and thus upper bounds on the minimum.
#pragma once
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "floodit/bit_graph.hpp"

namespace puzzlesat::floodit {

// Return a solution of fewer than `below` moves, or nothing if the beam finds none.
//
// After each move, the `width` states with the lowest bound are kept. Ties go to the states with
// the most clusters that are flooded or, counted twice, at the front.
template <int W>
std::optional<Moves> beam(const BitGraph<W>& graph, std::size_t width, int below, Memory& memory,
                          Poll& poll) {
    if (graph.clusters() == 1) return below > 0 ? std::optional(Moves()) : std::nullopt;
    struct Child {
        Word rank;  // 16 bits of the bound, 24 of the flooded clusters, and 24 of a hash
        int number, parent, colour;
    };
    const std::size_t n = graph.words(), k = graph.k();
    // A state is two sets: the flooded clusters, and the dry ones next to them.
    CountedVector<Word> states(width * 2 * n, memory), made(width * k * 2 * n, memory);
    CountedVector<Child> children(memory);
    children.reserve(width * k);
    // For each move, the parent and the colour of each state kept.
    CountedVector<CountedVector<std::pair<int, int>>> history(memory);
    typename BitGraph<W>::Local dry(graph), gained(graph);

    insert(states.data(), 0);
    graph.front_of(states.data(), states.data() + n);
    std::size_t count = 1;
    for (int moves = 1; moves < below; ++moves) {
        children.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const Word *flooded = states.data() + i * 2 * n, *front = flooded + n;
            graph.without(graph.all_clusters(), flooded, dry);
            // If a colour can be finished, some shortest solution continues with it.
            const int finish = graph.finishable(dry, front);
            for (int c = 0; c < graph.k(); ++c) {
                if (finish >= 0 && c != finish) continue;
                graph.common(front, graph.of_colour(c), gained);
                if (graph.is_empty(gained)) continue;
                const int number = static_cast<int>(children.size());
                Word *child = made.data() + number * 2 * n, *child_front = child + n;
                graph.copy(flooded, child);
                graph.copy(front, child_front);
                graph.flood(gained, child, child_front);
                poll.step(1 + 4 * graph.words());
                const int most = below - 1 - moves;
                const int bound = graph.lower_bound(child, child_front, most);
                if (bound > most) continue;
                static_assert(MAX_CLUSTERS < 1 << 16, "a bound must fit into its bits");
                const Word dry_rank =
                    (1 << 24) - 1 - graph.size(child) - 2 * graph.size(child_front);
                children.push_back({Word(bound) << 48 | dry_rank << 24 | graph.hash(child) >> 40,
                                    number, static_cast<int>(i), c});
            }
        }
        if (children.empty()) return std::nullopt;
        std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.number < b.number;
        });
        history.emplace_back(memory).reserve(std::min(width, children.size()));
        count = 0;
        Word rank = 0;
        for (const Child& child : children) {
            const Word* state = made.data() + child.number * 2 * n;
            Word* kept = states.data() + count * 2 * n;
            if (count > 0 && child.rank == rank && graph.equal(state, kept - 2 * n)) continue;
            graph.copy(state, kept);
            graph.copy(state + n, kept + n);
            history.back().emplace_back(child.parent, child.colour);
            rank = child.rank;
            if (++count == width) break;
        }
        if (graph.is_empty(states.data() + n)) {
            Moves found(moves);
            int state = 0;
            for (int d = moves; d-- > 0;) std::tie(state, found[d]) = history[d][state];
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace puzzlesat::floodit
