#include "floodit/schedule.hpp"

#include <numeric>

namespace puzzlesat::floodit {

namespace {

constexpr int WIDER = 3;  // the factor from the width of one beam to the next

// The number of beam states per obligation of the search; an obligation takes as long as four
// states. With equal times for beams and search, boards took up to 50% longer: wider beams rarely
// find better solutions, and the search itself finds the last one.
constexpr int STATES_PER_OBLIGATION = 1;

// Beams, each of which runs when the search has made enough progress.
struct BeamSchedule {
    Search& search;
    const std::vector<int>& starts;
    Bounds& bounds;
    const Options& options;
    Poll& poll;
    int width = options.first_width;

    void run_one() {
        if (width > options.max_width) return;
        std::optional<Solution> found;
        try {
            found = search.beam(starts, width, bounds.upper, poll);
        } catch (const Stopped& stopped) {  // without memory for a beam, the search goes on
            if (stopped.limit != Stopped::Limit::memory) throw;
        }
        const std::string by = "beam " + std::to_string(width);
        width *= WIDER;
        if (found) bounds.improve(*found, by);
    }

    // Run the next beam if it is due.
    void advance() {
        const std::int64_t turn = std::int64_t(width) * bounds.upper;
        if (turn <= search.obligations() * STATES_PER_OBLIGATION) run_one();
    }
};

}  // namespace

void close(Search& search, const std::vector<int>& starts, Bounds& bounds, const Options& options,
           Poll& poll) {
    const Graph& graph = search.graph;
    std::vector<int> refuted, order(starts.size());
    for (int x : starts) {
        poll.step(static_cast<std::uint32_t>(graph.clusters()));
        search.set_root(x);
        refuted.push_back(search.bound() - 1);
        bounds.improve({x, greedy(graph, x)}, "greedy");
    }
    bounds.refute(*std::min_element(refuted.begin(), refuted.end()), "h");
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int j) { return refuted[i] < refuted[j]; });

    BeamSchedule beams{search, starts, bounds, options, poll};
    beams.run_one();
    Moves moves;
    while (!bounds.closed()) {
        const bool is_far = bounds.upper - bounds.lower > options.top_down_gap;
        const int p = is_far ? bounds.lower : bounds.upper - 1;
        const auto is_needless = [&] {
            beams.advance();
            return bounds.upper <= p;
        };
        for (int i : order) {
            if (refuted[i] >= p) continue;
            search.set_root(starts[i]);
            const Outcome outcome = search.is_blocked(p, poll)
                                        ? Outcome::refuted
                                        : search.solve(p, moves, poll, is_needless);
            if (outcome == Outcome::solved) bounds.improve({starts[i], moves}, "pdr");
            if (outcome != Outcome::refuted) break;
            refuted[i] = p;
        }
        bounds.refute(*std::min_element(refuted.begin(), refuted.end()), "pdr");
    }
}

}  // namespace puzzlesat::floodit
