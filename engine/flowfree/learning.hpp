// Search that learns from conflicts, for puzzles that propagation and a short search do not solve.
//
// It is conflict-driven clause learning (CDCL) on two kinds of variables: whether a link is used,
// and, as in the encoding `links`, the bits of the number of each node's flow. No clause is written
// in advance. Propagators derive what the clauses of the encoding would, by the rules of
// propagation.hpp, and give the reason for each value when a conflict is analysed:
//   degree  A node has one used link if it is an endpoint, otherwise two.
//   equal   Nodes that a used link joins have the same flow.
//   differ  A link between nodes whose flows differ is not used.
//   same    If no flow may touch itself: neighbours of one flow are linked; neighbours that are not
//           linked have different flows, so the last unknown bit follows from all others.
//   cycle   Used links form no cycle. If no flow may touch itself, not even all links of a cycle
//           but one are used: the last one would join neighbours of one flow.
#pragma once
#include <cstddef>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

// Look for solutions until there are enough. value: of each link, if it is known to hold in every
// solution, otherwise unknown. Solutions found before Stopped is thrown are kept.
void learn(const Graph& graph, const std::vector<int>& flow, bool strict,
           const std::vector<Value>& value, std::size_t wanted, Poll& poll,
           std::vector<Paths>& solutions);

}  // namespace puzzlesat::flowfree
