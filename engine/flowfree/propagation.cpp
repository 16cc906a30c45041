#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

Propagation::Propagation(const Graph& graph, const std::vector<int>& flow, bool strict)
    : due(graph.links(), {true, true}),
      activity(graph.nodes(), 0.0),
      graph_(graph),
      strict_(strict),
      node_(graph.nodes()),
      value_(graph.links(), unknown) {
    if (flow.size() != node_.size())
        throw std::invalid_argument("there must be a flow for each node");
    for (int x = 0; x < graph.nodes(); ++x) {
        Node& node = node_[x];
        if (flow[x] < NONE || flow[x] >= graph.nodes())
            throw std::invalid_argument("flows must be numbered from 0, below the number of nodes");
        node.piece = node.far = x;
        node.flow = flow[x];
        node.need = flow[x] == NONE ? 2 : 1;
        for (const int link : graph.link[x]) node.free += link != NONE;
    }
    trail_.reserve(value_.size());
}

bool Propagation::start() {
    for (int x = 0; x < graph_.nodes(); ++x)
        if (!degree(x) || (node_[x].flow != NONE && !compare_flows(x))) return false;
    return propagate();
}

bool Propagation::assign(int link, Value value) {
    if (value_[link] != unknown) return value_[link] == value;
    value_[link] = value;
    trail_.push_back(link);
    return true;
}

bool Propagation::propagate() {
    while (done_ < trail_.size()) {
        const int link = trail_[done_];
        ++steps;
        if (!(value_[link] == on ? join(link) : leave(link))) {
            for (const int x : graph_.ends[link]) activity[x] += 1.0;
            return false;
        }
    }
    return true;
}

// Once a node has the used links that it needs, its other links are unused; if it needs all its
// open links, they are used.
bool Propagation::degree(int x) {
    const Node& node = node_[x];
    if (node.free < node.need) return false;
    if (node.need == 0 || node.free == node.need)
        for (const int link : graph_.link[x])
            if (link != NONE && value_[link] == unknown) assign(link, node.need ? on : off);
    return true;
}

// Exclude a link between p and q, the two ends of a piece of three nodes or more.
bool Propagation::ring(int p, int q) {
    for (int d = 0; d < 4; ++d)
        if (graph_.neighbour[p][d] == q && !assign(graph_.link[p][d], off)) return false;
    return true;
}

// Exclude links of x, an end of a piece that was joined from two parts, by which a flow would touch
// itself. In the part without x, `other` is the node at the join, `before` the node that it was
// joined to, and `size` the number of nodes. Only this part can have a contact not found earlier.
bool Propagation::touch(int x, int other, int before, int size) {
    const int mine = node_[x].piece;
    for (int d = 0; d < 4; ++d) {
        const int link = graph_.link[x][d], y = graph_.neighbour[x][d];
        if (y == NONE || value_[link] == off || node_[y].need == 0 || node_[y].piece == mine)
            continue;
        const int its = node_[y].piece;
        const bool met = node_[its].size < size ? is_adjacent(y, NONE, mine, link)
                                                : is_adjacent(other, before, its, link);
        if (met && !assign(link, off)) return false;
    }
    return true;
}

// Return whether the path from x on touches a piece elsewhere than at the given link.
bool Propagation::is_adjacent(int x, int before, int piece, int link) const {
    return !walk(*this, x, before, [&](int z) {
        for (int d = 0; d < 4; ++d) {
            const int y = graph_.neighbour[z][d];
            if (y != NONE && node_[y].piece == piece && graph_.link[z][d] != link) return false;
        }
        return true;
    });
}

// Decide the links of a node whose flow is known to neighbours whose flow is known.
bool Propagation::compare_flows(int x) {
    const int mine = node_[x].piece, f = node_[mine].flow;
    for (int d = 0; d < 4; ++d) {
        const int y = graph_.neighbour[x][d], link = graph_.link[x][d];
        if (y == NONE || node_[y].piece == mine) continue;
        const int g = flow(y);
        if (g != NONE && f != g && !assign(link, off)) return false;
        if (f == g && strict_ && !assign(link, on)) return false;
    }
    return true;
}

// Join the pieces at the ends of a used link. The link joins neither two flows nor, under the
// strict rule, pieces that are neighbours elsewhere: such links were excluded when the pieces were
// formed.
bool Propagation::join(int link) {
    auto [u, v] = graph_.ends[link];
    int a = node_[u].piece, b = node_[v].piece;
    if (node_[u].need == 0 || node_[v].need == 0 || a == b) return false;
    if (node_[a].size > node_[b].size) {
        std::swap(u, v);
        std::swap(a, b);
    }
    const int f = node_[a].flow, g = node_[b].flow, m = node_[a].size, n = node_[b].size;
    const int p = node_[u].far, q = node_[v].far;
    joins_.push_back({u, a, p, q, g});
    ++done_;
    node_[u].linked += v - NONE;
    node_[v].linked += u - NONE;
    for (const int x : {u, v}) {
        --node_[x].need;
        --node_[x].free;
    }
    rename(u, v, b);
    node_[b].size = m + n;
    if (g == NONE) node_[b].flow = f;
    node_[p].far = q;
    node_[q].far = p;
    if (!degree(u) || !degree(v)) return false;
    if (strict_) {
        if (!touch(p, v, u, n) || !touch(q, u, v, m)) return false;
    } else if (m + n > 2 && !ring(p, q)) {
        return false;
    }
    if ((f == NONE) == (g == NONE)) return true;
    if (f == NONE) std::swap(u, v);  // from v on, the flow is known only now
    return walk(*this, v, u, [this](int x) { return compare_flows(x); });
}

bool Propagation::leave(int link) {
    const auto [u, v] = graph_.ends[link];
    --node_[u].free;
    --node_[v].free;
    ++done_;
    return degree(u) && degree(v);
}

void Propagation::rename(int x, int before, int piece) {
    walk(*this, x, before, [&](int y) { return node_[y].piece = piece, true; });
}

void Propagation::backtrack(std::size_t length) {
    while (trail_.size() > length) {
        const int link = trail_.back();
        trail_.pop_back();
        if (trail_.size() < done_) {
            done_ = trail_.size();
            auto [u, v] = graph_.ends[link];
            ++node_[u].free;
            ++node_[v].free;
            if (value_[link] == on) {
                const Join join = joins_.back();
                joins_.pop_back();
                if (u != join.node) std::swap(u, v);
                node_[u].linked -= v - NONE;
                node_[v].linked -= u - NONE;
                ++node_[u].need;
                ++node_[v].need;
                node_[join.far].far = u;
                node_[join.other_far].far = v;
                Node& rest = node_[node_[v].piece];
                rename(u, NONE, join.piece);
                rest.size -= node_[join.piece].size;
                rest.flow = join.flow;
            }
        }
        value_[link] = unknown;
    }
}

bool Propagation::refuted(int link, Value value) {
    const std::size_t length = trail_.size();
    assign(link, value);
    const bool possible = propagate();
    if (possible)
        for (std::size_t i = length; i < trail_.size(); ++i)
            due[trail_[i]][value_[trail_[i]]] = false;
    backtrack(length);
    return !possible;
}

}  // namespace puzzlesat::flowfree
