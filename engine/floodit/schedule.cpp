#include "floodit/schedule.hpp"

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
    Bounds& bounds;
    const Options& options;
    Poll& poll;
    int width = options.first_width;

    void run_one() {
        if (width > options.max_width) return;
        std::optional<Moves> found;
        try {
            found = search.beam(width, bounds.upper, poll);
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

void close_bounds(Search& search, Bounds& bounds, const Options& options, Poll& poll) {
    bounds.improve(greedy(search.graph, 0), "greedy");
    bounds.refute(search.bound() - 1, "h");
    BeamSchedule beams{search, bounds, options, poll};
    beams.run_one();
    Moves moves;
    while (!bounds.closed()) {
        const bool is_far = bounds.upper - bounds.lower > options.top_down_gap;
        const int p = is_far ? bounds.lower : bounds.upper - 1;
        const auto is_needless = [&] {
            beams.advance();
            return bounds.upper <= p;
        };
        const Outcome outcome = search.solve(p, moves, poll, is_needless);
        if (outcome == Outcome::solved) bounds.improve(moves, "pdr");
        if (outcome == Outcome::refuted) bounds.refute(p, "pdr");
    }
}

}  // namespace puzzlesat::floodit
