#include "flowfree/search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "flowfree/learning.hpp"

namespace puzzlesat::flowfree {

namespace {

constexpr int TRIALS_BETWEEN_POLLS = 64;
constexpr double DECAY = 0.95;  // of activities, with each contradiction

class Search {
public:
    Search(const Graph& graph, const std::vector<int>& flow, bool strict, std::int64_t max_steps,
           Poll& poll)
        : graph_(graph),
          state_(graph, flow, strict),
          first_(first_ends(flow)),
          max_steps_(max_steps),
          poll_(poll) {}

    SearchResult run(std::size_t wanted) {
        SearchResult found;
        one_is_enough_ = wanted == 1;
        changed_.assign(graph_.nodes(), state_.now);
        schedule_all();
        const bool possible = state_.start();
        scheduled_ = state_.length();  // all nodes are due already
        if (possible && probe_endpoints()) {
            found.ended = search(wanted, found.solutions);
            if (!guesses_.empty()) backtrack(guesses_.front().length);
        }
        if (!found.ended) found.solutions.clear();
        found.value = state_.values();
        for (int x = 0; x < graph_.nodes(); ++x) found.flow.push_back(state_.flow(x));
        return found;
    }

private:
    struct Guess {
        std::size_t length;  // of the trail before it
        bool flipped;
    };

    // Returns false if the step limit is reached.
    bool search(std::size_t wanted, std::vector<Paths>& solutions) {
        for (;;) {
            if (state_.propagate() && probe_endpoints()) {
                if (out_of_steps()) return false;
                const int link = choose();
                if (link != NONE) {
                    guesses_.push_back({state_.length(), false});
                    state_.assign(link, used);
                    continue;
                }
                solutions.push_back(paths_from(state_, first_));
                if (solutions.size() == wanted) return true;
            }
            for (double& activity : state_.activity) activity *= DECAY;
            if (!flip()) return true;
        }
    }

    // Try the links at the ends of pieces until none leads to a contradiction. A link that does is
    // used in no solution; return false if excluding it leads to a contradiction, too. A link is
    // tried again when a link near it has become known. Ends with few open links come first: most
    // contradictions are there. If one solution is enough, a trial that finds one ends the search.
    bool probe_endpoints() {
        schedule_new();
        for (int most_free = 2; most_free <= 4;) {
            bool again = false;
            for (std::size_t i = 0; i < due_.size() && !again; ++i) {
                for (std::uint64_t left = due_[i]; left != 0; left &= left - 1) {
                    const std::uint64_t bit = left & -left;
                    const int x = static_cast<int>(64 * i) + std::countr_zero(left);
                    const bool is_end = x < graph_.nodes() && state_.need(x) == 1;
                    if (is_end && state_.free(x) > most_free) continue;
                    due_[i] &= ~bit;
                    if (!is_end) continue;
                    for (const int link : graph_.link[x]) {
                        if (state_.need(x) != 1) break;
                        if (link == NONE || state_.value(link) != unknown || !is_due(link))
                            continue;
                        if (out_of_steps()) return true;
                        if (++trials_ % TRIALS_BETWEEN_POLLS == 0) poll_.check();
                        const std::size_t length = state_.length();
                        if (!state_.refuted(link, used, one_is_enough_)) {
                            if (!state_.complete()) continue;
                            guesses_.push_back({length, false});
                            return true;
                        }
                        state_.assign(link, unused);
                        if (!state_.propagate()) return false;
                        schedule_new();
                        left |= due_[i] & ~(bit | (bit - 1));
                        again = true;
                    }
                }
            }
            most_free = again ? 2 : most_free + 1;
        }
        return true;
    }

    void schedule_all() { due_.assign(graph_.nodes() / 64 + 1, ~std::uint64_t{0}); }

    // Schedule the links near those that have become known since the last call.
    void schedule_new() {
        ++state_.now;
        for (; scheduled_ < state_.length(); ++scheduled_) {
            for (const int x : graph_.ends[state_.known(scheduled_)]) {
                schedule(x);
                for (const int y : graph_.neighbour[x])
                    if (y != NONE) schedule(y);
            }
        }
    }

    void schedule(int x) {
        due_[x / 64] |= std::uint64_t{1} << x % 64;
        changed_[x] = state_.now;
    }

    bool is_due(int link) const {
        const auto [x, y] = graph_.ends[link];
        return state_.tested[link][used] < std::max(changed_[x], changed_[y]);
    }

