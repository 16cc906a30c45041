// Propagation by the rules of the game: links that every solution uses, or that none uses.
//
// To the rules of pieces.hpp, it adds those of flows, which are known from the endpoints:
//   flows   A link between pieces of two different flows is not used.
//   flow    If no flow may touch itself: a link between two pieces of one flow is used.
// (If no flow may touch itself, neighbours are linked if and only if they belong to one flow.)
// The rules are monotone, so the order of their application does not change the result.
#pragma once
#include <cstdint>
#include <vector>

#include "flowfree/pieces.hpp"

namespace puzzlesat::flowfree {

// Why a link has a value, or why it cannot have one.
struct Reason {
    enum class Rule : std::int8_t { degree, ring, touch, flows, flow } rule;
    // degree: a node, and NONE; otherwise two nodes: the ends of a piece, those at which pieces
    // touch, or the ends of the link
    int x, y;
};

// Takes no notes, so that propagation is fast.
struct NoNotes {
    template <class State>
    void derived(const State&, int, Value, Reason) {}
    template <class State>
    void contradicted(const State&, int, Value, Reason) {}
    static constexpr bool is_full() { return false; }
};

struct FlowNode : PieceNode {
    int flow = NONE;  // the flow of the piece with this name
};

// Notes: is told each derived link and its reason, in the order of the trail, and a contradiction:
// the link that should have a value by a reason, or NONE if a node lacks links. Propagation pauses
// while its notes are full.
template <class Notes>
class PropagationWith : public Pieces<PropagationWith<Notes>, FlowNode> {
    using Base = Pieces<PropagationWith<Notes>, FlowNode>;
    friend Base;

public:
    // flow: the flow that ends at each node, or NONE; strict: no flow may touch itself. Throws
    // std::invalid_argument unless `flow` has an item for each node.
    PropagationWith(const Graph& graph, const std::vector<int>& flow, bool strict);

    // The following return false on a contradiction.
    bool start();                         // derive links from the endpoints
    bool assign(int link, Value value) {  // record the value of a link
        if (value_[link] != unknown) return value_[link] == value;
        set(link, value);
        return true;
    }
    bool propagate();  // derive all consequences

    // Undo the last links of the trail until it has this length.
    void backtrack(std::size_t length);

    // Return whether propagation refutes a value of an unknown link. If it does not, the
    // consequences of that value need no test of their own. If all links are then known, they are a
    // solution, which is undone unless it is to be kept.
    bool refuted(int link, Value value, bool keep_complete = false);

    Value value(int link) const { return value_[link]; }
    std::vector<Value> values() const { return {value_.begin(), value_.end() - 1}; }
    std::size_t length() const { return length_; }        // of the trail: the known links
    int known(std::size_t i) const { return trail_[i]; }  // in order
    bool complete() const { return length_ == trail_.size(); }
    int flow(int x) const { return node_[piece_[x]].flow; }
    int piece_size(int x) const { return node_[piece_[x]].size; }
    int latest() const { return trail_[done_ - 1]; }  // the link whose consequences are derived

    // When each value of a link was last found to be possible, by a clock that its owner advances.
    std::vector<std::array<std::uint32_t, 2>> tested;
    std::uint32_t now = 1;
    std::vector<double> activity;  // of each node: recent contradictions there
    std::int64_t steps = 0;        // links that have become known so far, including tests
    [[no_unique_address]] Notes notes;

private:
    using Base::around_, Base::graph_, Base::joins_, Base::node_, Base::piece_, Base::strict_;
    using Rule = Reason::Rule;

    void set(int link, Value value) {
        value_[link] = value;
        trail_[length_++] = link;
    }
    void derive(int link, Value value, int x) {
        notes.derived(*this, link, value, {Rule::degree, x, NONE});
        set(link, value);
    }
    bool derive(int link, Value value, Reason reason) {
        if (value_[link] == value) return true;
        if (value_[link] != unknown) {
            notes.contradicted(*this, link, value, reason);
            return false;
        }
        notes.derived(*this, link, value, reason);
        set(link, value);
        return true;
    }
    bool lacking(int x) {
        notes.contradicted(*this, NONE, used, {Rule::degree, x, NONE});
        return false;
    }
    bool exclude_ring(int link, int x, int y) { return derive(link, unused, {Rule::ring, x, y}); }
    bool exclude_touch(int link, int, int z, int, int w) {
        return derive(link, unused, {Rule::touch, z, w});
    }
    bool compare_flows(int x);
    bool join(int link);
    bool leave(int link);

