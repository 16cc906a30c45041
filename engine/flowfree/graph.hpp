// A board as a graph: nodes, at most four links at each, and the node at the other end of each
// link.
#pragma once
#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

namespace puzzlesat::flowfree {

constexpr int NONE = -1;  // no node, no link, no flow

using Pair = std::array<int, 2>;
using BySide = std::array<int, 4>;  // of the left, right, top and bottom side of a node
using Paths = std::vector<std::vector<int>>;

struct Graph {
    int nodes() const { return static_cast<int>(link.size()); }
    int links() const { return static_cast<int>(ends.size()); }
    bool is_node(int x) const { return x >= 0 && x < nodes(); }
    int between(int x, int y) const {  // the link between two nodes, or NONE
        for (int d = 0; d < 4; ++d)
            if (neighbour[x][d] == y) return link[x][d];
        return NONE;
    }

    std::vector<Pair> ends;         // of each link
    std::vector<BySide> link;       // of each node
    std::vector<BySide> neighbour;  // of each node: the other ends of its links, in the same order
};

// Throws std::invalid_argument unless `flow` has a flow or NONE for each node.
inline void check_flow(const Graph& graph, const std::vector<int>& flow) {
    const auto is_flow = [&](int f) { return f == NONE || graph.is_node(f); };
    if (std::ssize(flow) != graph.nodes() || !std::all_of(flow.begin(), flow.end(), is_flow))
        throw std::invalid_argument("each node must have a flow below the number of nodes, or -1");
}

// The first endpoint of each flow.
inline std::vector<int> first_ends(const std::vector<int>& flow) {
    std::vector<int> first;
    for (int x = 0; x < std::ssize(flow); ++x) {
        if (flow[x] == NONE) continue;
        if (flow[x] >= std::ssize(first)) first.resize(flow[x] + 1, NONE);
        if (first[flow[x]] == NONE) first[flow[x]] = x;
    }
    return first;
}

// The links that paths use.
inline std::vector<int> links_along(const Graph& graph, const Paths& paths) {
    std::vector<int> links;
    for (const auto& path : paths)
        for (std::size_t i = 1; i < path.size(); ++i)
            links.push_back(graph.between(path[i - 1], path[i]));
    return links;
}

// Visit the nodes of a path from x on, away from the node `before`, while `visit` returns true;
// return whether it always did.
template <class Linked, class Visit>
bool walk(const Linked& paths, int x, int before, Visit visit) {
    while (x != NONE) {
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
    walk(paths, end, NONE, [&](int x) { return nodes.push_back(x), true; });
    return nodes;
}

// The paths from some ends.
template <class Linked>
Paths paths_from(const Linked& linked, const std::vector<int>& ends) {
    Paths paths;
    for (const int x : ends) paths.push_back(path_from(linked, x));
    return paths;
}

}  // namespace puzzlesat::flowfree
