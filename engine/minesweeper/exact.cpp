#include "minesweeper/exact.hpp"

#include <cmath>

#include "minesweeper/counting.hpp"

namespace puzzlesat::minesweeper {
namespace {

constexpr int FIRST_GROUPS = 40;   // first groups tried for a wide component
constexpr double ONE_WORD = 62;    // log2 of rounded numbers that certainly fit a word
constexpr double PRIME_BITS = 27;  // every prime used is larger than 2 to this power

using Values = CountedVector<std::uint64_t>;

// The largest prime below a number.
std::uint64_t prime_below(std::uint64_t n) {
    while (true) {
        --n;
        bool prime = n % 2 == 1;
        for (std::uint64_t d = 3; prime && d * d <= n; d += 2) prime = n % d != 0;
        if (prime) return n;
    }
}

// Counts placements on the only component of some layers, repeatedly if the numbers are large.
class ComponentCounter {
public:
    ComponentCounter(const Layers& layers, const Grouping& grouping, Memory& memory, Poll& poll)
        : layers_(layers),
          grouping_(grouping),
          memory_(memory),
          poll_(poll),
          depth_(static_cast<int>(layers.members[0].size())),
          back_(layers.states.size(), memory),
          forward_(layers.number_count, memory),
          mixed_(memory),
          here_(memory),
          there_(memory) {
        lay_out();
    }

    // The numbers of all placements, then those for each group; see Component.
    Values count(const Residues& number) {
        count_forward(layers_, grouping_, 0, number, forward_, poll_);
        const auto& last = layers_.last(0);
        Values out(static_cast<std::size_t>(last.length) * (depth_ + 1), memory_);
        std::copy_n(forward_.begin() + last.place, last.length, out.begin());
        there_[0] = 1;
        for (int j = depth_ - 1; j >= 0; --j) {
            step_back(j, number);
            auto row = out.begin() + static_cast<std::ptrdiff_t>(j + 1) * last.length;
            for (int d = layers_.first_state[j + 1]; d < layers_.first_state[j + 2]; ++d)
                multiply(d, offset_of(j + 1), row, number);
            std::swap(here_, there_);
        }
        return out;
    }

private:
    // The completions of a partial placement: fewest mines, number of mine counts, first index.
    struct Back {
        int least = 0, length = 0;
        std::int64_t place = 0;
    };

    const Layers& layers_;
    const Grouping& grouping_;
    Memory& memory_;
    Poll& poll_;
    const int depth_;
    CountedVector<Back> back_;
    Values forward_, mixed_;  // numbers of partial placements: all; those with a mine on one field
    Values here_, there_;  // numbers of completions of the states of a layer, and of the next one

    std::int64_t offset_of(int j) const { return layers_.states[layers_.first_state[j]].place; }

