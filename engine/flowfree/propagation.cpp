#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

Propagation::Propagation(const Graph& graph, const std::vector<int>& flow, bool strict)
    : tested(graph.links(), {0, 0}),
      activity(graph.nodes(), 0.0),
      graph_(graph),
      strict_(strict),
      around_(graph.nodes()),
      node_(graph.nodes() + 1),
      value_(graph.links() + 1, unknown),
      trail_(graph.links()) {
    if (flow.size() != around_.size())
        throw std::invalid_argument("there must be a flow for each node");
    for (int x = 0; x < graph.nodes(); ++x) {
        Node& node = node_[x];
        if (flow[x] < NONE || flow[x] >= graph.nodes())
            throw std::invalid_argument("flows must be numbered from 0, below the number of nodes");
        node.piece = node.far = x;
        node.flow = flow[x];
        node.need = flow[x] == NONE ? 2 : 1;
        for (int d = 0; d < 4; ++d) {
            const bool missing = graph.link[x][d] == NONE;
            around_[x].link[d] = missing ? graph.links() : graph.link[x][d];
            around_[x].node[d] = missing ? graph.nodes() : graph.neighbour[x][d];
            node.free += !missing;
        }
    }
    node_.back().piece = graph.nodes();
    node_.back().need = 0;
    value_.back() = unused;
    joins_.reserve(graph.nodes());
}

bool Propagation::start() {
    for (int x = 0; x < graph_.nodes(); ++x)
        if (!apply_degree(x) || (node_[x].flow != NONE && !compare_flows(x))) return false;
    return propagate();
}

bool Propagation::propagate() {
    while (done_ < length_) {
        const int link = trail_[done_];
        ++steps;
        if (!(value_[link] == used ? join(link) : leave(link))) {
            for (const int x : graph_.ends[link]) activity[x] += 1.0;
            return false;
        }
    }
    return true;
}

// Once a node has the used links that it needs, its other links are unused; if it needs all its
// open links, they are used.
bool Propagation::apply_degree(int x) {
    const Node& node = node_[x];
    if (node.free < node.need) return false;
    if (node.free == 0 || (node.need != 0 && node.free > node.need)) return true;
    const Value value = node.need != 0 ? used : unused;
    for (const int link : around_[x].link)
        if (value_[link] == unknown) set(link, value);
    return true;
}

// Exclude a link between p and q, the two ends of a piece of three nodes or more.
bool Propagation::apply_ring(int p, int q) {
    const Around& around = around_[p];
    for (int d = 0; d < 4; ++d)
        if (around.node[d] == q && !assign(around.link[d], unused)) return false;
    return true;
}

// Exclude links of x, an end of a piece that was joined from two parts, by which a flow would touch
// itself. In the part without x, `other` is the node at the join, `before` the node that it was
// joined to, and `size` the number of nodes. Only this part can have a contact not found earlier.
bool Propagation::apply_touch(int x, int other, int before, int size) {
    if (node_[x].need == 0) return true;
    const Around& around = around_[x];
    const int mine = node_[x].piece;
    for (int d = 0; d < 4; ++d) {
        const int link = around.link[d], y = around.node[d], its = node_[y].piece;
        if (value_[link] == unused || node_[y].need == 0 || its == mine) continue;
        const bool met = node_[its].size < size ? is_adjacent(y, NONE, mine, link)
                                                : is_adjacent(other, before, its, link);
        if (met && !assign(link, unused)) return false;
    }
    return true;
}

// Return whether the path from x on touches a piece elsewhere than at the given link.
bool Propagation::is_adjacent(int x, int before, int piece, int link) const {
    return !walk(*this, x, before, [&](int z) {
        const Around& around = around_[z];
        for (int d = 0; d < 4; ++d)
            if (node_[around.node[d]].piece == piece && around.link[d] != link) return false;
        return true;
    });
}

// Decide the links of a node whose flow is known to neighbours whose flow is known.
bool Propagation::compare_flows(int x) {
    const Around& around = around_[x];
    const int mine = node_[x].piece, f = node_[mine].flow;
    for (int d = 0; d < 4; ++d) {
        const int its = node_[around.node[d]].piece, g = node_[its].flow;
        if (g == NONE || its == mine) continue;
        if (f != g && !assign(around.link[d], unused)) return false;
        if (f == g && strict_ && !assign(around.link[d], used)) return false;
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
    if (!apply_degree(u) || !apply_degree(v)) return false;
    if (strict_) {
        if (!apply_touch(p, v, u, n) || !apply_touch(q, u, v, m)) return false;
    } else if (m + n > 2 && !apply_ring(p, q)) {
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
    return apply_degree(u) && apply_degree(v);
}

void Propagation::rename(int x, int before, int piece) {
    walk(*this, x, before, [&](int y) { return node_[y].piece = piece, true; });
}

void Propagation::backtrack(std::size_t length) {
    while (length_ > length) {
        const int link = trail_[--length_];
        if (length_ < done_) {
            done_ = length_;
            auto [u, v] = graph_.ends[link];
            ++node_[u].free;
            ++node_[v].free;
            if (value_[link] == used) {
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

bool Propagation::refuted(int link, Value value, bool keep_complete) {
    const std::size_t length = length_;
    set(link, value);
    const bool possible = propagate();
    if (possible) {
        if (keep_complete && complete()) return false;
        for (std::size_t i = length; i < length_; ++i) tested[trail_[i]][value_[trail_[i]]] = now;
    }
    backtrack(length);
    return !possible;
}

}  // namespace puzzlesat::flowfree