    // The link to guess, or NONE if all are known. Links near recent contradictions are preferred,
    // and links at the ends of pieces with few open links or a known flow.
    int choose() const {
        int best = NONE;
        double most = -1.0;
        for (int x = 0; x < graph_.nodes(); ++x) {
            if (state_.need(x) == 0) continue;
            double score = state_.activity[x];
            if (state_.need(x) == 1) {
                score += 4.0 - state_.free(x);
                if (state_.flow(x) != NONE) score += 1.0;
            }
            if (score > most) {
                best = x;
                most = score;
            }
        }
        if (best == NONE) return NONE;
        return *std::find_if(graph_.link[best].begin(), graph_.link[best].end(), [this](int link) {
            return link != NONE && state_.value(link) == unknown;
        });
    }

    // Undo the last guess that was not flipped, and flip it; return false if there is none.
    bool flip() {
        for (; !guesses_.empty(); guesses_.pop_back()) {
            Guess& guess = guesses_.back();
            const int link = state_.known(guess.length);
            const Value value = state_.value(link);
            backtrack(guess.length);
            if (guess.flipped) continue;
            guess.flipped = true;
            state_.assign(link, opposite(value));
            return true;
        }
        return false;
    }

    void backtrack(std::size_t length) {
        state_.backtrack(length);
        schedule_all();
        scheduled_ = std::min(scheduled_, length);
    }

    bool out_of_steps() const { return state_.steps > max_steps_; }

    const Graph& graph_;
    Propagation state_;
    const std::vector<int> first_;  // the first endpoint of each flow
    const std::int64_t max_steps_;
    Poll& poll_;
    std::vector<Guess> guesses_;
    std::size_t scheduled_ = 0;       // the number of known links that schedule_new() has handled
    std::vector<std::uint64_t> due_;  // as bits, the nodes at which links may have to be tried
    std::vector<std::uint32_t> changed_;  // of each node: when a link near it last became known
    bool one_is_enough_ = false;          // whether one solution is enough
    int trials_ = 0;
};

}  // namespace

SearchResult search(const Graph& graph, const std::vector<int>& flow, bool strict,
                    std::size_t wanted, std::int64_t max_steps, Poll& poll) {
    if (wanted == 0) throw std::invalid_argument("at least one solution must be wanted");
    return Search(graph, flow, strict, max_steps, poll).run(wanted);
}

SearchResult search_and_learn(const Graph& graph, const std::vector<int>& flow, bool strict,
                              std::size_t wanted, std::int64_t max_steps, Poll& poll) {
    SearchResult found{
        false, {}, std::vector(graph.links(), unknown), std::vector(graph.nodes(), NONE)};
    try {
        found = search(graph, flow, strict, wanted, max_steps, poll);
        if (!found.ended) learn(graph, flow, strict, found.value, wanted, poll, found.solutions);
        found.ended = true;
    } catch (const Stopped&) {  // a limit is reached
    }
    return found;
}

Deduction::Deduction(Graph graph, const std::vector<int>& flow, bool strict)
    : graph_(std::move(graph)), state_(graph_, flow, strict) {
    contradicted = !state_.start();
}

void Deduction::assume(int max_rounds, Poll& poll) {
    std::vector<Value> found(graph_.links(), unknown);
    while (!contradicted && rounds < max_rounds && state_.length() < found.size()) {
        ++state_.now;
        bool has_decided = false;
        for (int link = 0; link < graph_.links(); ++link) {
            if (link % TRIALS_BETWEEN_POLLS == 0) poll.check();
            for (const Value value : {unused, used}) {
                if (state_.value(link) != unknown || state_.tested[link][value] == state_.now)
                    continue;
                if (!state_.refuted(link, value)) continue;
                if (found[link] != unknown) {
                    contradicted = true;
                    return;
                }
                found[link] = opposite(value);
                has_decided = true;
            }
        }
        if (!has_decided) return;
        ++rounds;
        for (int link = 0; link < graph_.links(); ++link)
            if (found[link] != unknown) state_.assign(link, found[link]);
        std::fill(found.begin(), found.end(), unknown);
        contradicted = !state_.propagate();
    }
}

std::vector<int> Deduction::open_links() const {
    std::vector<int> links;
    for (int link = 0; link < graph_.links(); ++link)
        if (state_.value(link) == unknown) links.push_back(link);
    return links;
}

}  // namespace puzzlesat::flowfree