    std::vector<Value> value_;
    std::vector<int> trail_;  // known links in the order in which they became known
    std::size_t length_ = 0;  // the number of them
    std::size_t done_ = 0;    // the number of them whose consequences have been derived
};

template <class Notes>
PropagationWith<Notes>::PropagationWith(const Graph& graph, const std::vector<int>& flow,
                                        bool strict)
    : Base(graph, flow, strict),
      tested(graph.links(), {0, 0}),
      activity(graph.nodes(), 0.0),
      value_(graph.links() + 1, unknown),
      trail_(graph.links()) {
    for (int x = 0; x < graph.nodes(); ++x) node_[x].flow = flow[x];
    value_.back() = unused;
}

template <class Notes>
bool PropagationWith<Notes>::start() {
    for (int x = 0; x < graph_.nodes(); ++x)
        if (!this->apply_degree(x) || (node_[x].flow != NONE && !compare_flows(x))) return false;
    return propagate();
}

template <class Notes>
bool PropagationWith<Notes>::propagate() {
    while (done_ < length_ && !notes.is_full()) {
        const int link = trail_[done_];
        ++steps;
        if (!(value_[link] == used ? join(link) : leave(link))) {
            for (const int x : graph_.ends[link]) activity[x] += 1.0;
            return false;
        }
    }
    return true;
}

// Decide the links of a node whose flow is known to neighbours whose flow is known.
template <class Notes>
bool PropagationWith<Notes>::compare_flows(int x) {
    const auto& around = around_[x];
    const int mine = piece_[x], f = node_[mine].flow;
    for (int d = 0; d < 4; ++d) {
        const int y = around.node[d], its = piece_[y], g = node_[its].flow;
        if (g == NONE || its == mine) continue;
        if (f != g && !derive(around.link[d], unused, {Rule::flows, x, y})) return false;
        if (f == g && strict_ && !derive(around.link[d], used, {Rule::flow, x, y})) return false;
    }
    return true;
}

// Join the pieces at the ends of a used link. The link joins neither two flows nor, under the
// strict rule, pieces that are neighbours elsewhere: such links were excluded when the pieces were
// formed.
template <class Notes>
bool PropagationWith<Notes>::join(int link) {
    if (!this->can_join(link)) {
        const auto [x, y] = graph_.ends[link];
        const bool is_full = node_[x].need == 0 || node_[y].need == 0;
        notes.contradicted(*this, link, unused,
                           is_full ? Reason{Rule::degree, node_[x].need == 0 ? x : y, NONE}
                                   : Reason{Rule::ring, x, y});
        return false;
    }
    auto [u, v] = this->unite(link);
    ++done_;
    auto& join = joins_.back();
    FlowNode& whole = node_[piece_[v]];
    const int f = node_[join.piece].flow, g = whole.flow;
    join.flow = g;
    if (g == NONE) whole.flow = f;
    if (!this->apply_joined(u, v)) return false;
    if ((f == NONE) == (g == NONE)) return true;
    if (f == NONE) std::swap(u, v);  // from v on, the flow is known only now
    return walk(*this, v, u, [this](int x) { return compare_flows(x); });
}

template <class Notes>
bool PropagationWith<Notes>::leave(int link) {
    const auto [u, v] = graph_.ends[link];
    this->exclude(link);
    ++done_;
    return this->apply_degree(u) && this->apply_degree(v);
}

template <class Notes>
void PropagationWith<Notes>::backtrack(std::size_t length) {
    while (length_ > length) {
        const int link = trail_[--length_];
        if (length_ < done_) {
            done_ = length_;
            if (value_[link] == used) {
                const auto join = this->separate(link);
                const auto [u, v] = graph_.ends[link];
                node_[piece_[u == join.node ? v : u]].flow = join.flow;
            } else {
                this->include(link);
            }
        }
        value_[link] = unknown;
    }
}

template <class Notes>
bool PropagationWith<Notes>::refuted(int link, Value value, bool keep_complete) {
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

using Propagation = PropagationWith<NoNotes>;

}  // namespace puzzlesat::flowfree
