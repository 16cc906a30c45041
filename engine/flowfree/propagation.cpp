#include "flowfree/propagation.hpp"

#include "flowfree/reasons.hpp"

namespace puzzlesat::flowfree {

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
    const int mine = node_[x].piece, f = node_[mine].flow;
    for (int d = 0; d < 4; ++d) {
        const int y = around.node[d], its = node_[y].piece, g = node_[its].flow;
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
    FlowNode& whole = node_[node_[v].piece];
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
                node_[node_[u == join.node ? v : u].piece].flow = join.flow;
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

template class PropagationWith<NoNotes>;
template class PropagationWith<Steps>;

}  // namespace puzzlesat::flowfree
