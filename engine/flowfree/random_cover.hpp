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
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/poll.hpp"
#include "common/random.hpp"
#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

constexpr int MOVES_PER_CELL = 1000;  // after which a cover is considered random

class Cover {
public:
    // paths: a cover; least: minimum number of nodes of a path; touching: whether paths may touch
    // themselves; seed: of the random numbers, not 0.
    Cover(const Graph& graph, const Paths& paths, int least, bool touching, std::uint64_t seed)
        : nodes_(graph.nodes()),
          least_(least),
          touching_(touching),
          count_(static_cast<int>(paths.size())),
          neighbour_(graph.neighbour),
          linked_(graph.nodes() + 1, {NONE, NONE}),
          owner_(graph.nodes() + 1, NONE),
          random_(seed) {
        for (auto& near : neighbour_) std::replace(near.begin(), near.end(), NONE, nodes_);
        const std::size_t room = std::max(graph.nodes() / least, count_);
        ends_.resize(room);
        length_.resize(room);
        for (int number = 0; number < count_; ++number) {
            int before = NONE;
            for (const int node : paths[number]) {
                owner_[node] = number;
                if (before != NONE) {
                    linked_[before][1] = node;
                    linked_[node][0] = before;
                }
                before = node;
            }
            length_[number] = static_cast<int>(paths[number].size());
            ends_[number] = {paths[number].front(), before};
        }
    }

    // Make moves. In the first third, about half of them are splits; then fewer are, and in the
    // last third none. Whole paths are taken over only while there are more than `goal` paths.
    void mix(std::int64_t moves, int goal, Poll& poll) {
        for (std::int64_t move = 0; move < moves; ++move) {
            if (move % MOVES_BETWEEN_POLLS == 0) poll.check();
            const std::int64_t left = std::max<std::int64_t>(2 * moves / 3 - move, 0);
            if (random_.below(2 * moves) < std::min(moves / 3, left) * 3)
                split();
            else
                take_over(goal);
        }
    }

    Paths paths() const {  // each from one of its ends
        Paths found;
        for (int number = 0; number < count_; ++number)
            found.push_back(path_from(*this, ends_[number][0]));
        return found;
    }

    int next(int node, int before) const { return linked_[node][0] + linked_[node][1] - before; }

private:
    static constexpr std::int64_t MOVES_BETWEEN_POLLS = 10'000;

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

    static void replace(Pair& pair, int old, int by) { pair[pair[0] == old ? 0 : 1] = by; }

    // Assign a tail to a path: a node and all nodes after it, away from the node `before`.
    void give(int node, int before, int path) {
        walk(*this, node, before, [&](int x) { return owner_[x] = path, true; });
    }

    // Separate a tail from the rest of its path. The tail runs from `node`, whose given side is
    // linked to the rest, to `last`.
    void detach(int node, int side, int last) {
        const int rest = linked_[node][side];
        if (rest == NONE) return;
        replace(linked_[rest], node, NONE);
        replace(ends_[owner_[node]], last, rest);
        linked_[node][side] = NONE;
    }

    void take_over(int goal) {
        const int p = random_.below(count_), end_side = random_.below(2);
        const int way = random_.below(4), side = random_.below(2);
        const int end = ends_[p][end_side], node = neighbour_[end][way], q = owner_[node];
        if (q == NONE || q == p) return;
        const int rest_begins = linked_[node][side];
        // known without following the tail
        if (rest_begins == NONE ? count_ <= goal : length_[q] <= least_) return;
        int taken = 0, last = node, contacts = 0;
        const bool fits = walk(*this, node, rest_begins, [&](int x) {
            ++taken;
            last = x;
            for (const int y : neighbour_[x]) contacts += owner_[y] == p;
            return touching_ || contacts == 1;  // only where the tail begins
        });
        const int rest = length_[q] - taken;
        if (!fits || (rest > 0 && rest < least_)) return;
        detach(node, side, last);
        give(node, NONE, p);
        linked_[node][side] = end;
        replace(linked_[end], NONE, node);
        ends_[p][end_side] = last;
        length_[p] += taken;
        length_[q] = rest;
        if (rest > 0) return;
        --count_;
        if (q != count_) {
            give(ends_[count_][0], NONE, q);
            ends_[q] = ends_[count_];
            length_[q] = length_[count_];
        }
    }

    void split() {
        const int node = random_.below(nodes_), side = random_.below(2);
        const int q = owner_[node], rest_begins = linked_[node][side];
        if (rest_begins == NONE || count_ == static_cast<int>(ends_.size())) return;
        int length = 0, last = node;
        walk(*this, node, rest_begins, [&](int x) { return ++length, last = x, true; });
        if (length < least_ || length_[q] - length < least_) return;
        detach(node, side, last);
        give(node, NONE, count_);
        ends_[count_] = {node, last};
        length_[count_] = length;
        length_[q] -= length;
        ++count_;
    }
};

}  // namespace puzzlesat::flowfree
