// A board as a graph: nodes, at most four links at each, and the node at the other end of each link.
#pragma once
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace puzzlesat::flowfree {

constexpr int none = -1;  // no node, no link, no flow

using Pair = std::array<int, 2>;
using Four = std::array<int, 4>;
using Paths = std::vector<std::vector<int>>;

// The constructor throws std::invalid_argument unless links and nodes are consistent.
struct Graph {
    Graph(std::vector<Pair> ends_of_links, std::vector<Four> links_of_nodes)
        : ends(std::move(ends_of_links)), link(std::move(links_of_nodes)), neighbour(link.size()) {
        std::vector<int> met(ends.size(), 0);
        for (int x = 0; x < nodes(); ++x) {
            for (int d = 0; d < 4; ++d) {
                const int e = link[x][d];
                neighbour[x][d] = none;
                if (e == none) continue;
                if (e < 0 || e >= links() || (ends[e][0] != x && ends[e][1] != x))
                    throw std::invalid_argument("a node has a link that does not end there");
                neighbour[x][d] = ends[e][0] + ends[e][1] - x;
                ++met[e];
            }
        }
        for (int e = 0; e < links(); ++e)
            if (!is_node(ends[e][0]) || !is_node(ends[e][1]) || ends[e][0] == ends[e][1] || met[e] != 2)
                throw std::invalid_argument("a link must join two different nodes that have it");
    }

    int nodes() const { return static_cast<int>(link.size()); }
    int links() const { return static_cast<int>(ends.size()); }
    bool is_node(int x) const { return x >= 0 && x < nodes(); }

    std::vector<Pair> ends;       // of each link
    std::vector<Four> link;       // of each node
    std::vector<Four> neighbour;  // of each node: the other ends of its links, in the same order
};

// Visit the nodes of a path from x on, away from the node `before`, while `visit` returns true;
// return whether it always did.
template <class Linked, class Visit>
bool walk(const Linked& paths, int x, int before, Visit visit) {
    while (x != none) {
        if (!visit(x)) return false;
        const int following = paths.next(x, before);
        before = x;
        x = following;
    }
    return true;
}

// The nodes of a path from one of its ends.
template <class Linked>
std::vector<int> path_from(const Linked& paths, int end) {
    std::vector<int> nodes;
    walk(paths, end, none, [&](int x) { return nodes.push_back(x), true; });
    return nodes;
}

}  // namespace puzzlesat::flowfree
