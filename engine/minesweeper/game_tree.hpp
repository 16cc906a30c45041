// Search over all courses of a game from a set of placements of mines.
//
// A placement is a mask with a bit for each field, and a set of placements is a range of a buffer.
// Uncovering a field splits a set by the number that the field shows.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"

namespace puzzlesat::minesweeper {

// The search for the maximum number of placements of a set that can be won. Derived classes have
//   wins(set, top, uncovered, enough): the most wins of a set; or, if these are at most
//     `enough`, an upper bound that is also at most `enough`;
//   reserve(n): make room for n placements in the buffer.
// Item: a placement in the buffer. BOUNDED: whether the wins of each part are bounded by its next
// guess before any part is searched.
template <class Derived, class Mask, class Item, bool BOUNDED>
class GameTree {
public:
    struct Set {
        std::size_t first;
        std::int64_t size;
    };

protected:
    static constexpr int FIELDS = 8 * sizeof(Mask), NUMBERS = 9;
    using Order = std::array<int, FIELDS>;
    using Weights = std::array<std::int64_t, FIELDS>;  // placements with a mine on each field
    using Sizes = std::array<std::int64_t, NUMBERS>;
    struct Tried {
        std::int64_t best, bound;  // wins, and an upper bound on them
        int field;                 // the first that wins the most; -1 if none exceeds `enough`
    };

    CountedVector<Item> buffer_;
    std::vector<Mask> around_;
    Poll* poll_ = nullptr;

    explicit GameTree(Memory* memory = nullptr) : buffer_(memory) {}

    static Mask mask(const Item& item) {
        if constexpr (std::is_same_v<Item, Mask>)
            return item;
        else
            return item.mask;
    }
    // The number that a field shows if it is not a mine.
    static int shown(const Item& item, Mask around) {
        return std::popcount(static_cast<Mask>(mask(item) & around));
    }

    int fields() const { return static_cast<int>(around_.size()); }
    static bool has(Mask mask, int field) { return mask >> field & 1; }
    static Mask bit(int field) { return Mask{1} << field; }
    Mask all_fields() const {
        return fields() == 0 ? 0 : static_cast<Mask>(~Mask{0}) >> (FIELDS - fields());
    }

    // Copy the placements without a mine on a field to the top, sorted by the number that it shows.
    Sizes split(Set set, std::size_t top, int field) {
        static_cast<Derived&>(*this).reserve(top + set.size);
        if (set.size >> 16 > 0) poll_->check();
        Sizes sizes{};
        const Mask around = around_[field];
        const Item* low = buffer_.data() + set.first;
        for (const Item* p = low; p != low + set.size; ++p)
            if (!has(mask(*p), field)) ++sizes[shown(*p, around)];
        std::array<Item*, NUMBERS> ends;
        ends[0] = buffer_.data() + top;
        for (int number = 1; number < NUMBERS; ++number)
            ends[number] = ends[number - 1] + sizes[number - 1];
        for (const Item* p = low; p != low + set.size; ++p)
            if (!has(mask(*p), field)) *ends[shown(*p, around)]++ = *p;
        return sizes;
    }

    // The fields with a mine in some placements, and those with a mine in all.
    std::pair<Mask, Mask> some_and_each(Set set) const {
        Mask some = 0, each = all_fields();
        for (std::int64_t i = 0; i < set.size; ++i) {
            some |= mask(buffer_[set.first + i]);
            each &= mask(buffer_[set.first + i]);
        }
        return {some, each};
    }

    void weigh(Set set, Mask undecided, Weights& mined) const {
        const Item* low = buffer_.data() + set.first;
        for (; undecided != 0; undecided &= undecided - 1) {
            const int field = std::countr_zero(undecided);
            std::int64_t count = 0;
            for (const Item* p = low; p != low + set.size; ++p) count += mask(*p) >> field & 1;
            mined[field] = count;
        }
    }

    // Write the undecided fields, the safest first, and return their number.
    static int sort(Mask undecided, const Weights& mined, Order& order) {
        int count = 0;
        for (; undecided != 0; undecided &= undecided - 1) {
            const int field = std::countr_zero(undecided);
            int j = count++;
            for (; j > 0 && mined[order[j - 1]] > mined[field]; --j) order[j] = order[j - 1];
            order[j] = field;
        }
        return count;
    }

    // The wins of all parts of a set together; if these are at most `enough`, an upper bound that
    // is also at most `enough`. The parts begin at `place`; limits: upper bounds on the wins of
    // each.
    std::int64_t sum_wins(const Sizes& sizes, const Sizes& limits, std::size_t place,
                          std::size_t top, Mask uncovered, std::int64_t enough) {
        std::int64_t wins = 0,
                     rest = std::accumulate(limits.begin(), limits.end(), std::int64_t{0});
        for (int number = 0; number < NUMBERS; ++number) {
            if (sizes[number] == 0) continue;
            rest -= limits[number];
            wins += static_cast<Derived&>(*this).wins({place, sizes[number]}, top, uncovered,
                                                      enough - wins - rest);
            if (wins + rest <= enough) break;
            place += sizes[number];
        }
        return wins + rest;
    }

