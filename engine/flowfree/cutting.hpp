// Cuts after which the puzzle of a cover has one solution and is easy enough.
//
// A cover is a partition of the board into paths (random_cover.hpp); it is a solution of the puzzle
// whose endpoints are the ends of the paths. If there is a second solution, paths are cut in two at
// links in which the solutions differ, once in each region of such links. The new endpoints exclude
// the second solution, and the cover remains one. Such rounds of cuts are repeated until there is
// no second solution. If no flow may touch itself, a cut may add solutions, because the two pieces
// may touch each other; but fewer are left in which flows may touch themselves.
//
// Before that, for every level but the highest, paths are cut at links that rules and the rounds of
// single assumptions of the level (Deduction in search.hpp) leave open: of several random cuts, at
// the one after which rules leave the fewest open. Without a level, this is done only if flows may
// touch themselves, until assumptions decide all links: long flows leave too many open otherwise.
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "common/poll.hpp"
#include "common/random.hpp"
#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

constexpr int LEAST_LENGTH = 3;  // of a path, in nodes; the ends of shorter flows are neighbours

class Cutting {
public:
    // most_flows: as many as there are symbols. Throws std::invalid_argument unless paths of two
    // nodes or more are a cover.
    Cutting(const Graph& graph, const Paths& paths, bool strict, int most_flows, std::uint64_t seed,
            Poll& poll);

    // Cut where the pieces are longest, but so that they can be cut into so many flows, until there
    // are so many; return whether there are.
    bool cut_to(int flows);

    // Return whether the puzzle has one solution and a level, 0 to 3, or any if the level is NONE.
    bool fits(int level);

    // Cut until it does; return whether that succeeded.
    bool cut_until_fit(int level);

    const Paths& paths() const { return paths_; }
    std::vector<int> flow() const;  // of each node that is an end, in the order of the first ends

private:
    struct Cut {
        std::size_t number, at;
    };
    std::vector<Cut> cuts_at(const std::set<int>& links) const;
    bool cut_regions(std::set<int> links);
    std::set<int> other_links();
    std::set<int> open_links(const Paths& paths, int rounds);
    bool is_of(int level);
    bool ease(int rounds);

    const Graph& graph_;
    const bool strict_;
    const std::size_t most_flows_;
    Paths paths_;
    Random random_;
    Poll& poll_;
};

}  // namespace puzzlesat::flowfree
