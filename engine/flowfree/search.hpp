// Search for solutions, and deduction by single assumptions, both based on propagation.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

struct SearchResult {
    bool ended = true;             // all solutions are found, or as many as wanted
    std::vector<Paths> solutions;  // for each flow its nodes, from the first endpoint to the other
    std::vector<Value> value;      // of each link in every solution, or unknown
    std::vector<int> flow;         // of each node, likewise
};

// Look for solutions until there are enough, or until more than a maximum number of links,
// including guesses, have become known. If the maximum is 0, there are no guesses. Throws Stopped
// when time is up.
SearchResult search(const Graph& graph, const std::vector<int>& flow, bool strict,
                    std::size_t wanted, std::int64_t max_steps, Poll& poll);

// The number of links, including guesses, after which clauses are learnt. On boards of up to 1000
// cells, hardly any puzzle needs more; on larger ones, learning is faster if the search does not
// end soon. A million steps take about a tenth of a second.
inline std::int64_t max_steps(int links) {
    return links <= 2'000 ? 200'000 : std::min(20 * links, 2'000'000);
}

// The same, but after that maximum, go on by learning (learning.hpp). When time is up, `ended` is
// false, and the solutions found by learning are kept.
SearchResult search_and_learn(const Graph& graph, const std::vector<int>& flow, bool strict,
                              std::size_t wanted, std::int64_t max_steps, Poll& poll);

// The links of a solvable puzzle that rules, and then single assumptions, decide. An assumption is
// that an open link is used or unused. If it contradicts the rules, the opposite holds. In a round,
// all open links are tried independently; the results are known from the next round on.
class Deduction {
public:
    Deduction(Graph graph, const std::vector<int>& flow, bool strict);
    Deduction(const Deduction&) = delete;  // the propagation refers to the graph

    // Make rounds until a round decides nothing, or the maximum number, including all earlier
    // rounds, is reached. Throws Stopped when time is up; may be called again.
    void assume(int max_rounds, Poll& poll);

    int rounds = 0;             // those that decided a link
    bool contradicted = false;  // whether there was a contradiction, so the puzzle has no solution
    std::vector<Value> values() const { return state_.values(); }
    std::vector<int> open_links() const;

private:
    const Graph graph_;
    Propagation state_;
};

}  // namespace puzzlesat::flowfree
