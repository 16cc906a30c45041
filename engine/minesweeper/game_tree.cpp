#include "minesweeper/game_tree.hpp"

#include "common/hash.hpp"
#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {
namespace {

constexpr int PER_WORD = 15;  // fields in a word of a key, four bits each
constexpr int KEPT = 4;       // searching smaller sets is as fast as looking them up

}  // namespace

SmallBoardSearch::SmallBoardSearch(int rows, int cols, int mines,
                                   const std::vector<std::vector<int>>& symmetries,
                                   std::size_t entries, Memory& memory)
    : GameTree(&memory), memory_(memory), symmetries_(symmetries), table_(memory) {
    for (const ShortList& near : neighbours(rows, cols)) {
        around_.push_back(0);
        for (const int f : near) around_.back() |= bit(f);
    }
    std::uint64_t count = 1;
    for (int i = 1; i <= mines; ++i) count = count * (rows * cols - mines + i) / i;
    placements_ = static_cast<std::int64_t>(count);
    table_.resize(entries);
    buffer_.resize(2 * count);
    std::uint64_t mask = (std::uint64_t{1} << mines) - 1;
    for (std::uint64_t i = 0; i < count; ++i) {
        buffer_[i] = static_cast<Mask>(mask);
        if (mines == 0) break;
        const std::uint64_t lowest = mask & (~mask + 1);  // the next mask of as many bits (Gosper)
        const std::uint64_t above = mask + lowest;
        mask = (((mask ^ above) >> 2) / lowest) | above;
    }
}

// Repeat a search, each time with a larger buffer or table, until it completes; the entries of the
// table are kept.
template <class Search>
auto SmallBoardSearch::repeated(Poll& poll, Search search) {
    poll_ = &poll;
    while (true) {
        try {
            poll.check();
            return search();
        } catch (const Full&) {
            if (wanted_ > buffer_.size()) {
                CountedVector<Mask> larger(2 * buffer_.size() + 64, memory_);
                std::copy_n(buffer_.begin(), placements_, larger.begin());
                buffer_.swap(larger);
            } else {
                CountedVector<Entry> larger(2 * table_.size(), memory_);
                for (const Entry& known : table_)
                    if (!known.is_free()) entry(larger, known.key_low, known.key_high) = known;
                table_.swap(larger);
            }
        }
    }
}

void SmallBoardSearch::reserve(std::size_t n) {
    if (n <= buffer_.size()) return;
    wanted_ = n;
    throw Full{};
}

SmallBoardSearch::Entry& SmallBoardSearch::entry(CountedVector<Entry>& table, std::uint64_t key_low,
                                                 std::uint64_t key_high) {
    const std::size_t last = table.size() - 1;
    std::size_t at = mix64(mix64(key_low) ^ key_high) & last;
    while (!table[at].is_free() && (table[at].key_low != key_low || table[at].key_high != key_high))
        at = (at + 1) & last;
    return table[at];
}

// Find a set of placements in the table, or add it; one of the placements is given.
SmallBoardSearch::Entry& SmallBoardSearch::look_up(Mask placement, Mask undecided, Mask uncovered) {
    std::array<std::uint64_t, MAX_FIELDS> symbols;
    for (int field = 0; field < fields(); ++field) {
        const Mask near = around_[field] & undecided;
        symbols[field] = has(undecided, field) ? 1
                         : near != 0 && has(uncovered, field)
                             ? 2 + std::popcount(static_cast<Mask>(placement & near))
                             : 0;
    }
    const std::uint64_t left = std::popcount(static_cast<Mask>(placement & undecided));
    std::uint64_t key_low = ~std::uint64_t{0}, key_high = key_low;
    for (const std::vector<int>& image : symmetries_) {
        std::uint64_t a = left & 7, b = left >> 3;
        for (int field = fields() - 1; field >= 0; --field)
            (field < PER_WORD ? a : b) = (field < PER_WORD ? a : b) << 4 | symbols[image[field]];
        if (a < key_low || (a == key_low && b < key_high)) {
            key_low = a;
            key_high = b;
        }
    }
    Entry& found = entry(table_, key_low, key_high);
    if (found.is_free()) {
        found.key_low = key_low;
        found.key_high = key_high;
        ++states_;
        if (2 * states_ > table_.size()) {
            wanted_ = 0;
            throw Full{};
        }
    }
    return found;
}

