// Reasons: the steps to a solution, each of which can be checked by hand, and hints for a player.
//
// The rules of propagation.hpp are applied until they derive nothing more. Then single links are
// assumed to be used or unused; a contradiction refutes the assumption and decides its link. When
// no assumption is refuted in few steps, a search decides a link, without a reason.
#pragma once
#include <limits>
#include <string_view>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

// What is known about a link, and why. `rule` is one of
//   degree, ring, touch, flows, flow  the rules
//   contradiction  `because` of a rule, a link should have the value and has the opposite, or, if
//                  `link` is NONE, a node lacks links
//   given          the link was given as used
//   assume         an assumption; the steps after it that are `assumed` follow from it
//   refuted        the opposite of the assumption, whose steps ended with a contradiction
//   search         every solution that agrees with the earlier steps uses the link
//   choice         solutions differ here; the steps follow one of them
struct Step {
    std::string_view rule, because = {};
    int link = NONE;
    Value value = unknown;
    // Further links, unused since a node of this one needs no more links.
    std::vector<int> closed = {};
    // Those of the reason: a node that needs its links, a piece whose ends would be joined, or two
    // nodes of which the flows matter.
    std::vector<int> nodes = {};
    Pair flows = {NONE, NONE};  // of these two nodes, the smaller first
    int need = 0, free = 0;     // of a node that needs its links, before the step
    bool assumed = false;
};

// The notes of a propagation: its steps.
class Steps {
public:
    template <class State>
    void derived(const State& state, int link, Value value, Reason reason);
    template <class State>
    void contradicted(const State& state, int link, Value value, Reason reason);
    bool is_full() const { return list.size() >= most; }

    void add(Step step);
    void truncate(std::size_t size) { list.resize(size); }

    std::vector<Step> list;
    std::size_t most = std::numeric_limits<std::size_t>::max();

private:
    std::vector<int> step_of_;  // of each link
};

struct Walkthrough {
    std::vector<Step> steps;
    std::vector<Paths> solutions;  // at most two
};

// The steps until `links` links are known to be used, or all. Throws Stopped when time is up.
Walkthrough walkthrough(const Graph& graph, const std::vector<int>& flow, bool strict, int links,
                        Poll& poll);

struct Hint {
    // link: a further one that all solutions use; wrong: no solution uses all given links, and the
    // only one, if there is just one, does not use `link`; done; several: no further link is in all
    // solutions; unsolvable; undecided: time is up
    std::string_view kind;
    int link = NONE;
    Step step = {};  // how the link is known: by a rule, refuted or search
};

Hint hint(const Graph& graph, const std::vector<int>& flow, bool strict,
          const std::vector<int>& given, Poll& poll);

}  // namespace puzzlesat::flowfree
