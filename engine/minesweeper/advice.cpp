#include "minesweeper/advice.hpp"

#include <algorithm>
#include <numeric>

#include "common/hash.hpp"
#include "minesweeper/game_tree.hpp"

namespace puzzlesat::minesweeper {
namespace {

constexpr int MOVES = 12;       // at most so many moves are listed
constexpr double MARGIN = 0.1;  // they are at most so much less safe than the safest field
constexpr std::int64_t PLACEMENTS = 4000;       // the end of a game has at most so many
constexpr std::int64_t MAX_WORK = 100'000'000;  // steps of its search: a few seconds
constexpr double OPENS = 0.2;                   // the worth of leading on, against surviving

// The number of the group of each field in some counts, -1 for all other fields.
std::vector<int> groups_of(const State& state, const Counts& counts) {
    std::vector<int> group(state.fields(), -1);
    for (std::size_t g = 0; g < counts.groups.size(); ++g)
        for (const int f : counts.groups[g].fields) group[f] = static_cast<int>(g);
    return group;
}

// List all placements that fit, as masks of `fields`, which are undecided; return false if their
// number or the work exceeds a limit.
class Enumeration {
public:
    std::vector<int> fields;
    std::vector<Hashed> placements;

    Enumeration(const State& state, const std::vector<signed char>& certain)
        : left_(*state.mines_left()) {
        const auto network = state.network();
        std::vector<signed char> value;
        for (const int f : network.field_of_variable) value.push_back(certain[f]);
        for (const signed char known : certain) left_ -= known > 0;
        std::vector<std::vector<int>> members;
        const auto grouping = grouping_of(network, value, members);
        constraints_ = grouping.constraints;
        for (const int g : grouping.order)
            for (const int f : members[g]) {
                fields.push_back(f);
                holding_.push_back(grouping.groups[g].constraints);
            }
        for (const int f : state.free(network))
            if (certain[f] < 0) fields.push_back(f);
        holding_.resize(fields.size());
    }

    bool run() {
        if (fields.size() > Ending::MAX_FIELDS) return false;
        return extend(0, left_, 0);
    }

private:
    std::vector<Grouping::Constraint> constraints_;
    std::vector<ShortList> holding_;  // the constraints of each field
    int left_;
    std::int64_t work_ = MAX_WORK;