    // Try to uncover each of some fields, the safest first, while one may win more than the best so
    // far.
    Tried try_fields(Set set, std::size_t top, Mask uncovered, std::int64_t enough,
                     const Order& order, int count, const Weights& mined) {
        auto& derived = static_cast<Derived&>(*this);
        const std::int64_t most = set.size - mined[order[0]];
        Tried tried{std::max<std::int64_t>(enough, 0), 0, -1};
        for (int j = 0; j < count; ++j) {
            const int field = order[j];
            const std::int64_t safe = set.size - mined[field];
            if (safe <= tried.best) {
                tried.bound = std::max(tried.bound, safe);
                break;
            }
            const Sizes sizes = split(set, top, field);
            Sizes limits = sizes;
            const std::size_t above = top + safe;
            const Mask inside = uncovered | bit(field);
            std::int64_t wins = safe;
            if constexpr (BOUNDED) {
                std::size_t place = top;
                for (int number = 0; number < NUMBERS; ++number) {
                    if (sizes[number] == 0) continue;
                    limits[number] =
                        derived.wins({place, sizes[number]}, above, inside, sizes[number]);
                    wins -= sizes[number] - limits[number];
                    place += sizes[number];
                }
            }
            if (wins > tried.best) wins = sum_wins(sizes, limits, top, above, inside, tried.best);
            tried.bound = std::max(tried.bound, wins);
            if (wins > tried.best) {
                tried.best = wins;
                tried.field = field;
            }
            if (tried.best == most) break;
        }
        if (tried.best > enough) tried.bound = tried.best;
        return tried;
    }
};

// The games on a small board, searched from the start: perfect play, or the safest play.
class SmallBoardSearch : public GameTree<SmallBoardSearch, std::uint32_t, std::uint32_t, true> {
public:
    using Mask = std::uint32_t;
    static constexpr int MAX_FIELDS = 30;
    struct Tally {
        std::int64_t wins = 0, guesses = 0;
    };

    // symmetries: permutations of the fields that the search may use.
    SmallBoardSearch(int rows, int cols, int mines, const std::vector<std::vector<int>>& symmetries,
                     std::size_t entries, Memory& memory);

    // The maximum number of wins (see GameTree) with a first field, which may be a mine or, in an
    // opening, shows 0.
    std::int64_t most_wins(int field, bool opening, std::int64_t enough, Poll& poll);

    // The wins and the guesses of a player that uncovers the field that is least often a mine. Ties
    // go to the field with the fewest undecided fields around it, then to the first field.
    Tally safest_play(int field, bool opening, Poll& poll);

    std::size_t states() const { return states_; }

private:
    friend class GameTree<SmallBoardSearch, std::uint32_t, std::uint32_t, true>;
    // What is known of a set of placements: bounds on its wins, or the tally of the player, which
    // has a search of its own. A key and an upper bound of 0 mean that there is none.
    struct Entry {
        std::uint64_t key_low, key_high;
        std::int64_t lower, upper;

        bool is_free() const { return key_low == 0 && key_high == 0; }
        bool is_known() const { return upper != 0; }
        // The tally is kept in the place of the bounds.
        Tally tally() const { return {.wins = upper, .guesses = lower}; }
        void set(const Tally& tally) {
            upper = tally.wins;
            lower = tally.guesses;
        }
    };
    struct Full {};  // the buffer or the table must grow

    Memory& memory_;
    std::vector<std::vector<int>> symmetries_;
    std::int64_t placements_ = 0;
    CountedVector<Entry> table_;
    std::size_t states_ = 0, wanted_ = 0;

    template <class Search>
    auto repeated(Poll& poll, Search search);
    Set opened(int field);
    void reserve(std::size_t n);
    Entry& entry(CountedVector<Entry>& table, std::uint64_t key_low, std::uint64_t key_high);
    Entry& look_up(Mask placement, Mask undecided, Mask uncovered);
    bool uncover_safe(Set set, std::size_t top, Mask& uncovered, Mask& undecided, Sizes& sizes);
    std::int64_t wins(Set set, std::size_t top, Mask uncovered, std::int64_t enough);
    Tally safest_play(Set set, std::size_t top, Mask uncovered);
    Tally safest_play_parts(const Sizes& sizes, std::size_t top, Mask uncovered);
};

// A placement and its random hash; the hash of a set is the sum of its placements' hashes.
struct Hashed {
    std::uint64_t mask;
    std::int64_t hash;
};

// The end of a game, when few placements are left.
class Ending : public GameTree<Ending, std::uint64_t, Hashed, false> {
public:
    using Mask = std::uint64_t;
    static constexpr int MAX_FIELDS = 64;

    // The wins of the best play from some placements, and its first field; -1 if the work exceeds a
    // limit. around: the neighbours of each field.
    std::pair<std::int64_t, int> best(const std::vector<Mask>& around,
                                      const std::vector<Hashed>& placements, std::int64_t work,
                                      Poll& poll);

private:
    friend class GameTree<Ending, std::uint64_t, Hashed, false>;
    struct Entry {
        std::int64_t hash, wins;
    };
    struct TooMuch {};
    static constexpr std::size_t ENTRIES = 1 << 14;
    static constexpr int PROBES = 8;  // a set without a free entry among these is not stored

    std::vector<Entry> table_;
    std::int64_t work_ = 0;
    int field_ = -1;

    void reserve(std::size_t n) {
        if (n > buffer_.size()) buffer_.resize(2 * n);
    }
    Entry* look_up(std::int64_t hash);
    int rank(Set set, Order& order, Weights& mined);
    std::int64_t wins(Set set, std::size_t top, Mask uncovered, std::int64_t enough);
};

}  // namespace puzzlesat::minesweeper
