#include "minesweeper/layers.hpp"

#include <limits>

#include "common/hash.hpp"

namespace puzzlesat::minesweeper {
namespace {

// A key has BITS bits for each open constraint: its number of mines so far, 0 to 7, since at least
// one of its variables, of which there are at most 8, is missing.
constexpr int BITS = 3, SLOTS = 21;  // SLOTS constraints in a word

// Arcs are numbered by int, and there are no more states; the arcs from one state are added without
// a check.
constexpr std::size_t MAX_ARCS = std::numeric_limits<int>::max() - SCOPE - 1;

std::size_t hashed(const std::uint64_t* key, int words) {
    std::uint64_t h = 0;
    for (int w = 0; w < words; ++w) h = mix64(h ^ key[w]);
    return static_cast<std::size_t>(h);
}

}  // namespace

// Assign a slot to each constraint from its first to its last group; return the number of words in
// a key.
int Layers::assign_slots(Grouping& grouping, int i) {
    const auto clear_given = [&] {
        for (const int g : grouping.members(i))
            for (const int c : grouping.groups[g].constraints) grouping.constraints[c].given = 0;
    };
    clear_given();
    std::vector<char> used;
    for (const int g : grouping.members(i)) {
        const Grouping::Group& group = grouping.groups[g];
        for (const int member : group.constraints) {
            Grouping::Constraint& c = grouping.constraints[member];
            if (c.given == 0) {
                c.slot = static_cast<int>(std::find(used.begin(), used.end(), 0) - used.begin());
                if (c.slot == static_cast<int>(used.size())) used.push_back(0);
                used[c.slot] = 1;
            }
            c.given += group.size;
        }
        for (const int member : group.constraints) {
            const Grouping::Constraint& c = grouping.constraints[member];
            if (c.given == c.room) used[c.slot] = 0;
        }
    }
    clear_given();
    return std::max(1, (static_cast<int>(used.size()) + SLOTS - 1) / SLOTS);
}

// Double the table, and enter the states of the layer that begins at a state.
void Layers::enlarge(std::size_t begin, int words) {
    table_.assign(std::max<std::size_t>(64, 2 * table_.size()), Slot{0, 0});
    stamp_ = 1;
    const std::size_t mask = table_.size() - 1;
    for (std::size_t t = begin; t < states.size(); ++t) {
        std::size_t h = hashed(&next_[(t - begin) * words], words) & mask;
        while (table_[h].stamp == stamp_) h = (h + 1) & mask;
        table_[h] = {stamp_, static_cast<std::int32_t>(t)};
    }
}

template <int Words>
bool Layers::add_group(const Grouping& grouping, const Grouping::Group& group, int key_words,
                       Poll& poll) {
    const int words = Words > 0 ? Words : key_words;
    struct {
        int word, shift, need, later;
    } local[SCOPE];
    std::vector<std::uint64_t> each(words), closing(words);
    const int degree = group.constraints.size;
    for (int k = 0; k < degree; ++k) {
        const Grouping::Constraint& c = grouping.constraints[group.constraints[k]];
        local[k] = {c.slot / SLOTS, BITS * (c.slot % SLOTS), c.need, c.room - c.given};
        each[local[k].word] += std::uint64_t{1} << local[k].shift;
        if (c.given == c.room)
            closing[local[k].word] += static_cast<std::uint64_t>(c.need) << local[k].shift;
    }
    const std::size_t begin = first_state.back(), end = states.size();
    first_state.push_back(static_cast<int>(end));
    next_.clear();
    if (++stamp_ == 0 || table_.empty()) enlarge(end, words);
    for (std::size_t s = begin; s < end; ++s) {
        poll.step();
        const std::uint64_t* key = &keys_[(s - begin) * words];
        int fewest = 0, most = group.size;
        for (int k = 0; k < degree; ++k) {
            const int missing =
                local[k].need - static_cast<int>(key[local[k].word] >> local[k].shift & 7);
            most = std::min(most, missing);
            fewest = std::max(fewest, missing - local[k].later);
        }
        for (int n = fewest; n <= most; ++n) {
            if (2 * (states.size() - end + 1) > table_.size()) enlarge(end, words);
            const std::size_t at = next_.size();
            for (int w = 0; w < words; ++w)
                next_.push_back(key[w] + static_cast<std::uint64_t>(n) * each[w] - closing[w]);
            const std::size_t mask = table_.size() - 1;
            std::size_t h = hashed(&next_[at], words) & mask;
            while (table_[h].stamp == stamp_ &&
                   !std::equal(next_.begin() + at, next_.end(),
                               next_.begin() + (table_[h].state - end) * words))
                h = (h + 1) & mask;
            const State source = states[s];
            if (table_[h].stamp != stamp_) {
                table_[h] = {stamp_, static_cast<std::int32_t>(states.size())};
                states.push_back({0.0, 0, source.least + n, source.length});
            } else {
                next_.resize(at);
                State& target = states[table_[h].state];
                const int top =
                    std::max(target.least + target.length, source.least + n + source.length);
                target.least = std::min(target.least, source.least + n);
                target.length = top - target.least;
            }
            states[table_[h].state].total += CHOOSE[group.size][n] * source.total;
            arcs.push_back({static_cast<std::int32_t>(s), table_[h].state, n});
        }
        if (arcs.size() > MAX_ARCS) throw Stopped{Stopped::Limit::memory};
    }
    first_arc.push_back(static_cast<int>(arcs.size()));
    if (states.size() == end) return false;
    for (std::size_t s = end; s < states.size(); ++s) {
        states[s].place = number_count;
        number_count += states[s].length;
    }
    std::swap(keys_, next_);
    return true;
}

bool Layers::expand(Grouping& grouping, int i, Poll& poll) {
    const int words = assign_slots(grouping, i);
    members = grouping.members(i);
    first_state.push_back(0);
    states.push_back({1.0, number_count++, 0, 1});
    keys_.assign(words, 0);
    for (const int g : members) {
        const Grouping::Group& group = grouping.groups[g];
        for (const int c : group.constraints) grouping.constraints[c].given += group.size;
        const bool fits = words == 1 ? add_group<1>(grouping, group, 1, poll)
                                     : add_group<0>(grouping, group, words, poll);
        if (!fits) return false;
    }
    first_state.push_back(static_cast<int>(states.size()));
    return true;
}

}  // namespace puzzlesat::minesweeper