    void lay_out() {
        std::int64_t widest = 0, widest_back = 1;
        back_.back() = {0, 1, 0};
        for (int j = depth_ - 1; j >= 0; --j) {
            for (int t = layers_.first_step[j]; t < layers_.first_step[j + 1]; ++t) {
                const auto [s, d, n] = layers_.steps[t];
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
        mixed_.resize(widest);
        here_.resize(widest_back);
        there_.resize(widest_back);
    }

    // Compute the completions of layer j from those of layer j + 1, and the partial placements that
    // reach layer j + 1 with a mine on one field of its group.
    void step_back(int j, const Residues& number) {
        const int size = grouping_.groups[layers_.members[0][j]].size;
        const std::int64_t offset = offset_of(j + 1);
        std::fill(mixed_.begin(), mixed_.end(), 0);
        std::fill(here_.begin(), here_.end(), 0);
        for (int t = layers_.first_step[j]; t < layers_.first_step[j + 1]; ++t) {
            poll_.step();
            const auto [s, d, n] = layers_.steps[t];
            const Back &before = back_[s], &after = back_[d];
            if (after.length == 0) continue;
            std::uint64_t* back = &here_[before.place + after.least + n - before.least];
            for (int m = 0; m < after.length; ++m)
                back[m] += CHOOSE[size][n] * there_[after.place + m];
            if (n == 0) continue;
            const auto &source = layers_.states[s], &target = layers_.states[d];
            std::uint64_t* to = &mixed_[target.place - offset + source.least + n - target.least];
            for (int m = 0; m < source.length; ++m)
                to[m] += CHOOSE[size - 1][n - 1] * forward_[source.place + m];
        }
        number.reduce(here_.begin(), here_.end());
        number.reduce(mixed_.begin(), mixed_.end());
    }

    // Add the products of the partial placements of a state and its completions.
    void multiply(int d, std::int64_t offset, Values::iterator row, const Residues& number) {
        const Back& back = back_[d];
        if (back.length == 0) return;
        const auto &state = layers_.states[d], &last = layers_.last(0);
        const auto to = row + (state.least + back.least - last.least);
        poll_.step();
        for (int m = 0; m < state.length; ++m) {
            const std::uint64_t value = mixed_[state.place - offset + m];
            if (value != 0)
                for (int k = 0; k < back.length; ++k) to[m + k] += value * there_[back.place + k];
            if (m % Residues::ROWS == Residues::ROWS - 1) number.reduce(row, row + last.length);
        }
        number.reduce(row, row + last.length);
    }
};

std::uint64_t inverse(std::uint64_t n, std::uint64_t prime) {
    std::uint64_t result = 1;  // n to the power of prime - 2
    for (std::uint64_t power = prime - 2; power > 0; power /= 2) {
        if (power % 2 == 1) result = result * n % prime;
        n = n * n % prime;
    }
    return result;
}

// Compute the numbers of a component from their residues modulo 2^64 and modulo primes (Garner's
// algorithm).
void combine(const std::vector<Values>& residues, const std::vector<std::uint64_t>& primes,
             Component& component, Poll& poll) {
    const std::size_t count = residues[0].size(), k = primes.size();
    // weight[i][j]: the place value of digit j modulo prime i, where digits have the bases 2^64,
    // primes[0], primes[1], ...
    std::vector<std::vector<std::uint64_t>> weight(k);
    for (std::size_t i = 0; i < k; ++i) {
        weight[i] = {1, (~std::uint64_t{0} % primes[i] + 1) % primes[i]};
        for (std::size_t j = 0; j < i; ++j)
            weight[i].push_back(weight[i].back() * primes[j] % primes[i]);
        weight[i].back() = inverse(weight[i].back(), primes[i]);
    }
    component.limbs = 2 + static_cast<int>(k);
    component.numbers.assign(count * component.limbs, 0);
    std::vector<std::uint64_t> digits(k + 1);
    for (std::size_t at = 0; at < count; ++at) {
        digits[0] = residues[0][at];
        for (std::size_t i = 0; i < k; ++i) {
            poll.step();
            const std::uint64_t p = primes[i];
            std::uint64_t lower = digits[0] % p;
            for (std::size_t j = 1; j <= i; ++j) lower = (lower + digits[j] * weight[i][j]) % p;
            digits[i + 1] = (residues[i + 1][at] + p - lower) % p * weight[i][i + 1] % p;
        }
        std::uint32_t* limbs = &component.numbers[at * component.limbs];
        for (std::size_t i = k; i > 0; --i) {  // the digits above the lowest one
            std::uint64_t carry = digits[i];
            for (std::size_t w = 2; w < k + 2; ++w) {
                carry += (i < k ? primes[i - 1] : 0) * limbs[w];
                limbs[w] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
        }
        limbs[0] = static_cast<std::uint32_t>(digits[0]);
        limbs[1] = static_cast<std::uint32_t>(digits[0] >> 32);
    }
}

// Compute the numbers of the only component of some layers, which has so many fields.
void count_exactly(const Layers& layers, const Grouping& grouping, double fields,
                   Component& component, Memory& memory, Poll& poll) {
    ComponentCounter counter(layers, grouping, memory, poll);
    std::vector<Values> residues;
    std::vector<std::uint64_t> primes;
    residues.push_back(counter.count(Residues{}));
    // There are at most 2^fields placements, and about `total`, which may be infinite.
    const double log_total = std::log2(layers.last(0).total);
    const double most = std::min(fields, log_total + 1);
    std::uint64_t prime = std::uint64_t{1} << 28;
    for (double bits = 64; log_total >= ONE_WORD && bits <= most; bits += PRIME_BITS) {
        prime = prime_below(prime);
        primes.push_back(prime);
        residues.push_back(counter.count(Residues{prime}));
    }
    combine(residues, primes, component, poll);
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
    grouping.order_groups(FIRST_GROUPS);
    return grouping;
}

bool count_components(const Network& network, const std::vector<signed char>& value,
                      std::vector<Component>& found, Memory& memory, Poll& poll) {
    std::vector<std::vector<int>> members;
    Grouping grouping = grouping_of(network, value, members);
    Layers layers(&memory);
    for (int i = 0; i < grouping.components(); ++i) {
        layers.clear();
        if (!layers.expand(grouping, i, poll)) return false;
        Component& component = found.emplace_back(memory);
        component.least = layers.last(0).least;
        component.length = layers.last(0).length;
        double fields = 0;
        for (const int g : grouping.members(i)) {
            component.groups.push_back(members[g]);
            fields += static_cast<double>(members[g].size());
        }
        count_exactly(layers, grouping, fields, component, memory, poll);
    }
    return true;
}

}  // namespace puzzlesat::minesweeper
