#include "minesweeper/advice.hpp"

#include <algorithm>

namespace puzzlesat::minesweeper {
namespace {

constexpr int MOVES = 12;       // at most so many moves are listed
constexpr double MARGIN = 0.1;  // they are at most so much less safe than the safest field
constexpr double OPENS = 0.2;   // the worth of leading on, against surviving

// The number of the group of each field in some counts, -1 for all other fields.
std::vector<int> groups_of(const State& state, const Counts& counts) {
    std::vector<int> group(state.fields(), -1);
    for (std::size_t g = 0; g < counts.groups.size(); ++g)
        for (const int f : counts.groups[g].fields) group[f] = static_cast<int>(g);
    return group;
}

// The probability that a field is safe and its number makes another field certainly safe.
double progress(const State& state, const Counts& counts, const Known& certain, int f,
                Memory& memory, Poll& poll) {
    int mines = 0, open = 0;
    for (const int g : state.around[f])
        if (state.content[g] == FLAGGED || certain[g] > 0)
            ++mines;
        else if (state.content[g] == COVERED && certain[g] < 0)
            ++open;
    Natural placements;
    for (int number = mines; number <= mines + open; ++number) {
        State after = state;
        after.content[f] = number;
        const auto network = after.network();
        const auto found = count(network, after.free(network), after.mines_left(), memory, poll);
        if (!found) continue;
        const auto value = found->certain(state.fields());
        for (int g = 0; g < state.fields(); ++g)
            if (value[g] == 0 && certain[g] != 0) {
                placements.add(found->placements, 1);
                break;
            }
    }
    return quotient(placements, counts.placements);
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
        const auto safer =
            counts.groups[group[f]].placements <=> counts.groups[group[g]].placements;
        if (safer != 0) return safer < 0;
        return std::pair(around[f], f) < std::pair(around[g], g);
    });
    return order;
}

Natural safe_placements(State state, const std::vector<int>& fields, Memory& memory, Poll& poll) {
    for (const int f : fields) state.content[f] = SAFE;
    const auto network = state.network();
    const auto found = count(network, state.free(network), state.mines_left(), memory, poll);
    return found ? found->placements : Natural();
}

std::vector<Move> best_moves(const State& state, const Counts& counts, Memory& memory, Poll& poll) {
    const auto order = safest_first(state, counts);
    const auto group = groups_of(state, counts);
    const auto certain = counts.certain(state.fields());
    const auto risk = [&](int f) {
        return quotient(counts.groups[group[f]].placements, counts.placements);
    };
    if (order.empty() || certain[order[0]] > 0) return {};
    const bool is_certain = certain[order[0]] == 0;
    std::vector<Move> moves;
    for (const int f : order) {
        if (moves.size() == MOVES || risk(f) > risk(order[0]) + MARGIN) break;
        const auto safe = counts.placements - counts.groups[group[f]].placements;
        Move move{f, quotient(safe, counts.placements), {}};
        if (!is_certain) try {
                move.opens = progress(state, counts, certain, f, memory, poll);
            } catch (const Stopped&) {
            }
        moves.push_back(move);
    }
    const auto worth = [](const Move& move) {
        return move.safety + OPENS * move.opens.value_or(0.0);
    };
    if (!is_certain)
        std::stable_sort(moves.begin(), moves.end(), [&](const Move& one, const Move& other) {
            return worth(one) > worth(other);
        });
    return moves;
}

}  // namespace puzzlesat::minesweeper
