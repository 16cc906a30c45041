// Random covers of a board by long, winding paths.
//
// A cover is a partition of the nodes into paths of a minimum length. Unless paths may touch
// themselves, any two neighbours on one path are consecutive on it. There are two kinds of moves,
// which are not made if a path would then be too short, or touch itself though it may not:
//   take over  An end of a path continues into a neighbouring node of another path, and takes over
//              this node and all nodes on one side of it. If these are the whole other path, the
//              two become one.
//   split      A path is split into two.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "common/poll.hpp"
#include "common/random.hpp"
#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

constexpr int MOVES_PER_CELL = 1000;  // after which a cover is considered random

// Throws std::invalid_argument unless paths of at least so many nodes contain every node once.
void check_cover(const Graph& graph, const Paths& paths, int least);

class Cover {
public:
    // paths: a cover; least: minimum number of nodes of a path; touching: whether paths may touch
    // themselves; seed: of the random numbers, not 0.
    // Throws std::invalid_argument if an argument is invalid.
    Cover(const Graph& graph, const Paths& paths, int least, bool touching, std::uint64_t seed);

    // Make moves. In the first third, about half of them are splits; then fewer are, and in the
    // last third none. Whole paths are taken over only while there are more than `goal` paths.
    void mix(std::int64_t moves, int goal, Poll& poll);

    Paths paths() const;  // each from one of its ends
    int next(int node, int before) const { return linked_[node][0] + linked_[node][1] - before; }

private:
    void give(int node, int before, int path);
    void detach(int node, int side, int last);
    void take_over(int goal);
    void split();

    const int nodes_, least_;
    const bool touching_;
    int count_;  // of paths
    // Beyond the border, the neighbour is an additional node, which is on no path.
    std::vector<BySide> neighbour_;
    std::vector<Pair> linked_;  // the neighbours of each node on its path
    std::vector<int> owner_;    // the path of each node
    std::vector<Pair> ends_;    // of each path, with room for the maximum number of paths
    std::vector<int> length_;   // of each path
    FastRandom random_;
};

}  // namespace puzzlesat::flowfree
