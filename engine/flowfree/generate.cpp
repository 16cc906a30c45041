#include "flowfree/generate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "common/random.hpp"
#include "flowfree/board.hpp"
#include "flowfree/random_cover.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat::flowfree {

namespace {

constexpr int MAX_FLOWS = 442;  // as many as symbols: digits, and letters up to U+024F

// The number of winding flows per row of a square board, before they are cut: from the fewest to
// the most, as of published puzzles.
constexpr double FEWEST_PER_ROW = 0.6, MAX_PER_ROW = 1.2;

// Straight lines that cover a board.
Paths lines_of(int rows, int cols) {
    if (std::max(rows, cols) < LEAST_LENGTH) return {{0, 1, 3, 2}};  // of 2×2 cells
    const bool across = cols >= LEAST_LENGTH;
    Paths lines(across ? rows : cols);
    for (int x = 0; x < rows * cols; ++x) lines[across ? x / cols : x % cols].push_back(x);
    return lines;
}

constexpr std::size_t COMPARED = 32;  // cuts that are compared to make a puzzle easier

// The most rounds of assumptions for each level but the highest.
constexpr int ROUNDS[] = {0, 1, std::numeric_limits<int>::max()};

void split(Paths& paths, std::size_t number, std::size_t at) {
    auto& path = paths[number];
    std::vector<int> rest(path.begin() + static_cast<std::ptrdiff_t>(at), path.end());
    path.resize(at);
    paths.push_back(std::move(rest));
}

// The flow that ends at each node, numbered like the paths.
std::vector<int> flow_of(const Graph& graph, const Paths& paths) {
    std::vector<int> flow(graph.nodes(), NONE);
    for (std::size_t f = 0; f < paths.size(); ++f)
        flow[paths[f].front()] = flow[paths[f].back()] = static_cast<int>(f);
    return flow;
}

std::set<int> set_of(const std::vector<int>& links) { return {links.begin(), links.end()}; }

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
class Cutting {
public:
    // most_flows: as many as there are symbols.
    Cutting(const Graph& graph, const Paths& paths, bool strict, int most_flows, std::uint64_t seed,
            Poll& poll)
        : graph_(graph),
          strict_(strict),
          most_flows_(most_flows),
          paths_(paths),
          random_(seed),
          poll_(poll) {}

    // Cut where the pieces are longest, but so that they can be cut into so many flows, until there
    // are so many; return whether there are.
    bool cut_to(int flows) {
        const auto whole = [](std::size_t length) { return length / LEAST_LENGTH; };
        std::size_t room = 0;  // the most flows into which paths can be cut
        for (const auto& path : paths_) room += whole(path.size());
        if (std::ssize(paths_) > flows || std::cmp_less(room, flows)) return false;
        while (std::ssize(paths_) < flows) {
            Cut best{};
            std::size_t longest = 0, left = 0;
            for (std::size_t number = 0; number < paths_.size(); ++number) {
                const std::size_t length = paths_[number].size();
                for (std::size_t at = LEAST_LENGTH; at + LEAST_LENGTH <= length; ++at) {
                    const std::size_t shorter = std::min(at, length - at);
                    const std::size_t rest = room - whole(length) + whole(at) + whole(length - at);
                    if (shorter <= longest || std::cmp_less(rest, flows)) continue;
                    best = {number, at};
                    longest = shorter;
                    left = rest;
                }
            }
            split(paths_, best.number, best.at);
            room = left;
        }
        return true;
    }

    // Return whether the puzzle has one solution and a level, 0 to 3, or any if the level is NONE.
    bool fits(int level) { return other_links().empty() && is_of(level); }

    // Cut until it does; return whether that succeeded.
    bool cut_until_fit(int level) {
        const int most = level != NONE ? level : strict_ ? 3 : 2;
        if (most < 3 && !ease(ROUNDS[most])) return false;
        for (;;) {
            if (paths_.size() > most_flows_) return false;
            const auto differing = other_links();
            if (differing.empty()) return is_of(level);
            if (!cut_regions(differing)) return false;
        }
    }

    // The flow of each node that is an end, in the order of the first ends.
    std::vector<int> flow() const {
        Paths sorted = paths_;
        std::sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) {
            return std::min(one.front(), one.back()) < std::min(other.front(), other.back());
        });
        return flow_of(graph_, sorted);
    }

