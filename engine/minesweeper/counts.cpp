#include "minesweeper/counts.hpp"

#include <algorithm>

namespace puzzlesat::minesweeper {
namespace {

Numbers product(const Numbers& a, const Numbers& b, Poll& poll) {
    Numbers found(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            poll.step();
            found[i + j].add(a[i], b[j]);
        }
    return found;
}

Natural dot(const Numbers& a, const Numbers& b, std::size_t from, Poll& poll) {
    Natural sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
        poll.step();
        sum.add(a[i], b[from + i]);
    }
    return sum;
}

// The sums of a[i] b[i + j] over i, for each j for which all these items exist.
Numbers correlation(const Numbers& a, const Numbers& b, Poll& poll) {
    Numbers found;
    for (std::size_t j = 0; j + a.size() <= b.size(); ++j) found.push_back(dot(a, b, j, poll));
    return found;
}

// The first `count` of C(b, r), C(b, r - 1), …; C(b, k) is 0 for k outside 0..b.
Numbers binomials(int b, int r, std::size_t count) {
    Numbers found;
    std::optional<Natural> value;
    for (int k = r; found.size() < count; --k) {
        if (k < 0 || k > b) {
            found.emplace_back();
            continue;
        }
        if (value) {  // C(b, k) = C(b, k + 1) (k + 1) / (b - k)
            *value *= static_cast<std::uint32_t>(k + 1);
            value->divide(static_cast<std::uint32_t>(b - k));
        } else {
            value = 1;
            const int smaller = std::min(k, b - k);
            for (int i = 1; i <= smaller; ++i) {
                *value *= static_cast<std::uint32_t>(b - smaller + i);
                value->divide(static_cast<std::uint32_t>(i));
            }
        }
        found.push_back(*value);
    }
    return found;
}

}  // namespace

std::vector<signed char> Counts::certain(int fields) const {
    std::vector<signed char> value(fields, -1);
    for (const auto& group : groups)
        if (group.placements.is_zero() || group.placements == placements)
            for (const int f : group.fields) value[f] = !group.placements.is_zero();
    return value;
}

std::optional<Counts> count(const Network& network, std::vector<int> free, std::optional<int> mines,
                            Memory& memory, Poll& poll) {
    const auto known = propagate(network, 0, -1, true);
    std::vector<Component> components;
    Held held{memory};
    if (!known.consistent || !count_components(network, known.value, components, held, poll))
        return {};
    // before[i]: the numbers of placements on all components before i, by number of mines.
    std::vector<Numbers> before{{Natural(1)}};
    for (const auto& component : components)
        before.push_back(product(before.back(), component.rows[0], poll));
    // outside: the numbers of placements on all other fields, by the number of mines on components
    // 0 to i.
    Numbers outside, with_mine;
    const std::size_t length = before.back().size();
    const int b = static_cast<int>(free.size());
    if (mines) {
        int rest = *mines;
        for (const signed char value : known.value) rest -= value > 0;
        for (const auto& component : components) rest -= component.least;
        outside = binomials(b, rest, length);
        with_mine = binomials(b - 1, rest - 1, length);
    } else {
        outside.assign(length, Natural::power_of_two(b));
        with_mine.assign(length, Natural::power_of_two(std::max(b - 1, 0)));
    }
    Counts counts;
    counts.placements = dot(before.back(), outside, 0, poll);
    if (counts.placements.is_zero()) return {};
    std::vector<int> decided[2];
    for (int v = 0; v < network.variables(); ++v)
        if (known.value[v] >= 0)
            decided[static_cast<int>(known.value[v])].push_back(network.field_of_variable[v]);
    if (!decided[0].empty()) counts.groups.push_back({std::move(decided[0]), 0});
    if (!decided[1].empty()) counts.groups.push_back({std::move(decided[1]), counts.placements});
    if (b > 0) counts.groups.push_back({std::move(free), dot(before.back(), with_mine, 0, poll)});
    for (std::size_t i = components.size(); i-- > 0;) {
        const auto weights = correlation(before[i], outside, poll);
        for (std::size_t g = 0; g < components[i].groups.size(); ++g)
            counts.groups.push_back(
                {components[i].groups[g], dot(components[i].rows[g + 1], weights, 0, poll)});
        outside = correlation(components[i].rows[0], outside, poll);
    }
    return counts;
}

}  // namespace puzzlesat::minesweeper
