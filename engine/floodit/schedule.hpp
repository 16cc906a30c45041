// The schedule of searches that close in on the minimum of a board, from below and from above.
#pragma once
#include <functional>
#include <string>

#include "floodit/search.hpp"

namespace puzzlesat::floodit {

struct Options {
    double seconds = std::numeric_limits<double>::infinity();
    // With two, and no limit on memory, `tighten` runs beams alongside the landmarks. Of limited
    // memory, what one of two has taken is not there for the other, so they take turns.
    int cores = 1;
    // How far apart the ends are when the search first asks for a better solution.
    int near = 4;
    // How far apart they are when other work goes on instead of the search.
    int far = 12;
    // That begins after this many obligations times clusters, most often a quarter of a second.
    std::int64_t tighten_after = 5'000'000;
    // The width of the first beam, which takes as long as refuting one move less on small boards.
    int first_width = 10;
    // The width of the last distance beam, and that which no beam exceeds: on the largest boards
    // such a beam fills a gigabyte.
    int max_distance_width = 3'000;
    int max_width = 30'000;
};

// What is known of a minimum, and what is called when it changes.
struct Bounds {
    int lower;
    int upper;
    std::function<void(int p, const std::string& by)> on_refuted;
    std::function<void(const Solution&, const std::string& by)> on_improved;

    bool closed() const { return lower >= upper; }

    // Take note that p moves do not suffice.
    void refute(int p, const std::string& by) {
        if (p < lower) return;
        lower = p + 1;
        on_refuted(p, by);
    }

    // Take note of a solution.
    void improve(const Solution& solution, const std::string& by) {
        if (static_cast<int>(solution.moves.size()) >= upper) return;
        upper = static_cast<int>(solution.moves.size());
        on_improved(solution, by);
    }
};

// Close in on the fewest moves over some starts, which are clusters, until they are known. Throws
// Stopped when a limit is met; the bounds told are true at every moment.
//
// The property-directed search refutes, while wider and wider beams look for solutions. While the
// ends of the interval are more than `near` apart the search is for as few moves as have not been
// refuted, and once they are near for one move less than the best solution. Where they are still
// far apart after `tighten_after`, and there is one start, `tighten` takes its turn, once: most
// boards of some hundred clusters are solved before.
//
// Several starts share the nogoods, which hold for any (`Pdr::set_root`): a refutation of one start
// is a nogood (Z, p), and refutes each start outside of Z, most often its whole surroundings,
// without a search. They share the best solution known, of whatever start, and a beam that begins
// with all starts at once. Starts are searched in the order of their lower bounds, and those whose
// bound is above p not at all.
void close(const Graph& graph, Search& search, const std::vector<int>& starts, Bounds& bounds,
           const Options& options, Memory& memory, Poll& poll);

// Bring the ends of an interval nearer, from both sides, without a search for a proof.
//
// That is done once, and then, with wider beams and more states, while the ends are more than
// `far` apart. Boards of thousands of clusters come no nearer by the search. What there is no
// memory for is left out.
void tighten(const Graph& graph, Bounds& bounds, const Options& options, Memory& memory,
             Poll& poll);

}  // namespace puzzlesat::floodit
