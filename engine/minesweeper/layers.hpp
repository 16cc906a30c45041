// The layers of partial placements of mines on a component, and their numbers, exact or rounded.
//
// Groups are added one after the other. Partial placements with the same open sums are merged; only
// their number, by number of mines, is kept.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"
#include "minesweeper/groups.hpp"

namespace puzzlesat::minesweeper {

// Binomial coefficients of up to SCOPE fields.
inline constexpr auto CHOOSE = [] {
    std::array<std::array<int, SCOPE + 1>, SCOPE + 1> choose{};
    for (int n = 0; n <= SCOPE; ++n)
        for (int k = 0; k <= n; ++k)
            choose[n][k] = k == 0 || k == n ? 1 : choose[n - 1][k - 1] + choose[n - 1][k];
    return choose;
}();

// The partial placements of a component, layer by layer, and the arcs from one layer to the next.
class Layers {
public:
    struct State {
        double total;             // the number of merged placements, rounded
        std::int64_t place;       // the index of its first number
        std::int32_t least = 0;   // the minimum number of mines
        std::int32_t length = 0;  // the number of mine counts, from `least` on
    };
    struct Arc {
        std::int32_t source, target, taken;
    };

    explicit Layers(Memory& memory)
        : states(memory), arcs(memory), keys_(memory), next_(memory), table_(memory) {}

    CountedVector<State> states;
    CountedVector<Arc> arcs;
    std::vector<int> first_state, first_arc{0};  // of each layer
    std::span<const int> members;                // the groups of the component, in order
    std::int64_t number_count = 0;               // in all states

    // Add the layers of component i of a grouping; return whether a placement fits. If so, the last
    // layer has one state.
    bool expand(Grouping& grouping, int i, Poll& poll);

private:
    struct Slot {
        std::uint32_t stamp;
        std::int32_t state;
    };
    CountedVector<std::uint64_t> keys_, next_;  // of the states of a layer and the next one
    CountedVector<Slot> table_;                 // the hash table of the next layer
    std::uint32_t stamp_ = 0;

    int assign_slots(Grouping& grouping, int i);
    void enlarge(std::size_t begin, int words);
    // Append the layer after a group. Words: the number of words in a key, or 0 for `key_words`.
    template <int Words>
    bool add_group(const Grouping& grouping, const Grouping::Group& group, int key_words,
                   Poll& poll);
};

// Numbers that fit one value, or are rounded to it.
template <class T>
struct Single {
    using Value = T;
    static constexpr int width = 1;
    void add(T* sum, const T* one, T factor) const { *sum += factor * *one; }
};

// Count the partial placements of a component by their number of mines. A number consists of
// `number.width` values; all are zero at first.
template <class Number, class Values>
void count_forward(const Layers& layers, const Grouping& grouping, const Number& number,
                   Values& forward, Poll& poll) {
    using Value = typename Number::Value;
    forward[0] = 1;
    for (std::size_t j = 0; j < layers.members.size(); ++j) {
        const int size = grouping.groups[layers.members[j]].size;
        for (int t = layers.first_arc[j]; t < layers.first_arc[j + 1]; ++t) {
            const auto [s, d, n] = layers.arcs[t];
            const auto &source = layers.states[s], &target = layers.states[d];
            const Value ways = static_cast<Value>(CHOOSE[size][n]);
            const Value* in = &forward[source.place * number.width];
            Value* out = &forward[(target.place + source.least + n - target.least) * number.width];
            for (int m = 0; m < source.length * number.width; m += number.width)
                number.add(out + m, in + m, ways);
            poll.step(number.width);
        }
    }
}

}  // namespace puzzlesat::minesweeper
