// Beam search on boards of thousands of clusters, by the distance of what is dry.
//
// On such boards the lower bound distinguishes few states: it counts the waves that reach the
// farthest cluster, and their number is often the same after different moves. Good and bad states
// differ in the distances of *all* dry clusters from the flooded ones. Each weighs the square of
// twice its distance less one, so that what is far off counts most. Distances are kept with each
// state, and a move only lowers some of them, which takes a tenth of the time of computing them
// again.
#pragma once
#include <optional>

#include "common/memory.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

// Return a solution of fewer than `below` moves from cluster 0, or nothing if the beam finds none.
//
// After each move, the `width` states are kept whose dry clusters weigh the least, or fewer where
// the board is so large that they would consist of more than 2^24 distances.
std::optional<Moves> distance_beam(const Graph& graph, std::size_t width, int below, Memory& memory,
                                   Poll& poll);

}  // namespace puzzlesat::floodit
