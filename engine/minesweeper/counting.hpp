// Counting the placements of mines on components: exactly, modulo a number, or in floating point.
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

// The partial placements of components, layer by layer, and the steps from one layer to the next.
class Layers {
public:
    struct State {
        double total;             // the number of merged placements, rounded
        std::int64_t place;       // the index of its first number
        std::int32_t least = 0;   // the minimum number of mines
        std::int32_t length = 0;  // the number of mine counts, from `least` on
    };
    struct Step {
        std::int32_t source, target, taken;
    };

    explicit Layers(Memory* memory)
        : states(memory), steps(memory), keys_(memory), next_(memory), table_(memory) {}

    CountedVector<State> states;
    CountedVector<Step> steps;
    std::vector<int> first_state, first_step;   // of each layer
    std::vector<int> first_layer;               // of each component
    std::vector<std::span<const int>> members;  // of each component: its groups, in order
    std::int64_t number_count = 0;              // in all states

    void clear();

    // Append component i of a grouping; return whether a placement fits.
    bool expand(Grouping& grouping, int i, Poll& poll);

    const State& last(int i) const {
        return states[first_state[first_layer[i] + members[i].size()]];
    }

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

// Numbers modulo 2^64, by wrap-around (modulus 0), or modulo a prime below 2^28.
struct Residues {
    using Value = std::uint64_t;
    static constexpr int ROWS = 64;  // products that can be summed without reduction
    Value modulus = 0;
    template <class Iterator>
    void reduce(Iterator low, Iterator high) const {
        if (modulus > 0)
            for (; low != high; ++low) *low %= modulus;
    }
};

struct Floating {
    using Value = double;
    template <class Iterator>
    void reduce(Iterator, Iterator) const {}
};

// Count the partial placements of component i by their number of mines.
template <class Number, class Values>
void count_forward(const Layers& layers, const Grouping& grouping, int i, const Number& number,
                   Values& forward, Poll& poll) {
    using Value = typename Number::Value;
    const int first = layers.first_layer[i];
    forward[layers.states[layers.first_state[first]].place] = 1;
    const auto members = layers.members[i];
    for (std::size_t j = 0; j < members.size(); ++j) {
        const int size = grouping.groups[members[j]].size;
        const auto& end = layers.states[layers.first_state[first + j + 2] - 1];
        const auto from = forward.begin() + layers.states[layers.first_state[first + j + 1]].place;
        const auto to = forward.begin() + (end.place + end.length);
        std::fill(from, to, Value{0});
        for (int t = layers.first_step[first + j]; t < layers.first_step[first + j + 1]; ++t) {
            const auto [s, d, n] = layers.steps[t];
            const auto &source = layers.states[s], &target = layers.states[d];
            const Value ways = static_cast<Value>(CHOOSE[size][n]);
            const Value* in = &forward[source.place];
            Value* out = &forward[target.place + source.least + n - target.least];
            for (int m = 0; m < source.length; ++m) out[m] += ways * in[m];
            poll.step();
        }
        number.reduce(from, to);
    }
}

}  // namespace puzzlesat::minesweeper
