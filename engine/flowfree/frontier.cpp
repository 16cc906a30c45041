#include "flowfree/frontier.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "common/hash.hpp"

namespace puzzlesat::flowfree {

namespace {

// What a state says of a node of the frontier: the place of the other end of its path (its own
// place if no link of it is used), or FLOW plus the number of its flow if the other end is an
// endpoint, or DONE if no more link of it can be used.
using Mate = std::uint16_t;
constexpr Mate FLOW = 1 << 12, DONE = UINT16_MAX;

bool is_flow(Mate mate) { return mate >= FLOW && mate != DONE; }

// States of equal length, each once.
class States {
public:
    explicit States(std::size_t length) : length_(length), table_(1 << 10, 0) {}

    std::size_t size() const { return size_; }
    std::size_t length() const { return length_; }
    const Mate* operator[](std::size_t i) const { return mates_.data() + i * length_; }

    // The number of a state, which is added if it is new.
    std::uint32_t number_of(const std::vector<Mate>& state) {
        if (2 * (size_ + 1) > table_.size()) grow();
        auto& entry = table_[find(state.data())];
        if (entry == 0) {
            mates_.insert(mates_.end(), state.begin(), state.end());
            entry = static_cast<std::uint32_t>(++size_);
        }
        return entry - 1;
    }

private:
    std::size_t length_, size_ = 0;
    std::vector<Mate> mates_;
    std::vector<std::uint32_t> table_;  // numbers plus one; 0 is free

    std::size_t find(const Mate* state) const {
        std::uint64_t hash = length_;
        for (std::size_t i = 0; i < length_; ++i) hash = mix64(hash + state[i]);
        std::size_t at = hash & (table_.size() - 1);
        while (table_[at] != 0 &&
               std::memcmp((*this)[table_[at] - 1], state, length_ * sizeof(Mate)) != 0)
            at = (at + 1) & (table_.size() - 1);
        return at;
    }
    void grow() {
        table_.assign(2 * table_.size(), 0);
        for (std::size_t i = 0; i < size_; ++i)
            table_[find((*this)[i])] = static_cast<std::uint32_t>(i + 1);
    }
};

// A visit: `fresh` nodes enter the frontier, and the visited one, at a place, leaves it. `onward`
// are the links to unvisited nodes, and the places of these.
struct Visit {
    std::vector<int> fresh;
    std::size_t at;
    std::vector<std::pair<int, std::size_t>> onward;
};

// The transitions from the states before a visit: `first[i]` is the first one of state i.
struct Transitions {
    std::vector<std::uint32_t> first, to;
    std::vector<std::uint8_t> chosen;  // links of the visited node, as bits
};

std::vector<Visit> visits(const Graph& graph, const std::vector<int>& order) {
    std::vector<std::size_t> when(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) when[order[i]] = i;
    std::vector<Visit> found;
    std::vector<int> frontier;
    const auto place = [&](int x) {
        return static_cast<std::size_t>(std::find(frontier.begin(), frontier.end(), x) -
                                        frontier.begin());
    };
    for (const int x : order) {
        Visit visit;
        const auto enter = [&](int y) {
            if (place(y) < frontier.size()) return;
            visit.fresh.push_back(y);
            frontier.push_back(y);
        };
        enter(x);
        for (int d = 0; d < 4; ++d) {
            const int y = graph.neighbour[x][d];
            if (y == NONE || when[y] <= when[x]) continue;
            enter(y);
            visit.onward.push_back({graph.link[x][d], place(y)});
        }
        visit.at = place(x);
        frontier.erase(frontier.begin() + static_cast<std::ptrdiff_t>(visit.at));
        found.push_back(std::move(visit));
    }
    return found;
}

std::size_t width(const std::vector<Visit>& all) {
    std::size_t now = 0, most = 0;
    for (const auto& visit : all) {
        now += visit.fresh.size();
        most = std::max(most, now--);
    }
    return most;
}

// Use a link between two nodes of the frontier; return whether that is possible.
bool join(std::vector<Mate>& mates, Mate one, Mate other) {
    const Mate a = mates[one], b = mates[other];
    if (a == DONE || b == DONE || a == other) return false;  // no more links; or a ring
    if (is_flow(a) && is_flow(b) && a != b) return false;
    mates[one] = mates[other] = DONE;
    if (!is_flow(a)) mates[a] = b;  // also if `one` has no link so far: then a is `one`
    if (!is_flow(b)) mates[b] = a;
    return true;
}

// The flows of used links: for each its nodes, from the first endpoint to the other.
Paths paths_of(const Graph& graph, const std::vector<int>& flow, const std::vector<bool>& used) {
    Paths paths(1 + *std::max_element(flow.begin(), flow.end()));
    for (int x = 0; x < graph.nodes(); ++x) {
        if (flow[x] == NONE || !paths[flow[x]].empty()) continue;
        auto& path = paths[flow[x]];
        int link = NONE;
        for (int y = x; y != NONE;) {
            path.push_back(y);
            int next = NONE, by = NONE;
            for (int d = 0; d < 4; ++d) {
                const int other = graph.link[y][d];
                if (other == NONE || other == link || !used[other]) continue;
                next = graph.neighbour[y][d];
                by = other;
            }
            y = next;
            link = by;
        }
    }
    return paths;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > MANY - b ? MANY : a + b; }

class Diagram {
public:
    Diagram(const Graph& graph, const std::vector<int>& flow, bool filling,
            std::vector<Visit> visits, std::size_t most, Poll& poll)
        : graph_(graph), flow_(flow), filling_(filling), visits_(std::move(visits)) {
        States states(0);
        states.number_of({});
        std::size_t length = 0;
        for (const auto& visit : visits_) {
            length += visit.fresh.size() - 1;
            States next(length);
            levels_.push_back(visited(states, visit, next, most, poll));
            most -= std::min(most, levels_.back().to.size());
            states = std::move(next);
        }
        // Backwards: the number of ways from each state to the end.
        ways_.resize(levels_.size() + 1);
        ways_.back().assign(states.size(), 1);
        for (std::size_t t = levels_.size(); t-- > 0;) {
            const auto& [first, to, chosen] = levels_[t];
            auto& ways = ways_[t];
            ways.assign(first.size() - 1, 0);
            for (std::size_t i = 0; i + 1 < first.size(); ++i)
                for (auto j = first[i]; j < first[i + 1]; ++j)
                    ways[i] = sum(ways[i], ways_[t + 1][to[j]]);
            poll.check();
        }
    }

