// Mixing the bits of a word, for hash tables.
#pragma once
#include <cstdint>

namespace puzzlesat {

// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

}  // namespace puzzlesat
