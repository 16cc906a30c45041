// Propagation by the rules of the game: links that every solution uses, or that none uses.
//
// Nodes joined by used links form a piece of a flow; at first, each node is a piece. The rules:
//   degree  An endpoint has one used link and any other node two.
//   ring    A link between two nodes of one piece is not used.
//   flows   A link between pieces of two different flows is not used.
// If no flow may touch itself, neighbours are linked if and only if they belong to one flow:
//   flow    A link between two pieces of one flow is used.
//   touch   Pieces that are neighbours in two places are not linked in either. (An open link
//           between two nodes of one piece would close a ring if used, and let the flow touch
//           itself if not. Touch prevents such links, so it replaces ring.)
// The rules are monotone, so the order of their application does not change the result.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

enum Value : std::int8_t { unknown = -1, unused = 0, used = 1 };

inline Value opposite(Value value) { return value == used ? unused : used; }

class Propagation {
public:
    // flow: the flow that ends at each node, or NONE; strict: no flow may touch itself. Throws
    // std::invalid_argument unless `flow` has an item for each node.
    Propagation(const Graph& graph, const std::vector<int>& flow, bool strict);

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

    // Return whether propagation refutes a value of an unknown link. If it does not, the consequences
    // of that value need no test of their own. If all links are then known, they are a solution,
    // which is undone unless it is to be kept.
    bool refuted(int link, Value value, bool keep_complete = false);

    Value value(int link) const { return value_[link]; }
    std::vector<Value> values() const { return {value_.begin(), value_.end() - 1}; }
    std::size_t length() const { return length_; }        // of the trail: the known links
    int known(std::size_t i) const { return trail_[i]; }  // in order
    bool complete() const { return length_ == trail_.size(); }
    int need(int x) const { return node_[x].need; }
    int free(int x) const { return node_[x].free; }
    int flow(int x) const { return node_[node_[x].piece].flow; }
    int next(int x, int before) const { return node_[x].linked - before; }

    // When each value of a link was last found to be possible, by a clock that its owner advances.
    std::vector<std::array<std::uint32_t, 2>> tested;
    std::uint32_t now = 1;
    std::vector<double> activity;  // of each node: recent contradictions there
    std::int64_t steps = 0;        // links that have become known so far, including tests

private:
    struct alignas(32) Node {
        int linked = 2 * NONE;  // the sum of the two nodes linked to it, NONE if missing
        int piece = 0;          // its piece, named by one of that piece's nodes
        int far = 0;            // at an end of a piece: the other end
        int size = 1;           // the number of nodes of the piece with this name
        int flow = NONE;        // the flow of the piece with this name
        int need = 2;           // the number of used links that it still lacks
        int free = 0;           // the number of links that may still be used
    };
    struct Join {  // the data for undoing it
        int node, piece, far, other_far, flow;
    };

    // The links of a node and the nodes at their other ends. In place of a missing link, there is one
    // more link, which is unused, to one more node, which needs none.
    struct Around {
        Four link, node;
    };

    void set(int link, Value value) {
        value_[link] = value;
        trail_[length_++] = link;
    }
    bool apply_degree(int x);
    bool apply_ring(int p, int q);
    bool apply_touch(int x, int other, int before, int size);
    bool is_adjacent(int x, int before, int piece, int link) const;
    bool compare_flows(int x);
    bool join(int link);
    bool leave(int link);
    void rename(int x, int before, int piece);

    const Graph& graph_;
    const bool strict_;
    std::vector<Around> around_;  // of each node
    std::vector<Node> node_;
    std::vector<Value> value_;
    std::vector<int> trail_;   // known links in the order in which they became known
    std::size_t length_ = 0;   // the number of them
    std::size_t done_ = 0;     // the number of them whose consequences have been derived
    std::vector<Join> joins_;  // for each used link among these
};

}  // namespace puzzlesat::flowfree