// Uncover safe fields until one splits the set, and return whether one does; the parts are then at
// the top.
bool SmallBoardSearch::uncover_safe(Set set, std::size_t top, Mask& uncovered, Mask& undecided,
                                    Sizes& sizes) {
    const auto [some, each] = some_and_each(set);
    undecided = some & ~each;
    for (Mask safe = all_fields() & ~some & ~uncovered; safe != 0; safe &= safe - 1) {
        const int field = std::countr_zero(safe);
        uncovered |= bit(field);
        const Mask around = around_[field];
        for (std::int64_t i = 1; i < set.size; ++i)
            if (shown(buffer_[set.first + i], around) != shown(buffer_[set.first], around)) {
                sizes = split(set, top, field);
                return true;
            }
    }
    return false;
}

std::int64_t SmallBoardSearch::wins(Set set, std::size_t top, Mask uncovered, std::int64_t enough) {
    if (set.size == 1) return 1;
    poll_->step();
    Mask undecided;
    Sizes sizes;
    if (uncover_safe(set, top, uncovered, undecided, sizes))
        return sum_wins(sizes, sizes, top, top + set.size, uncovered, enough);
    if (set.size == 2) return 1;
    Order order;
    Weights mined;
    weigh(set, undecided, mined);
    const int count = sort(undecided, mined, order);
    const std::int64_t most = set.size - mined[order[0]];
    if (most <= enough) return most;
    Entry* known = nullptr;
    if (set.size >= KEPT) {
        known = &look_up(buffer_[set.first], undecided, uncovered);
        if (known->is_known() && (known->lower == known->upper || known->upper <= enough))
            return known->upper;
    }
    const Tried tried = try_fields(set, top, uncovered, enough, order, count, mined);
    if (known != nullptr) {
        known->lower = tried.best > enough ? tried.best : 0;
        known->upper = tried.bound;
    }
    return tried.bound;
}

// The placements in which a field shows 0, stored after all placements.
SmallBoardSearch::Set SmallBoardSearch::opened(int field) {
    const std::size_t all = static_cast<std::size_t>(placements_);
    return {all, split({0, placements_}, all, field)[0]};
}

std::int64_t SmallBoardSearch::most_wins(int field, bool opening, std::int64_t enough, Poll& poll) {
    return repeated(poll, [&] {
        if (opening) {
            const Set set = opened(field);
            if (set.size == 0) return std::int64_t{0};
            return wins(set, set.first + set.size, 0, enough);
        }
        Order order;
        Weights mined;
        order[0] = field;
        weigh({0, placements_}, bit(field), mined);
        return try_fields({0, placements_}, placements_, 0, enough, order, 1, mined).bound;
    });
}

// The wins and guesses of the player in all parts of a set; the parts are at the top.
SmallBoardSearch::Tally SmallBoardSearch::safest_play_parts(const Sizes& sizes, std::size_t top,
                                                            Mask uncovered) {
    const std::size_t above = top + std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    Tally tally;
    for (const std::int64_t here : sizes) {
        if (here == 0) continue;
        const Tally after = safest_play({top, here}, above, uncovered);
        tally.wins += after.wins;
        tally.guesses += after.guesses;
        top += here;
    }
    return tally;
}