    // Extend a placement on the first d fields in every way; `left` mines remain.
    bool extend(int d, int left, std::uint64_t placement) {
        const int count = static_cast<int>(fields.size());
        if (d == count) {
            if (std::ssize(placements) == PLACEMENTS) return false;
            const auto number = static_cast<std::uint64_t>(placements.size() + 1);
            const auto hash = mix64(number * 0x9E3779B97F4A7C15);
            placements.push_back({placement, static_cast<std::int64_t>(hash >> 1)});
            return true;
        }
        for (const int value : {0, 1}) {
            if (--work_ < 0) return false;
            bool fits = left >= value && left - value < count - d;
            for (const int c : holding_[d]) {
                constraints_[c].need -= value;
                --constraints_[c].room;
                fits = fits && constraints_[c].need >= 0 &&
                       constraints_[c].need <= constraints_[c].room;
            }
            const std::uint64_t longer = placement | static_cast<std::uint64_t>(value) << d;
            if (fits && !extend(d + 1, left - value, longer)) return false;
            for (const int c : holding_[d]) {
                constraints_[c].need += value;
                ++constraints_[c].room;
            }
        }
        return true;
    }
};

// The probability that a field is safe and its number makes another field certainly safe.
double progress(const State& state, const Counts& counts, const std::vector<signed char>& certain,
                int f, Memory& memory, Poll& poll) {
    int mines = 0, open = 0;
    for (const int g : state.around[f])
        if (state.content[g] == FLAGGED || certain[g] > 0)
            ++mines;
        else if (state.content[g] == COVERED && certain[g] < 0)
            ++open;
    Natural models;
    for (int number = mines; number <= mines + open; ++number) {
        State after = state;
        after.content[f] = number;
        const auto network = after.network();
        const auto found = count(network, after.free(network), after.mines_left(), memory, poll);
        if (!found) continue;
        const auto value = found->certain(state.fields());
        for (int g = 0; g < state.fields(); ++g)
            if (value[g] == 0 && certain[g] != 0) {
                models += found->models;
                break;
            }
    }
    return quotient(models, counts.models);
}

}  // namespace

std::vector<int> safest_first(const State& state, const Counts& counts) {
    const auto group = groups_of(state, counts);
    const auto certain = counts.certain(state.fields());
    std::vector<int> order, around(state.fields(), 0);
    for (int f = 0; f < state.fields(); ++f) {
        if (group[f] < 0) continue;
        order.push_back(f);
        for (const int g : state.around[f]) around[f] += group[g] >= 0 && certain[g] < 0;
    }
    std::sort(order.begin(), order.end(), [&](int f, int g) {
        const auto safer = counts.groups[group[f]].ways <=> counts.groups[group[g]].ways;
        if (safer != 0) return safer < 0;
        return std::pair(around[f], f) < std::pair(around[g], g);
    });
    return order;
}

std::optional<PerfectPlay> perfect_play(const State& state, const Counts& counts, Poll& poll) {
    if (!state.mines || counts.models > Natural(PLACEMENTS)) return {};
    const auto certain = counts.certain(state.fields());
    if (std::find(certain.begin(), certain.end(), 0) != certain.end()) return {};
    Enumeration end(state, certain);
    if (end.fields.empty() || !end.run()) return {};
    std::vector<int> place(state.fields(), -1);
    for (std::size_t i = 0; i < end.fields.size(); ++i) place[end.fields[i]] = static_cast<int>(i);
    std::vector<std::uint64_t> around;
    for (const int f : end.fields) {
        around.push_back(0);
        for (const int g : state.around[f])
            if (place[g] >= 0) around.back() |= std::uint64_t{1} << place[g];
    }
    Ending ending;
    const auto [wins, field] = ending.best(around, end.placements, MAX_WORK, poll);
    if (wins < 0) return {};
    return PerfectPlay{end.fields[field], wins, std::ssize(end.placements)};
}

std::vector<Move> best_moves(const State& state, const Counts& counts, Memory& memory, Poll& poll) {
    const auto order = safest_first(state, counts);
    const auto group = groups_of(state, counts);
    const auto certain = counts.certain(state.fields());
    const auto risk = [&](int f) { return quotient(counts.groups[group[f]].ways, counts.models); };
    if (order.empty() || certain[order[0]] > 0) return {};
    std::vector<int> near;
    for (const int f : order) {
        if (near.size() == MOVES || risk(f) > risk(order[0]) + MARGIN) break;
        near.push_back(f);
    }
    const bool is_certain = certain[order[0]] == 0;
    PerfectPlay end{-1, 0, 0};
    try {
        if (const auto found = perfect_play(state, counts, poll)) end = *found;
    } catch (const Stopped&) {
    }
    if (end.field >= 0 && std::find(near.begin(), near.end(), end.field) == near.end())
        near.push_back(end.field);
    std::vector<Move> moves;
    for (const int f : near) {
        auto safe = counts.models;
        safe -= counts.groups[group[f]].ways;
        Move move{f, quotient(safe, counts.models), {}, {}};
        if (end.field == f)
            move.wins = static_cast<double>(end.wins) / static_cast<double>(end.placements);
        if (!is_certain) try {
                move.opens = progress(state, counts, certain, f, memory, poll);
            } catch (const Stopped&) {
            }
        moves.push_back(move);
    }
    const auto worth = [](const Move& move) {
        return (move.wins ? 2.0 : 0.0) + move.safety + OPENS * move.opens.value_or(0.0);
    };
    if (!is_certain)
        std::stable_sort(moves.begin(), moves.end(), [&](const Move& one, const Move& other) {
            return worth(one) > worth(other);
        });
    if (moves.size() > MOVES) moves.resize(MOVES);
    return moves;
}

}  // namespace puzzlesat::minesweeper
