// Beam search on boards of thousands of clusters, by the distances of the dry clusters.
//
// On such boards the lower bound distinguishes few states: it counts the waves that reach the
// farthest cluster, and their number is often the same after different moves. Good and bad states
// differ in the distances of *all* dry clusters from the flooded ones. The weight of a dry cluster
// at distance d is (2d - 1)², so distant clusters count most. Distances are stored with each state.
// A move lowers only some distances; updating these takes a tenth of the time of computing all.
#pragma once
#include <optional>

#include "common/memory.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

// Return a solution of fewer than `below` moves from cluster 0, or nothing if the beam finds none.
//
// After each move, the `width` states with the smallest total weight are kept, or fewer if the
// board is so large that they would have more than 2^24 distances.
std::optional<Moves> distance_beam(const Graph& graph, std::size_t width, int below, Memory& memory,
                                   Poll& poll);

}  // namespace puzzlesat::floodit
