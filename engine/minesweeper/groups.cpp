#include "minesweeper/groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace puzzlesat::minesweeper {
namespace {

constexpr int FIRST_GROUPS = 40;  // first groups tried for a wide component
constexpr double FEW = 10.0;      // log2 of so few partial placements that one order is tried
constexpr double EQUAL = 1e-9;    // smaller differences between logarithms are rounding errors

const std::array<double, 16> LOGS = [] {
    std::array<double, 16> logs{};
    for (int n = 2; n < 16; ++n) logs[n] = std::log2(n);
    return logs;
}();

// The logarithm of the number of possible mine counts on the first fields of a constraint.
double log_numbers(int need, int room, int given) {
    const int most = std::min(need, given), fewest = std::max(need - (room - given), 0);
    return LOGS[std::clamp(most - fewest + 1, 1, 15)];
}

}  // namespace

Grouping::Grouping(const Network& network, const Known& value) {
    const Incidence holding(network);
    for (int c = 0; c < network.size(); ++c) {
        int need = network.need[c], room = 0;
        for (const int v : network.scope_of(c)) {
            room += value[v] < 0;
            need -= std::max<int>(value[v], 0);
        }
        constraints.push_back({need, room, 0, 0, {}});
    }
    for (int v = 0; v < network.variables(); ++v) {
        if (value[v] >= 0) continue;
        const int g = add_variable(holding.of(v));
        fields.resize(groups.size());
        fields[g].push_back(network.field_of_variable[v]);
    }
    order_groups();
}

int Grouping::add_variable(std::span<const int> members) {
    for (const int g : constraints[members[0]].groups) {
        const ShortList& others = groups[g].constraints;
        if (std::equal(members.begin(), members.end(), others.begin(), others.end())) {
            ++groups[g].size;
            return g;
        }
    }
    const int made = static_cast<int>(groups.size());
    Group& group = groups.emplace_back();
    group.size = 1;
    for (const int c : members) {
        group.constraints.add(c);
        constraints[c].groups.add(made);
    }
    return made;
}

void Grouping::find_components() {
    for (Group& group : groups) group.component = -1;
    order.clear();
    first.assign(1, 0);
    for (int start = 0; start < static_cast<int>(groups.size()); ++start) {
        if (groups[start].component >= 0) continue;
        const int component = components();
        groups[start].component = component;
        order.push_back(start);
        for (std::size_t i = order.size() - 1; i < order.size(); ++i) {
            for (const int c : groups[order[i]].constraints) {
                for (const int g : constraints[c].groups) {
                    if (groups[g].component >= 0) continue;
                    groups[g].component = component;
                    order.push_back(g);
                }
            }
        }
        first.push_back(static_cast<int>(order.size()));
    }
}

double Grouping::growth_of(const Group& group) const {
    double growth = 0.0;
    for (const int member : group.constraints) {
        const Constraint& c = constraints[member];
        growth += log_numbers(c.need, c.room, c.given + group.size);
        growth -= log_numbers(c.need, c.room, c.given);
    }
    return growth;
}

// Write an order of a component to candidate_. The next candidate is the one that increases a bound
// on the number of partial placements the least; return the logarithm of the largest bound.
double Grouping::greedy(int low, int high, int start) {
    for (int i = low; i < high; ++i) {
        Group& group = groups[order[i]];
        group.reached = false;
        group.stale = true;
        for (const int c : group.constraints) constraints[c].given = 0;
    }
    double bits = 0.0, most = 0.0;
    int end = low + 1;  // the end of the taken groups and of those that share their constraints
    candidate_[low] = order[start];
    groups[order[start]].reached = true;
    for (int taken = low; taken < end; ++taken) {
        int best = taken;
        double least = std::numeric_limits<double>::infinity();
        for (int i = taken; i < end; ++i) {
            Group& group = groups[candidate_[i]];
            if (group.stale) {
                group.growth = growth_of(group);
                group.stale = false;
            }
            if (group.growth < least - EQUAL ||
                (group.growth < least + EQUAL && candidate_[i] < candidate_[best])) {
                best = i;
                least = group.growth;
            }
        }
        std::swap(candidate_[best], candidate_[taken]);
        const Group& group = groups[candidate_[taken]];
        for (const int c : group.constraints) {
            for (const int g : constraints[c].groups) {
                groups[g].stale = true;
                if (groups[g].reached) continue;
                groups[g].reached = true;
                candidate_[end++] = g;
            }
            constraints[c].given += group.size;
        }
        bits += least;
        most = std::max(most, bits);
    }
    return most;
}

void Grouping::order_groups() {
    find_components();
    candidate_.resize(order.size());
    for (int i = 0; i < components(); ++i) {
        const int low = first[i], high = first[i + 1];
        double best = greedy(low, high, low);
        if (best > FEW) {
            int chosen = low;
            const int stride = std::max((high - low) / FIRST_GROUPS, 1);
            for (int start = low + stride; start < high; start += stride) {
                const double bits = greedy(low, high, start);
                if (bits < best - EQUAL) {
                    best = bits;
                    chosen = start;
                }
            }
            greedy(low, high, chosen);
        }
        std::copy(candidate_.begin() + low, candidate_.begin() + high, order.begin() + low);
    }
}

}  // namespace puzzlesat::minesweeper
