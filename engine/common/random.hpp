// Random numbers that are the same on every machine: the distributions and shuffles of the standard
// library differ between libraries.
#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace puzzlesat {

using Random = std::mt19937_64;

// A number from 0 to bound - 1.
inline int random_below(Random& random, std::size_t bound) {
    return static_cast<int>(random() % bound);
}

// A number from 0 to 1, which is excluded.
inline double random_share(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

// Put `count` random items first, in a random order.
template <class Item>
void draw_first(std::vector<Item>& items, std::size_t count, Random& random) {
    for (std::size_t i = 0; i < count; ++i)
        std::swap(items[i], items[i + random_below(random, items.size() - i)]);
}

// A faster generator, xorshift64*: Marsaglia, Xorshift RNGs, 2003; Vigna, An experimental
// exploration of Marsaglia's xorshift generators, scrambled, 2016.
class FastRandom {
public:
    explicit FastRandom(std::uint64_t seed) : state_(seed) {}  // not 0

    int below(std::uint32_t bound) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<int>((((state_ * 0x2545F4914F6CDD1DULL) >> 32) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace puzzlesat
