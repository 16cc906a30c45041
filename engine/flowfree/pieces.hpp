// Pieces of flows, and the rules that concern their links alone.
//
// Nodes joined by used links form a piece of a flow; at first, each node is a piece. The rules:
//   degree  An endpoint has one used link and any other node two.
//   ring    A link between two nodes of one piece is not used.
//   touch   If no flow may touch itself: pieces that are neighbours in two places are not linked in
//           either. (An open link between two nodes of one piece would close a ring if used, and
//           let the flow touch itself if not. Touch prevents such links, so it replaces ring.)
// Propagation and Learning apply them; they differ in the rules of flows and in what they record.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

enum Value : std::int8_t { unknown = -1, unused = 0, used = 1 };

inline Value opposite(Value value) { return value == used ? unused : used; }

struct PieceNode {
    int linked = 2 * NONE;  // the sum of the two nodes linked to it, NONE if missing
    int far = 0;            // at an end of a piece: the other end
    int size = 1;           // the number of nodes of the piece with this name
    int need = 2;           // the number of used links that it still lacks
    int free = 0;           // the number of links that may still be used
};

// Rules, the derived class, has members that return false on a contradiction:
//   lacking(x)                      the node x has fewer open links than it needs
//   exclude_ring(link, x, y)        the link would join the ends x and y of one piece
//   exclude_touch(link, x, z, y, w) the link from x to y would join pieces that are neighbours at z
//                                   and w, too; x and z are on one piece, y and w on the other
// and value(link), which is unused for the number of links, and derive(link, value, x): by degree
// at the node x, an open link has a value.
template <class Rules, class Node>
class Pieces {
public:
    int need(int x) const { return node_[x].need; }
    int free(int x) const { return node_[x].free; }
    int next(int x, int before) const { return node_[x].linked - before; }

protected:
    // The links of a node and the nodes at their other ends. In place of a missing link, there is
    // one more link, which is unused, to one more node, which needs none.
    struct Around {
        BySide link, node;
    };
    struct Join {  // the smaller piece of a join and its node there, and the data for undoing it
        int node, piece, far, other_far, flow;
    };

    Pieces(const Graph& graph, const std::vector<int>& flow, bool strict)
        : graph_(graph), strict_(strict), around_(graph.nodes()), node_(graph.nodes() + 1) {
        check_flow(graph, flow);
        piece_.assign(graph.nodes() + 1, graph.nodes());
        for (int x = 0; x < graph.nodes(); ++x) {
            Node& node = node_[x];
            piece_[x] = node.far = x;
            node.need = flow[x] == NONE ? 2 : 1;
            for (int d = 0; d < 4; ++d) {
                const bool missing = graph.link[x][d] == NONE;
                around_[x].link[d] = missing ? graph.links() : graph.link[x][d];
                around_[x].node[d] = missing ? graph.nodes() : graph.neighbour[x][d];
                node.free += !missing;
            }
        }
        node_.back().need = 0;
        joins_.reserve(graph.nodes());
    }

    bool can_join(int link) const {
        const auto [u, v] = graph_.ends[link];
        return node_[u].need != 0 && node_[v].need != 0 && piece_[u] != piece_[v];
    }

    // Join the pieces at the ends of a used link; return the ends, that of the smaller piece first.
    Pair unite(int link) {
        auto [u, v] = graph_.ends[link];
        if (node_[piece_[u]].size > node_[piece_[v]].size) std::swap(u, v);
        const int a = piece_[u], b = piece_[v], p = node_[u].far, q = node_[v].far;
        joins_.push_back({u, a, p, q, NONE});
        node_[u].linked += v - NONE;
        node_[v].linked += u - NONE;
        for (const int x : {u, v}) {
            --node_[x].need;
            --node_[x].free;
        }
        rename(u, v, b);
        node_[b].size += node_[a].size;
        node_[p].far = q;
        node_[q].far = p;
        return {u, v};
    }

    // Apply the rules to the pieces that a link from u to v, of the smaller piece, has just joined.
    bool apply_joined(int u, int v) {
        const auto [node, piece, p, q, flow] = joins_.back();
        const int m = node_[piece].size, n = node_[piece_[v]].size - m;
        if (!apply_degree(u) || !apply_degree(v)) return false;
        if (strict_) return apply_touch(p, v, u, n) && apply_touch(q, u, v, m);
        return m + n == 2 || apply_ring(p, q);
    }