    std::uint64_t solutions() const { return ways_[0][0]; }

    void list(std::size_t wanted, std::vector<Paths>& found) {
        std::vector<bool> used(graph_.ends.size(), false);
        list(0, 0, wanted, used, found);
    }

private:
    const Graph& graph_;
    const std::vector<int>& flow_;
    const bool filling_;
    const std::vector<Visit> visits_;
    std::vector<Transitions> levels_;
    std::vector<std::vector<std::uint64_t>> ways_;

    Transitions visited(const States& states, const Visit& visit, States& next, std::size_t most,
                        Poll& poll) const {
        Transitions found;
        std::vector<Mate> wide, now;
        const auto& onward = visit.onward;
        const auto at = static_cast<Mate>(visit.at);
        for (std::size_t i = 0; i < states.size(); ++i) {
            found.first.push_back(static_cast<std::uint32_t>(found.to.size()));
            if (found.to.size() > most) throw Stopped{Stopped::Limit::memory};
            wide.assign(states[i], states[i] + states.length());
            for (const int x : visit.fresh)
                wide.push_back(flow_[x] == NONE ? static_cast<Mate>(wide.size())
                                                : static_cast<Mate>(FLOW + flow_[x]));
            const Mate mate = wide[at];
            const int lacking = mate == DONE ? 0 : mate == at ? 2 : 1;
            for (unsigned chosen = 0; chosen < 1u << onward.size(); ++chosen) {
                poll.step();
                const int links = std::popcount(chosen);
                if (links != lacking && !(links == 0 && lacking == 2 && !filling_)) continue;
                now = wide;
                bool holds = true;
                for (std::size_t w = 0; w < onward.size() && holds; ++w)
                    if (chosen >> w & 1) holds = join(now, at, static_cast<Mate>(onward[w].second));
                if (!holds) continue;
                now.erase(now.begin() + at);
                for (Mate& each : now)
                    if (each < FLOW && each > at) --each;
                found.to.push_back(next.number_of(now));
                found.chosen.push_back(static_cast<std::uint8_t>(chosen));
            }
        }
        found.first.push_back(static_cast<std::uint32_t>(found.to.size()));
        return found;
    }

    void list(std::size_t t, std::uint32_t state, std::size_t wanted, std::vector<bool>& used,
              std::vector<Paths>& found) {
        if (found.size() == wanted || ways_[t][state] == 0) return;
        if (t == levels_.size()) {
            found.push_back(paths_of(graph_, flow_, used));
            return;
        }
        const auto& level = levels_[t];
        for (auto j = level.first[state]; j < level.first[state + 1]; ++j) {
            const auto mark = [&](bool value) {
                for (std::size_t w = 0; w < visits_[t].onward.size(); ++w)
                    if (level.chosen[j] >> w & 1) used[visits_[t].onward[w].first] = value;
            };
            mark(true);
            list(t + 1, level.to[j], wanted, used, found);
            mark(false);
        }
    }
};

}  // namespace

FrontierCount count_by_frontier(const Board& board, const std::vector<int>& flow, bool filling,
                                std::size_t wanted, std::size_t most, Poll& poll) {
    check_flow(board, flow);
    std::vector<int> order(board.nodes());
    std::iota(order.begin(), order.end(), 0);
    const auto place = [&](int x, bool by_row) {
        const int row = board.cell[x] / board.cols, col = board.cell[x] % board.cols;
        return by_row ? std::pair(row, col) : std::pair(col, row);
    };
    std::vector<Visit> best;
    for (const bool by_row : {true, false}) {
        std::stable_sort(order.begin(), order.end(),
                         [&](int x, int y) { return place(x, by_row) < place(y, by_row); });
        auto tried = visits(board, order);
        if (best.empty() || width(tried) < width(best)) best = std::move(tried);
    }
    if (width(best) >= FLOW) throw Stopped{Stopped::Limit::memory};
    Diagram diagram(board, flow, filling, std::move(best), most, poll);
    FrontierCount found{diagram.solutions(), {}};
    diagram.list(wanted, found.listed);
    return found;
}

}  // namespace puzzlesat::flowfree
