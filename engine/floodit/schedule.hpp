// The schedule of the searches that raise the lower and reduce the upper bound of a minimum.
#pragma once
#include <functional>
#include <string>

#include "floodit/search.hpp"

namespace puzzlesat::floodit {

struct Options {
    // The largest difference of the bounds at which the search tries one move fewer than the best
    // solution.
    int top_down_gap = 4;
    // The width of the first beam, which takes as long as refuting one move fewer on small boards.
    int first_width = 10;
    // The maximum width of beams; on the largest boards, such beams take a gigabyte.
    int max_width = 30'000;
};

// The bounds of a minimum, and functions that are called when they change.
struct Bounds {
    int lower;
    int upper;
    std::function<void(int p, const std::string& by)> on_refuted;
    std::function<void(const Moves&, const std::string& by)> on_improved;

    bool closed() const { return lower >= upper; }

    // Record that p moves do not suffice.
    void refute(int p, const std::string& by) {
        if (p < lower) return;
        lower = p + 1;
        on_refuted(p, by);
    }

    // Record a solution.
    void improve(const Moves& moves, const std::string& by) {
        if (static_cast<int>(moves.size()) >= upper) return;
        upper = static_cast<int>(moves.size());
        on_improved(moves, by);
    }
};

// Close the bounds of the minimum. Throws Stopped when a limit is reached; reported bounds are valid
// at all times.
//
// The property-directed search refutes numbers of moves, while beams of growing width look for
// solutions. While the bounds differ by more than `top_down_gap`, the search queries the smallest
// number of moves that is not refuted; after that, one move fewer than the best solution.
void close_bounds(Search& search, Bounds& bounds, const Options& options, Poll& poll);

}  // namespace puzzlesat::floodit