    void exclude(int link) {
        for (const int x : graph_.ends[link]) --node_[x].free;
    }

    // Undo exclude() or the last unite(); return the join.
    void include(int link) {
        for (const int x : graph_.ends[link]) ++node_[x].free;
    }
    Join separate(int link) {
        auto [u, v] = graph_.ends[link];
        const Join join = joins_.back();
        joins_.pop_back();
        if (u != join.node) std::swap(u, v);
        node_[u].linked -= v - NONE;
        node_[v].linked -= u - NONE;
        for (const int x : {u, v}) {
            ++node_[x].need;
            ++node_[x].free;
        }
        node_[join.far].far = u;
        node_[join.other_far].far = v;
        rename(u, NONE, join.piece);
        node_[piece_[v]].size -= node_[join.piece].size;
        return join;
    }

    // Once a node has the used links that it needs, its other links are unused; if it needs all its
    // open links, they are used.
    bool apply_degree(int x) {
        const Node& node = node_[x];
        if (node.free < node.need) return rules().lacking(x);
        if (node.free == 0 || (node.need != 0 && node.free > node.need)) return true;
        const Value value = node.need != 0 ? used : unused;
        for (const int link : around_[x].link)
            if (rules().value(link) == unknown) rules().derive(link, value, x);
        return true;
    }

    const Graph& graph_;
    const bool strict_;
    std::vector<Around> around_;  // of each node
    std::vector<Node> node_;
    std::vector<int> piece_;   // of each node: its piece, named by one of that piece's nodes
    std::vector<Join> joins_;  // for each used link whose pieces are joined

private:
    Rules& rules() { return static_cast<Rules&>(*this); }

    void rename(int x, int before, int piece) {
        walk(*this, x, before, [&](int y) { return piece_[y] = piece, true; });
    }

    // Exclude a link between p and q, the two ends of a piece of three nodes or more.
    bool apply_ring(int p, int q) {
        const Around& around = around_[p];
        for (int d = 0; d < 4; ++d)
            if (around.node[d] == q && !rules().exclude_ring(around.link[d], p, q)) return false;
        return true;
    }

    // Exclude links of x, an end of a piece that was joined from two parts, by which a flow would
    // touch itself. In the part without x, `other` is the node at the join, `before` the node that
    // it was joined to, and `size` the number of nodes. Only this part can have a contact not found
    // earlier.
    bool apply_touch(int x, int other, int before, int size) {
        if (node_[x].need == 0) return true;
        if (size == 1) return apply_touch_of_node(x, other);
        const Around& around = around_[x];
        const int mine = piece_[x];
        for (int d = 0; d < 4; ++d) {
            const int link = around.link[d], y = around.node[d], its = piece_[y];
            if (rules().value(link) == unused || node_[y].need == 0 || its == mine) continue;
            const bool is_small = node_[its].size < size;
            auto [near, far] =
                is_small ? contact(y, NONE, mine, link) : contact(other, before, its, link);
            if (near == NONE) continue;
            if (is_small) std::swap(near, far);
            if (!rules().exclude_touch(link, x, near, y, far)) return false;
        }
        return true;
    }

    // The same if the part without x is one node, the most frequent case.
    bool apply_touch_of_node(int x, int other) {
        const Around &around = around_[x], &there = around_[other];
        const int mine = piece_[x];
        BySide beside;
        for (int e = 0; e < 4; ++e) beside[e] = piece_[there.node[e]];
        for (int d = 0; d < 4; ++d) {
            const int link = around.link[d], y = around.node[d], its = piece_[y];
            if (its == mine) continue;
            for (int e = 0; e < 4; ++e) {
                if (beside[e] != its || there.link[e] == link) continue;
                if (rules().value(link) == unused || node_[y].need == 0) break;
                if (!rules().exclude_touch(link, x, other, y, there.node[e])) return false;
                break;
            }
        }
        return true;
    }

    // The first node of the path from x on that is a neighbour of a piece other than over a link,
    // and that neighbour; NONE if there is none.
    Pair contact(int x, int before, int piece, int link) const {
        Pair found{NONE, NONE};
        walk(*this, x, before, [&](int z) {
            const Around& around = around_[z];
            for (int d = 0; d < 4; ++d)
                if (piece_[around.node[d]] == piece && around.link[d] != link) {
                    found = {z, around.node[d]};
                    return false;
                }
            return true;
        });
        return found;
    }
};

}  // namespace puzzlesat::flowfree