private:
    struct Cut {
        std::size_t number, at;
    };

    const Graph& graph_;
    const bool strict_;
    const std::size_t most_flows_;
    Paths paths_;
    Random random_;
    Poll& poll_;

    bool is_of(int level) {
        if (level == NONE) return true;
        int own = 0;
        while (own < 3 && !open_links(paths_, ROUNDS[own]).empty()) ++own;
        return own == level;
    }

    std::vector<Cut> cuts_at(const std::set<int>& links) const {
        std::vector<Cut> cuts;
        for (std::size_t number = 0; number < paths_.size(); ++number) {
            const auto& path = paths_[number];
            for (std::size_t at = LEAST_LENGTH; at + LEAST_LENGTH <= path.size(); ++at) {
                const int link = graph_.between(path[at - 1], path[at]);
                if (links.contains(link)) cuts.push_back({number, at});
            }
        }
        return cuts;
    }

    // Cut once in each region of links that share nodes, where the shorter piece is longest; return
    // whether there was a cut.
    bool cut_regions(std::set<int> links) {
        bool done = false;
        while (!links.empty()) {
            std::set<int> region;
            std::vector<int> waiting{*links.begin()};
            while (!waiting.empty()) {
                const int link = waiting.back();
                waiting.pop_back();
                if (links.erase(link) == 0) continue;
                region.insert(link);
                for (const int x : graph_.ends[link])
                    for (const int near : graph_.link[x])
                        if (links.contains(near)) waiting.push_back(near);
            }
            const auto cuts = cuts_at(region);
            const auto shorter = [&](const Cut& cut) {
                return std::min(cut.at, paths_[cut.number].size() - cut.at);
            };
            const auto best = std::max_element(
                cuts.begin(), cuts.end(),
                [&](const Cut& one, const Cut& other) { return shorter(one) < shorter(other); });
            if (best == cuts.end()) continue;
            split(paths_, best->number, best->at);
            done = true;
        }
        return done;
    }

    // The links in which a second solution differs; empty if there is none.
    std::set<int> other_links() {
        const auto own = set_of(links_along(graph_, paths_));
        // Flows are numbered by their places, since learning compares the bits of their numbers.
        const auto found =
            search_and_learn(graph_, flow(), strict_, 2, max_steps(graph_.links()), poll_);
        if (!found.ended) throw Stopped{Stopped::Limit::time};
        std::set<int> differing;
        for (const auto& solution : found.solutions) {
            const auto links = set_of(links_along(graph_, solution));
            std::set_symmetric_difference(own.begin(), own.end(), links.begin(), links.end(),
                                          std::inserter(differing, differing.end()));
            if (!differing.empty()) break;
        }
        return differing;
    }

    std::set<int> open_links(const Paths& paths, int rounds) {
        Deduction deduction(graph_, flow_of(graph_, paths), strict_);
        deduction.assume(rounds, poll_);
        return set_of(deduction.open_links());
    }

    // Cut until rules and some rounds of assumptions decide all links; return whether they do.
    bool ease(int rounds) {
        for (;;) {
            const auto open = open_links(paths_, rounds);
            if (open.empty()) return true;
            auto cuts = cuts_at(open);
            if (cuts.empty() || paths_.size() >= most_flows_) return false;
            const std::size_t count = std::min(cuts.size(), COMPARED);
            draw_first(cuts, count, random_);
            Paths best;
            std::size_t fewest = std::numeric_limits<std::size_t>::max();
            for (std::size_t i = 0; i < count; ++i) {
                Paths tried = paths_;
                split(tried, cuts[i].number, cuts[i].at);
                poll_.check();
                const auto left = open_links(tried, 0).size();
                if (left >= fewest) continue;
                fewest = left;
                best = std::move(tried);
            }
            paths_ = std::move(best);
        }
    }
};

}  // namespace

Pair room_of(int rows, int cols, bool strict) {
    const bool is_narrow = std::min(rows, cols) == 1,
               is_short = std::max(rows, cols) < LEAST_LENGTH;
    // A single flow that does not touch itself covers no square of four cells.
    const int least = strict && !is_narrow ? 2 : 1;
    if (is_short && (strict || is_narrow)) return {least, 0};
    return {least, std::min(rows * cols / LEAST_LENGTH, MAX_FLOWS)};
}

std::optional<std::vector<int>> generate(const Wanted& wanted, std::uint64_t seed,
                                         const std::function<void(int)>& on_try, Poll& poll) {
    const Board board(wanted.rows, wanted.cols, {}, {}, {}, {});
    const auto [least, most] = room_of(wanted.rows, wanted.cols, wanted.strict);
    const auto lines = lines_of(wanted.rows, wanted.cols);
    const bool is_free = wanted.flows == 0, is_one = wanted.solutions == Wanted::Solutions::one,
               is_any = wanted.solutions == Wanted::Solutions::any;
    Random random(seed);
    for (int tries = 1; tries <= MAX_TRIES; ++tries) {
        on_try(tries);
        const double per_row =
            FEWEST_PER_ROW + random_share(random) * (MAX_PER_ROW - FEWEST_PER_ROW);
        const auto natural = static_cast<int>(std::lround(per_row * std::sqrt(board.nodes())));
        const int goal = is_free ? std::max(least, natural) : wanted.flows;
        // Fewer flows than are natural cover hardly any board unless they touch themselves, but
        // then there are more second solutions: every other try lets them.
        const bool touching = !wanted.strict && goal < natural && tries % 2 == 1;
        Cover cover(board, lines, LEAST_LENGTH, touching, random() | 1);
        cover.mix(std::int64_t{MOVES_PER_CELL} * board.nodes(), goal, poll);
        Cutting cutting(board, cover.paths(), wanted.strict, most, random(), poll);
        if (is_free && is_one ? cutting.cut_until_fit(wanted.level)
                              : (is_free || cutting.cut_to(wanted.flows)) &&
                                    (is_any || cutting.fits(wanted.level) == is_one))
            return cutting.flow();
    }
    return {};
}

}  // namespace puzzlesat::flowfree
