// Counting and listing solutions by the frontier method for decision diagrams of paths.
//
// Knuth calls it Simpath (The Art of Computer Programming 4A, section 7.1.4). Nodes are visited in
// order; a visit decides which links to later nodes are used. The frontier is the set of unvisited
// nodes at decided links. All ways to reach a state of the frontier are counted together, so that
// many solutions cost no more than few. The method suits rules under which flows may touch
// themselves: for the strict one, a state would also need the paths that must stay apart.
#pragma once
#include <cstdint>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/board.hpp"

namespace puzzlesat::flowfree {

constexpr std::uint64_t MANY = UINT64_MAX;  // as many solutions, or more

struct FrontierCount {
    std::uint64_t solutions = 0;
    std::vector<Paths> listed;  // for each flow its nodes, from the first endpoint to the other
};

// Count the solutions, and list as many as wanted. `flow` has the
// flow that ends at each node, or NONE. Unless `filling`, nodes may stay empty. Throws Stopped when
// time is up, or if there are more than `most` transitions between states, each of which takes
// about 16 bytes; std::invalid_argument if `flow` is none.
FrontierCount count_by_frontier(const Board& board, const std::vector<int>& flow, bool filling,
                                std::size_t wanted, std::size_t most, Poll& poll);

}  // namespace puzzlesat::flowfree
