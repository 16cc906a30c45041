#include "minesweeper/counts.hpp"

#include <algorithm>
#include <cmath>

#include "minesweeper/layers.hpp"

namespace puzzlesat::minesweeper {
namespace {

constexpr double ONE_WORD = 62;  // log2 of rounded numbers that certainly fit a word of 64 bits

// Numbers of one word of 64 bits.
struct Small : Single<std::uint64_t> {
    void add_product(Value* sum, const Value* one, const Value* other) const {
        add(sum, one, *other);
    }
    Natural natural(const Value* word) const { return *word; }
};

// Numbers of so many words of 32 bits, the lowest first.
struct Large {
    using Value = std::uint32_t;
    int width;

    void add(Value* sum, const Value* one, Value factor) const {
        puzzlesat::add_product(sum, width, &factor, 1, one, width);
    }
    void add_product(Value* sum, const Value* one, const Value* other) const {
        puzzlesat::add_product(sum, width, one, length(one), other, length(other));
    }
    Natural natural(const Value* words) const { return {words, std::size_t(width)}; }

private:
    int length(const Value* words) const {
        int length = width;
        while (length > 0 && words[length - 1] == 0) --length;
        return length;
    }
};

using Numbers = std::vector<Natural>;

// The numbers of placements on one component.
struct Component {
    int least;                             // the fewest mines
    std::vector<std::vector<int>> groups;  // the fields of each group
    // Numbers of placements, by number of mines from `least` on: first all placements; then, for
    // each group, those with a mine on one of its fields.
    std::vector<Numbers> rows;
};

// Counts the placements on the component of some layers.
template <class Number>
class ComponentCounter {
public:
    ComponentCounter(const Layers& layers, const Grouping& grouping, const Number& number,
                     Memory& memory, Poll& poll)
        : layers_(layers),
          grouping_(grouping),
          number_(number),
          poll_(poll),
          depth_(static_cast<int>(layers.members.size())),
          back_(layers.states.size(), memory),
          forward_(layers.number_count * number.width, memory),
          mixed_(memory),
          here_(memory),
          there_(memory),
          row_(static_cast<std::size_t>(layers.states.back().length) * number.width, memory) {
        lay_out();
    }

    // The rows of numbers: see Component.
    std::vector<Numbers> count(Held& held) {
        count_forward(layers_, grouping_, number_, forward_, poll_);
        std::vector<Numbers> rows(depth_ + 1);
        std::copy(forward_.end() - std::ssize(row_), forward_.end(), row_.begin());
        keep_row(rows[0], held);
        there_[0] = 1;
        for (int j = depth_ - 1; j >= 0; --j) {
            step_back(j);
            std::fill(row_.begin(), row_.end(), 0);
            for (int d = layers_.first_state[j + 1]; d < layers_.first_state[j + 2]; ++d)
                multiply(d, offset_of(j + 1));
            keep_row(rows[j + 1], held);
            std::swap(here_, there_);
        }
        return rows;
    }

private:
    using Value = typename Number::Value;
    using Values = CountedVector<Value>;

    // The completions of a partial placement: fewest mines, number of mine counts, first index.
    struct Back {
        int least = 0, length = 0;
        std::int64_t place = 0;
    };

    const Layers& layers_;
    const Grouping& grouping_;
    const Number number_;
    Poll& poll_;
    const int depth_;
    CountedVector<Back> back_;
    Values forward_, mixed_;  // numbers of partial placements: all; those with a mine on one field
    Values here_, there_;  // numbers of completions of the states of a layer, and of the next one
    Values row_;           // numbers of placements

    std::int64_t offset_of(int j) const { return layers_.states[layers_.first_state[j]].place; }

    void keep_row(Numbers& numbers, Held& held) {
        held.add(row_.size() / number_.width * sizeof(Natural) + row_.size() * sizeof(Value));
        for (std::size_t i = 0; i < row_.size(); i += number_.width)
            numbers.push_back(number_.natural(&row_[i]));
    }

