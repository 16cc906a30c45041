#include "floodit/schedule.hpp"

#include <atomic>
#include <future>
#include <numeric>

#include "floodit/distance_beam.hpp"
#include "floodit/landmarks.hpp"

namespace puzzlesat::floodit {

namespace {

constexpr int WIDER = 3;  // the factor from the width of one beam to the next

// The number of beam states per obligation of the search; an obligation takes as long as four
// states. With equal times for beams and search, boards took up to 50% longer: wider beams rarely
// find better solutions, and the search itself finds the last one.
constexpr int STATES_PER_OBLIGATION = 1;

// The number of landmark states that take as long as a distance beam, per unit of its width.
constexpr int STATES_PER_WIDTH = 6'000;

// Return the result of a function, or nothing if memory does not suffice.
template <class Run>
auto unless_out_of_memory(Run run) -> decltype(run()) {
    try {
        return run();
    } catch (const Stopped& stopped) {
        if (stopped.reason != Stopped::Reason::memory) throw;
        return {};
    }
}

// Runs one beam at a time, in a thread if there is a core for it.
class BackgroundWorker {
public:
    using Found = std::optional<Solution>;

    BackgroundWorker(bool has_core, Poll& poll) : has_core_(has_core), poll_(poll) {}
    ~BackgroundWorker() { ended_ = true; }  // the future's destructor waits for the thread

    // Start a function of a Poll in the thread, or run it here.
    template <class Run>
    void start(Run run) {
        if (has_core_) {
            found_ = std::async(std::launch::async, [this, run, seconds = poll_.left()] {
                Poll poll(seconds, [this](double) {
                    if (ended_) throw Stopped{Stopped::Reason::time};
                });
                return unless_out_of_memory([&] { return run(poll); });
            });
        } else {
            std::promise<Found> promise;
            promise.set_value(unless_out_of_memory([&] { return run(poll_); }));
            found_ = promise.get_future();
        }
    }

    // Wait for the end, and return the result.
    Found finish() {
        while (found_.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
            poll_.check();
        }
        return found_.get();
    }

private:
    bool has_core_;
    Poll& poll_;
    std::atomic<bool> ended_ = false;
    std::future<Found> found_;
};

// Beams, each of which runs when the search has made enough progress.
struct BeamSchedule {
    Search& search;
    const std::vector<int>& starts;
    Bounds& bounds;
    const Options& options;
    Poll& poll;
    int width = options.first_width;

    // Run the next beam, unless another thread ends the search in the meantime.
    void run_one() {
        if (width > options.max_width) return;
        struct Overtaken {};
        Poll own(poll.left(), [&](double) {
            poll.check();
            if (search.is_over()) throw Overtaken();
        });
        std::optional<Solution> found;
        try {
            found =
                unless_out_of_memory([&] { return search.beam(starts, width, bounds.upper, own); });
        } catch (const Overtaken&) {
            return;
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

void tighten(const Graph& graph, Bounds& bounds, const Options& options, Memory& memory,
             Poll& poll) {
    std::optional<Landmarks> landmarks = unless_out_of_memory([&] {
        std::optional<Landmarks> made;
        if (Landmarks::is_suitable(graph)) made.emplace(graph, memory, poll);
        return made;
    });
    BackgroundWorker worker(options.cores > 1 && !memory.has_limit(), poll);
    for (int width = options.first_width; width <= options.max_distance_width; width *= WIDER) {
        worker.start([&, width, below = bounds.upper](Poll& own) -> std::optional<Solution> {
            const auto moves = distance_beam(graph, width, below, memory, own);
            return moves ? std::optional<Solution>({0, *moves}) : std::nullopt;
        });
        if (landmarks) {
            bounds.refute(landmarks->bound() - 1, "landmarks");
            landmarks->tighten(double(width) * STATES_PER_WIDTH, poll);
            bounds.refute(landmarks->bound() - 1, "landmarks");
        }
        if (const auto found = worker.finish()) {
            bounds.improve(*found, "distance beam " + std::to_string(width));
        }
        if (bounds.upper - bounds.lower <= options.tighten_until_gap) return;
    }
}

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
    bool may_tighten = starts.size() == 1;
    const auto is_far = [&] { return bounds.upper - bounds.lower > options.top_down_gap; };
    const auto is_slow = [&] {
        const std::int64_t work = search.obligations() * graph.clusters();
        return may_tighten && work >= options.tighten_after && is_far();
    };
    Moves moves;
    while (!bounds.closed()) {
        if (is_slow()) {
            may_tighten = false;
            tighten(graph, bounds, options, search.memory, poll);
            continue;
        }
        const int p = is_far() ? bounds.lower : bounds.upper - 1;
        const auto is_needless = [&] {
            beams.advance();
            return bounds.upper <= p || is_slow();
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