SmallBoardSearch::Tally SmallBoardSearch::safest_play(Set set, std::size_t top, Mask uncovered) {
    if (set.size == 1) return {1, 0};
    poll_->step();
    Mask undecided;
    Sizes sizes;
    if (uncover_safe(set, top, uncovered, undecided, sizes))
        return safest_play_parts(sizes, top, uncovered);
    Entry* known = nullptr;
    if (set.size >= KEPT) {
        known = &look_up(buffer_[set.first], undecided, uncovered);
        if (known->is_known()) return known->tally();
    }
    Weights mined;
    weigh(set, undecided, mined);
    int chosen = -1;
    std::int64_t least = 0;
    for (Mask left = undecided; left != 0; left &= left - 1) {
        const int field = std::countr_zero(left);
        // one more mine weighs more than all fields around
        const std::int64_t weight =
            NUMBERS * mined[field] + std::popcount(static_cast<Mask>(undecided & around_[field]));
        if (chosen < 0 || weight < least) {
            chosen = field;
            least = weight;
        }
    }
    sizes = split(set, top, chosen);
    Tally tally = safest_play_parts(sizes, top, uncovered | bit(chosen));
    tally.guesses += set.size;
    if (known != nullptr) known->set(tally);
    return tally;
}

SmallBoardSearch::Tally SmallBoardSearch::safest_play(int field, bool opening, Poll& poll) {
    return repeated(poll, [&] {
        if (opening) {
            const Set set = opened(field);
            return set.size == 0 ? Tally{} : safest_play(set, set.first + set.size, 0);
        }
        const std::size_t all = static_cast<std::size_t>(placements_);
        const Sizes sizes = split({0, placements_}, all, field);
        return safest_play_parts(sizes, all, bit(field));
    });
}

Ending::Entry* Ending::look_up(std::int64_t hash) {
    std::size_t at = static_cast<std::size_t>(hash ^ hash >> 29) & (ENTRIES - 1);
    for (int i = 0; i < PROBES; ++i, at = (at + 1) & (ENTRIES - 1))
        if (table_[at].hash == hash || table_[at].hash == 0) return &table_[at];
    return nullptr;
}

// Write the fields to be tried to `order` and return their number: the safe field that splits the
// placements most evenly, if any splits them; otherwise all undecided fields.
int Ending::rank(Set set, Order& order, Weights& mined) {
    const auto [some, each] = some_and_each(set);
    int best = -1;
    std::int64_t most = set.size;
    for (Mask safe = all_fields() & ~some; safe != 0; safe &= safe - 1) {
        const int field = std::countr_zero(safe);
        Sizes sizes{};
        for (std::int64_t i = 0; i < set.size; ++i)
            ++sizes[shown(buffer_[set.first + i], around_[field])];
        const std::int64_t largest = *std::max_element(sizes.begin(), sizes.end());
        if (largest < most) {
            best = field;
            most = largest;
        }
    }
    if (best >= 0) {
        mined[best] = 0;
        order[0] = best;
        return 1;
    }
    weigh(set, some & ~each, mined);
    return sort(some & ~each, mined, order);
}

std::int64_t Ending::wins(Set set, std::size_t top, Mask uncovered, std::int64_t) {
    if (set.size == 1) return 1;
    poll_->step();
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < set.size; ++i)
        sum += static_cast<std::uint64_t>(buffer_[set.first + i].hash);
    const auto hash = static_cast<std::int64_t>(sum | 1);
    const Entry* known = look_up(hash);
    if (known != nullptr && known->hash == hash) return known->wins;
    work_ -= set.size * fields();
    if (work_ < 0) throw TooMuch{};
    Order order;
    Weights mined;
    const int count = rank(set, order, mined);
    const Tried tried = try_fields(set, top, uncovered, 0, order, count, mined);
    field_ = tried.field;
    if (Entry* entry = look_up(hash)) *entry = {hash, tried.best};
    return tried.best;
}

std::pair<std::int64_t, int> Ending::best(const std::vector<Mask>& around,
                                          const std::vector<Hashed>& placements, std::int64_t work,
                                          Poll& poll) {
    around_ = around;
    poll_ = &poll;
    work_ = work;
    table_.assign(ENTRIES, Entry{0, 0});
    reserve(placements.size());
    std::copy(placements.begin(), placements.end(), buffer_.begin());
    const Set all{0, static_cast<std::int64_t>(placements.size())};
    if (all.size == 1) return {1, std::countr_one(placements[0].mask)};
    try {
        const std::int64_t wins = this->wins(all, placements.size(), 0, 0);
        return {wins, field_};
    } catch (const TooMuch&) {
        return {-1, -1};
    }
}

}  // namespace puzzlesat::minesweeper
