#include "minesweeper/placements.hpp"

#include <algorithm>
#include <numeric>

#include "minesweeper/layers.hpp"

namespace puzzlesat::minesweeper {
namespace {

// Draw an index with a probability in proportion to its weight; without a generator, the first one
// with a positive weight.
std::size_t weighted_index(const std::vector<double>& weights, Random* random) {
    double at = 0.0;
    if (random != nullptr)
        at = random_share(*random) * std::accumulate(weights.begin(), weights.end(), 0.0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!(weights[i] > 0.0)) continue;
        last = i;
        at -= weights[i];
        if (!(at >= 0.0)) break;
    }
    return last;
}

void shuffle(std::vector<int>& items, Random* random) {
    if (random == nullptr) return;
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[random_below(*random, i)]);
}

// The placements on the components of a network, of which some are drawn.
class Drawing {
public:
    Drawing(const Network& network, const Known& value, Memory& memory, Poll& poll)
        : grouping_(network, value) {
        for (int i = 0; i < grouping_.components(); ++i) {
            auto& layers = layers_.emplace_back(memory);
            if (!layers.expand(grouping_, i, poll)) return;  // no placement fits
            count_forward(layers, grouping_, Single<double>{},
                          forward_.emplace_back(layers.number_count), poll);
        }
    }

    bool is_possible() const { return layers_.size() == forward_.size(); }
    int components() const { return grouping_.components(); }
    int least(int i) const { return layers_[i].states.back().least; }
    // The numbers of placements on a component, by number of mines above the minimum, rounded.
    std::vector<double> ways(int i) const {
        return {forward_[i].begin() + layers_[i].states.back().place, forward_[i].end()};
    }

    // Set the values of the fields of component i, with so many mines above the minimum.
    void draw(int i, int mines, Placement& values, Random* random) const {
        const auto& layers = layers_[i];
        const auto groups = layers.members;
        int at = layers.first_state[groups.size()];
        for (std::size_t j = groups.size(); j-- > 0;) {
            const auto& target = layers.states[at];
            std::vector<double> weights;
            const int low = layers.first_arc[j], high = layers.first_arc[j + 1];
            const auto above = [&](int t) {  // the mines of the source above its minimum
                const auto& arc = layers.arcs[t];
                return target.least + mines - arc.taken - layers.states[arc.source].least;
            };
            for (int t = low; t < high; ++t) {
                const auto& arc = layers.arcs[t];
                const auto& source = layers.states[arc.source];
                const bool is_way = arc.target == at && 0 <= above(t) && above(t) < source.length;
                weights.push_back(is_way ? CHOOSE[grouping_.groups[groups[j]].size][arc.taken] *
                                               forward_[i][source.place + above(t)]
                                         : 0.0);
            }
            const int t = low + static_cast<int>(weighted_index(weights, random));
            auto fields = grouping_.fields[groups[j]];
            shuffle(fields, random);
            for (int n = 0; n < layers.arcs[t].taken; ++n) values[fields[n]] = 1;
            mines = above(t);
            at = layers.arcs[t].source;
        }
    }

private:
    Grouping grouping_;
    std::vector<Layers> layers_;                // of each component
    std::vector<std::vector<double>> forward_;  // the numbers of partial placements
};

}  // namespace

std::optional<Placement> placement(const Network& network, std::vector<int> free,
                                   std::optional<int> mines, int fields, Memory& memory, Poll& poll,
                                   Random* random) {
    const auto known = propagate(network, false);
    if (!known.consistent) return {};
    const Drawing placements(network, known.value, memory, poll);
    if (!placements.is_possible()) return {};
    Placement values(fields, 0);
    int mined = 0;
    for (int v = 0; v < network.variables(); ++v) {
        if (known.value[v] <= 0) continue;
        values[network.field_of_variable[v]] = 1;
        ++mined;
    }
    // reach[i][m]: whether the components before i can have m mines above their minima.
    std::vector<std::vector<char>> reach{{true}};
    for (int i = 0; i < placements.components(); ++i) {
        mined += placements.least(i);
        const auto ways = placements.ways(i);
        std::vector<char> longer(reach.back().size() + ways.size() - 1, false);
        for (std::size_t m = 0; m < reach.back().size(); ++m)
            for (std::size_t k = 0; reach.back()[m] && k < ways.size(); ++k)
                longer[m + k] = longer[m + k] || ways[k] > 0.0;
        reach.push_back(std::move(longer));
    }
    std::vector<double> fits;  // by the mines on all components
    const int room = static_cast<int>(free.size());
    for (int m = 0; m < std::ssize(reach.back()); ++m) {
        const int rest = mines ? *mines - mined - m : 0;
        fits.push_back(reach.back()[m] && 0 <= rest && rest <= room);
    }
    if (std::find(fits.begin(), fits.end(), 1.0) == fits.end()) return {};
    int above = static_cast<int>(weighted_index(fits, random));
    if (mines) {
        shuffle(free, random);
        for (int i = 0; i < *mines - mined - above; ++i) values[free[i]] = 1;
    }
    for (int i = placements.components() - 1; i >= 0; --i) {
        auto ways = placements.ways(i);
        for (int k = 0; k < std::ssize(ways); ++k) {
            const int rest = above - k;
            if (rest < 0 || rest >= std::ssize(reach[i]) || !reach[i][rest]) ways[k] = 0.0;
        }
        const int k = static_cast<int>(weighted_index(ways, random));
        placements.draw(i, k, values, random);
        above -= k;
    }
    return values;
}

std::optional<Placement> placement(const State& state, Memory& memory, Poll& poll, Random* random) {
    const auto network = state.network();
    return placement(network, state.free(network), state.mines_left(), state.fields(), memory, poll,
                     random);
}

}  // namespace puzzlesat::minesweeper
