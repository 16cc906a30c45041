#include "flowfree/cutting.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "flowfree/random_cover.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat::flowfree {

namespace {

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

}  // namespace

Cutting::Cutting(const Graph& graph, const Paths& paths, bool strict, int most_flows,
                 std::uint64_t seed, Poll& poll)
    : graph_(graph),
      strict_(strict),
      most_flows_(most_flows),
      paths_(paths),
      random_(seed),
      poll_(poll) {
    check_cover(graph, paths, 2);
}

bool Cutting::cut_to(int flows) {
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

bool Cutting::fits(int level) { return other_links().empty() && is_of(level); }

bool Cutting::is_of(int level) {
    if (level == NONE) return true;
    int own = 0;
    while (own < 3 && !open_links(paths_, ROUNDS[own]).empty()) ++own;
    return own == level;
}

bool Cutting::cut_until_fit(int level) {
    const int most = level != NONE ? level : strict_ ? 3 : 2;
    if (most < 3 && !ease(ROUNDS[most])) return false;
    for (;;) {
        if (paths_.size() > most_flows_) return false;
        const auto differing = other_links();
        if (differing.empty()) return is_of(level);
        if (!cut_regions(differing)) return false;
    }
}

std::vector<int> Cutting::flow() const {
    Paths sorted = paths_;
    std::sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) {
        return std::min(one.front(), one.back()) < std::min(other.front(), other.back());
    });
    return flow_of(graph_, sorted);
}

std::vector<Cutting::Cut> Cutting::cuts_at(const std::set<int>& links) const {
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
bool Cutting::cut_regions(std::set<int> links) {
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
std::set<int> Cutting::other_links() {
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

std::set<int> Cutting::open_links(const Paths& paths, int rounds) {
    Deduction deduction(graph_, flow_of(graph_, paths), strict_);
    deduction.assume(rounds, poll_);
    return set_of(deduction.open_links());
}

// Cut until rules and some rounds of assumptions decide all links; return whether that succeeded.
bool Cutting::ease(int rounds) {
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

}  // namespace puzzlesat::flowfree
