// Sets of small numbers as rows of 64-bit words: x is bit x mod 64 of word x div 64.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

namespace puzzlesat {

using Word = std::uint64_t;

constexpr int words_for(int n) { return (n + 63) / 64; }

inline bool contains(const Word* s, int x) { return s[x >> 6] >> (x & 63) & 1; }
inline void insert(Word* s, int x) { s[x >> 6] |= Word{1} << (x & 63); }

// Call visit(x) for each member of one word of a set.
template <class Visit>
inline void for_each_in(Word word, int w, Visit visit) {
    for (; word; word &= word - 1) visit(w * 64 + std::countr_zero(word));
}

// Operations on sets of W words; W = 0 means that the number is known only at run time.
template <int W>
class Sets {
public:
    explicit Sets(int words) : words_(words) {}

    constexpr int words() const {
        if constexpr (W > 0) return W;
        return words_;
    }

    // A set with the lifetime of a call.
    class Local {
    public:
        explicit Local([[maybe_unused]] const Sets& sets) {
            if constexpr (W == 0) heap_.reset(new Word[sets.words()]);
        }
        operator Word*() {
            if constexpr (W == 0) return heap_.get();
            return here_;
        }

    private:
        Word here_[W > 0 ? W : 1];
        std::unique_ptr<Word[]> heap_;
    };

    // Call visit(x) for each member of a set.
    template <class Visit>
    void for_each(const Word* s, Visit visit) const {
        for (int w = 0; w < words(); ++w) for_each_in(s[w], w, visit);
    }

    void clear(Word* s) const {
        for (int w = 0; w < words(); ++w) s[w] = 0;
    }
    void copy(const Word* s, Word* to) const {
        for (int w = 0; w < words(); ++w) to[w] = s[w];
    }
    void unite(const Word* s, Word* with) const {
        for (int w = 0; w < words(); ++w) with[w] |= s[w];
    }
    void common(const Word* s, const Word* t, Word* both) const {
        for (int w = 0; w < words(); ++w) both[w] = s[w] & t[w];
    }
    void without(const Word* s, const Word* t, Word* rest) const {
        for (int w = 0; w < words(); ++w) rest[w] = s[w] & ~t[w];
    }
    bool is_empty(const Word* s) const {
        for (int w = 0; w < words(); ++w) {
            if (s[w]) return false;
        }
        return true;
    }
    bool meets(const Word* s, const Word* t) const {
        Word both = 0;  // without a branch: where sets meet is hard to predict
        for (int w = 0; w < words(); ++w) both |= s[w] & t[w];
        return both;
    }
    bool equal(const Word* s, const Word* t) const { return std::equal(s, s + words(), t); }
    int size(const Word* s) const {
        int n = 0;
        for (int w = 0; w < words(); ++w) n += std::popcount(s[w]);
        return n;
    }
    int size_without(const Word* s, const Word* t) const {
        int n = 0;
        for (int w = 0; w < words(); ++w) n += std::popcount(s[w] & ~t[w]);
        return n;
    }
    // Not `mix64`: beams break ties by this hash, so another one would change recorded bounds.
    Word hash(const Word* s) const {
        Word key = 0;
        for (int w = 0; w < words(); ++w) {
            key = (key ^ s[w]) * 0x9E3779B97F4A7C15;
            key ^= key >> 29;
        }
        return key;
    }
    // The lowest member, -1 if there is none.
    int first(const Word* s) const {
        for (int w = 0; w < words(); ++w) {
            if (s[w]) return w * 64 + std::countr_zero(s[w]);
        }
        return -1;
    }
    // Fill an array with the highest members in decreasing order; return their number.
    template <std::size_t N>
    int last(const Word* s, std::array<int, N>& members) const {
        std::size_t n = 0;
        for (int w = words() - 1; w >= 0; --w) {
            for (Word left = s[w]; left;) {
                const int bit = 63 - std::countl_zero(left);
                left ^= Word{1} << bit;
                members[n++] = w * 64 + bit;
                if (n == N) return static_cast<int>(n);
            }
        }
        return static_cast<int>(n);
    }

private:
    int words_;
};

}  // namespace puzzlesat
