#include "minesweeper/exact.hpp"

#include <cmath>

#include "minesweeper/counting.hpp"

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

}  // namespace

Grouping grouping_of(const Network& network, const std::vector<signed char>& value,
                     std::vector<std::vector<int>>& members) {
    Grouping grouping;
    const Incidence holding(network);
    for (int c = 0; c < network.size(); ++c) {
        int need = network.need[c], room = 0;
        for (const int v : network.scope_of(c)) {
            room += value[v] < 0;
            need -= std::max<int>(value[v], 0);
        }
        grouping.add_constraint(need, room);
    }
    for (int v = 0; v < network.variables(); ++v) {
        if (value[v] >= 0) continue;
        const int g = grouping.add_variable(holding.of(v));
        if (g == static_cast<int>(members.size())) members.emplace_back();
        members[g].push_back(network.field_of_variable[v]);
    }
    grouping.order_groups();
    return grouping;
}

bool count_components(const Network& network, const std::vector<signed char>& value,
                      std::vector<Component>& found, Held& held, Poll& poll) {
    std::vector<std::vector<int>> members;
    Grouping grouping = grouping_of(network, value, members);
    for (int i = 0; i < grouping.components(); ++i) {
        Layers layers(held.memory);
        if (!layers.expand(grouping, i, poll)) return false;
        Component& component = found.emplace_back();
        component.least = layers.states.back().least;
        double fields = 0;
        for (const int g : grouping.members(i)) {
            component.groups.push_back(members[g]);
            fields += static_cast<double>(members[g].size());
        }
        component.rows = rows_of(layers, grouping, fields, held, poll);
    }
    return true;
}

}  // namespace puzzlesat::minesweeper