    void lay_out() {
        std::int64_t widest = 0, widest_back = 1;
        back_.back() = {0, 1, 0};
        for (int j = depth_ - 1; j >= 0; --j) {
            for (int t = layers_.first_arc[j]; t < layers_.first_arc[j + 1]; ++t) {
                const auto [s, d, n] = layers_.arcs[t];
                const Back& after = back_[d];
                if (after.length == 0) continue;
                Back& before = back_[s];
                int least = after.least + n, top = least + after.length;
                if (before.length > 0) {
                    top = std::max(top, before.least + before.length);
                    least = std::min(least, before.least);
                }
                before.least = least;
                before.length = top - least;
            }
            std::int64_t places = 0;
            for (int s = layers_.first_state[j]; s < layers_.first_state[j + 1]; ++s) {
                back_[s].place = places;
                places += back_[s].length;
            }
            widest_back = std::max(widest_back, places);
            const std::int64_t end = j + 1 < depth_ ? offset_of(j + 2) : layers_.number_count;
            widest = std::max(widest, end - offset_of(j + 1));
        }
        mixed_.resize(widest * number_.width);
        here_.resize(widest_back * number_.width);
        there_.resize(widest_back * number_.width);
    }

    // Compute the completions of layer j from those of layer j + 1, and the partial placements that
    // reach layer j + 1 with a mine on one field of its group.
    void step_back(int j) {
        const int size = grouping_.groups[layers_.members[j]].size, width = number_.width;
        const std::int64_t offset = offset_of(j + 1);
        std::fill(mixed_.begin(), mixed_.end(), 0);
        std::fill(here_.begin(), here_.end(), 0);
        for (int t = layers_.first_arc[j]; t < layers_.first_arc[j + 1]; ++t) {
            poll_.step(width);
            const auto [s, d, n] = layers_.arcs[t];
            const Back &before = back_[s], &after = back_[d];
            if (after.length == 0) continue;
            Value* back = &here_[(before.place + after.least + n - before.least) * width];
            const Value* completed = &there_[after.place * width];
            for (int m = 0; m < after.length * width; m += width)
                number_.add(back + m, completed + m, CHOOSE[size][n]);
            if (n == 0) continue;
            const auto &source = layers_.states[s], &target = layers_.states[d];
            Value* to = &mixed_[(target.place - offset + source.least + n - target.least) * width];
            const Value* from = &forward_[source.place * width];
            for (int m = 0; m < source.length * width; m += width)
                number_.add(to + m, from + m, CHOOSE[size - 1][n - 1]);
        }
    }

    // Add the products of the partial placements of a state and its completions to the row.
    void multiply(int d, std::int64_t offset) {
        const Back& back = back_[d];
        if (back.length == 0) return;
        const auto& state = layers_.states[d];
        const int width = number_.width;
        Value* to = &row_[(state.least + back.least - layers_.states.back().least) * width];
        const Value* partial = &mixed_[(state.place - offset) * width];
        const Value* completed = &there_[back.place * width];
        for (int m = 0; m < state.length * width; m += width) {
            poll_.step(width);
            for (int k = 0; k < back.length * width; k += width)
                number_.add_product(to + m + k, partial + m, completed + k);
        }
    }
};

// The rows of numbers of the component of some layers, which has so many fields.
std::vector<Numbers> rows_of(const Layers& layers, const Grouping& grouping, double fields,
                             Held& held, Poll& poll) {
    const auto count = [&](const auto& number) {
        return ComponentCounter(layers, grouping, number, held.memory, poll).count(held);
    };
    // There are at most 2^fields placements, and about `total`, which may be infinite.
    const double bits = std::log2(layers.states.back().total);
    if (bits < ONE_WORD) return count(Small{});
    return count(Large{1 + static_cast<int>(std::min(fields, bits + 1) / 32)});
}

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

Known Counts::certain(int fields) const {
    Known value(fields, -1);
    for (const auto& group : groups)
        if (group.placements.is_zero() || group.placements == placements)
            for (const int f : group.fields) value[f] = !group.placements.is_zero();
    return value;
}

std::optional<Counts> count(const Network& network, std::vector<int> free, std::optional<int> mines,
                            Memory& memory, Poll& poll) {
    const auto known = propagate(network, true);
    if (!known.consistent) return {};
    std::vector<Component> components;
    Held held{memory};  // the bytes of the numbers
    Grouping grouping(network, known.value);
    for (int i = 0; i < grouping.components(); ++i) {
        Layers layers(memory);
        if (!layers.expand(grouping, i, poll)) return {};
        auto& [least, groups, rows] = components.emplace_back();
        least = layers.states.back().least;
        double fields = 0;
        for (const int g : grouping.members(i)) {
            groups.push_back(grouping.fields[g]);
            fields += grouping.groups[g].size;
        }
        rows = rows_of(layers, grouping, fields, held, poll);
    }
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
