#include "minesweeper/reasons.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace puzzlesat::minesweeper {
namespace {

// The simplest reason is the smallest of these.
auto simplicity(const Reason& reason) {
    return std::tuple(reason.given_up(), reason.total, reason.numbers.size(), reason.value,
                      reason.field, reason.numbers);
}

bool is_simpler(const Reason& one, const Reason& other) {
    return simplicity(one) < simplicity(other);
}

bool contains(const ShortList& list, int x) {
    return std::find(list.begin(), list.end(), x) != list.end();
}

// What one sum implies for a second one, through the fields that they share: it has `least` to
// `most` mines on them; value: that of all other fields of the second one, -1 if undecided.
struct Overlap {
    std::vector<int> shared, only_second;
    int least, most, value = -1;

    template <class Sum>
    Overlap(const Sum& first, const Sum& second) {
        for (const int f : second.scope)
            (contains(first.scope, f) ? shared : only_second).push_back(f);
        const int in_both = static_cast<int>(shared.size());
        least = std::max(0, first.need - (first.scope.size - in_both));
        most = std::min(in_both, first.need);
        if (in_both == 0) return;
        if (0 < least && least == second.need)
            value = 0;
        else if (most < in_both && second.need - most == std::ssize(only_second))
            value = 1;
    }
};

// A smallest set that meets every one of some sets.
class HittingSet {
public:
    explicit HittingSet(Poll& poll) : poll_(poll) {}

    std::vector<int> of(std::vector<std::vector<int>> sets) {
        std::sort(sets.begin(), sets.end(),
                  [](const auto& a, const auto& b) { return a.size() < b.size(); });
        search(sets);
        std::sort(best_.begin(), best_.end());
        return best_;
    }

private:
    Poll& poll_;
    std::vector<int> best_, chosen_;
    std::size_t size_ = std::numeric_limits<std::size_t>::max();

    static std::size_t disjoint(const std::vector<std::vector<int>>& sets) {
        std::set<int> used;
        std::size_t number = 0;
        for (const auto& set : sets) {
            if (std::any_of(set.begin(), set.end(), [&](int x) { return used.contains(x); }))
                continue;
            ++number;
            used.insert(set.begin(), set.end());
        }
        return number;
    }

    void search(const std::vector<std::vector<int>>& sets) {
        poll_.step(20);
        if (sets.empty()) {
            best_ = chosen_;
            size_ = chosen_.size();
            return;
        }
        if (chosen_.size() + disjoint(sets) >= size_) return;
        const auto& smallest =
            *std::min_element(sets.begin(), sets.end(),
                              [](const auto& a, const auto& b) { return a.size() < b.size(); });
        std::set<int> excluded;
        for (const int x : smallest) {
            std::vector<std::vector<int>> left;
            bool can_be_met = true;
            for (const auto& set : sets) {
                if (std::find(set.begin(), set.end(), x) != set.end()) continue;
                auto& rest = left.emplace_back();
                for (const int y : set)
                    if (!excluded.contains(y)) rest.push_back(y);
                can_be_met = can_be_met && !rest.empty();
            }
            chosen_.push_back(x);
            if (can_be_met) search(left);
            chosen_.pop_back();
            excluded.insert(x);
        }
    }
};

}  // namespace

Reasons::Reasons(const State& state, Memory& memory, Poll& poll)
    : state_(state), memory_(memory), poll_(poll) {
    mines_ = state.mines_left();
    const auto network = state.network();
    for (int c = 0; c < network.size(); ++c) {
        Sum sum{network.field_of_constraint[c], network.need[c], {}};
        for (const int v : network.scope_of(c)) sum.scope.add(network.field_of_variable[v]);
        sums_.push_back(sum);
    }
    index();
}

void Reasons::index() {
    holding_.assign(state_.fields(), {});
    for (std::size_t s = 0; s < sums_.size(); ++s)
        for (const int f : sums_[s].scope) holding_[f].push_back(static_cast<int>(s));
}

std::vector<int> Reasons::all_sums() const {
    std::vector<int> all(sums_.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

// The sums within a distance of a field; those that contain it have distance 1.
std::vector<int> Reasons::near(int field, int distance) const {
    std::set<int> found(holding_[field].begin(), holding_[field].end());
    std::vector<int> border(found.begin(), found.end());
    for (int d = 1; d < distance && !border.empty(); ++d) {
        std::vector<int> next;
        for (const int s : border)
            for (const int f : sums_[s].scope)
                for (const int t : holding_[f])
                    if (found.insert(t).second) next.push_back(t);
        border = std::move(next);
    }
    return {found.begin(), found.end()};
}

// Values of all fields that satisfy some sums, and the number of all mines with `total`; nothing if
// there are none.
std::optional<Placement> Reasons::satisfy(const std::vector<int>& chosen,
                                          std::optional<Fixed> fixed, bool total) {
    Network network;
    for (const int s : chosen) {
        int need = sums_[s].need;
        for (const int f : sums_[s].scope)
            if (fixed && f == fixed->field)
                need -= fixed->value;
            else
                network.scope.push_back(f);
        if (network.has_new_scope() || need != 0) network.add_constraint(sums_[s].field, need);
    }
    network.number_variables();
    poll_.step(1 + static_cast<std::uint32_t>(network.scope.size()));
    auto mines = total ? mines_ : std::nullopt;
    if (mines && fixed) *mines -= fixed->value;
    std::vector<int> free;  // they matter only for the number of mines
    if (mines) free = state_.free(network);
    if (fixed) std::erase(free, fixed->field);
    auto values = placement(network, std::move(free), mines, state_.fields(), memory_, poll_);
    if (values && fixed) (*values)[fixed->field] = static_cast<char>(fixed->value);
    return values;
}

// Cores -------------------------------------------------------------------------------------------

bool Reasons::is_met(const Sum& sum, const Placement& values, std::optional<Fixed> fixed) const {
    int mined = 0;
    for (const int f : sum.scope)
        mined += fixed && f == fixed->field ? fixed->value : static_cast<int>(values[f]);
    return mined == sum.need;
}

// A smallest set of some sums that cannot be satisfied; together they cannot. At the time limit,
// the core is irreducible if `smallest` is false, and empty if the search was given up.
Reasons::Core Reasons::smallest_core(const std::vector<int>& candidates, std::optional<Fixed> fixed,
                                     bool total) {
    auto core = candidates;
    try {
        for (std::size_t size = std::max<std::size_t>(core.size() / 2, 1);; size /= 2) {
            for (std::size_t end = core.size(); end > 0;) {
                const std::size_t begin = end > size ? end - size : 0;
                auto rest = core;
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                           rest.begin() + static_cast<std::ptrdiff_t>(end));
                if (!satisfy(rest, fixed, total)) core = std::move(rest);
                end = begin;
            }
            if (size == 1) break;
        }
    } catch (const Stopped&) {
        return {{}, false};
    }
    try {
        return smallest_by_hitting_sets(core, candidates, fixed, total);
    } catch (const Stopped&) {
        return {core, false};
    }
}

// Every core contains a sum that a satisfiable set, extended as far as possible, leaves out. So a
// smallest set that meets all these complements is at most as large as a smallest core.
Reasons::Core Reasons::smallest_by_hitting_sets(const std::vector<int>& minimal,
                                                const std::vector<int>& candidates,
                                                std::optional<Fixed> fixed, bool total) {
    std::vector<std::vector<int>> needed;
    while (true) {
        auto kept = HittingSet(poll_).of(needed);
        if (kept.size() >= minimal.size()) return {minimal, true};
        auto values = satisfy(kept, fixed, total);
        if (!values) return {kept, true};
        std::vector<int> open;
        const auto keep_met = [&] {
            std::vector<int> left;
            for (const int s : open) (is_met(sums_[s], *values, fixed) ? kept : left).push_back(s);
            open = std::move(left);
        };
        for (const int s : candidates)
            if (!std::binary_search(kept.begin(), kept.end(), s)) open.push_back(s);
        keep_met();
        std::vector<int> complement;
        while (!open.empty()) {
            kept.push_back(open.front());
            auto larger = satisfy(kept, fixed, total);
            if (larger) {
                values = std::move(larger);
                open.erase(open.begin());
                keep_met();
            } else {
                kept.pop_back();
                complement.push_back(open.front());
                open.erase(open.begin());
            }
        }
        needed.push_back(std::move(complement));
    }
}

// Reasons -----------------------------------------------------------------------------------------

std::vector<int> Reasons::fields_of(const std::vector<int>& sums) const {
    std::vector<int> fields;
    for (const int s : sums) fields.push_back(sums_[s].field);
    std::sort(fields.begin(), fields.end());
    return fields;
}

// The simplest reason of one or two numbers for each field, if there is one.
std::vector<std::optional<Reason>> Reasons::of_few(const Known& value) const {
    std::vector<std::optional<Reason>> best(state_.fields());
    const auto propose = [&](const auto& fields, int decided, const std::vector<int>& sums) {
        for (const int f : fields) {
            Reason reason{f, decided, fields_of(sums)};
            if (value[f] >= 0 && (!best[f] || is_simpler(reason, *best[f])))
                best[f] = std::move(reason);
        }
    };
    for (const int s : all_sums()) {
        const auto& sum = sums_[s];
        if (sum.need == 0 || sum.need == sum.scope.size) propose(sum.scope, sum.need > 0, {s});
        std::set<int> others;
        for (const int f : sum.scope) others.insert(holding_[f].begin(), holding_[f].end());
        others.erase(s);
        for (const int t : others) {
            const Overlap overlap(sum, sums_[t]);
            if (overlap.value >= 0) propose(overlap.only_second, overlap.value, {s, t});
        }
    }
    return best;
}

// The reason without the number of all mines, if there is one. A core of n sums is connected, so
// that all its sums are within distance n of the field.
std::optional<Reason> Reasons::of_numbers(int field, int value) {
    const Fixed other{field, 1 - value};
    std::vector<int> sums;
    for (int distance = 2;;) {
        const auto before = sums.size();
        sums = near(field, distance);
        const bool is_all = sums.size() == before;
        if (satisfy(sums, other, false)) {
            if (is_all) return {};
            distance *= 2;
            continue;
        }
        const auto core = smallest_core(sums, other, false);
        const int size = static_cast<int>(core.sums.size());
        if (!core.smallest || is_all || size <= distance)
            return Reason{field, value, fields_of(core.sums), false, core.smallest};
        distance = size;
    }
}

std::optional<Reason> Reasons::simplest(const Known& value) {
    std::optional<Reason> best;
    for (const auto& reason : of_few(value))
        if (reason && (!best || is_simpler(*reason, *best))) best = reason;
    if (best) return best;
    const auto reasons = all(value);
    return reasons.empty() ? best : reasons.front();
}

std::vector<Reason> Reasons::all(const Known& value) {
    auto best = of_few(value);
    std::map<std::vector<int>, int> firsts;  // fields in the same sums have the same reasons
    std::vector<Reason> found;
    for (int f = 0; f < state_.fields(); ++f) {
        if (value[f] < 0) continue;
        if (!best[f]) {
            const int first = firsts.try_emplace(holding_[f], f).first->second;
            if (first != f) {
                best[f] = best[first];
                best[f]->field = f;
            } else {
                best[f] = Reason{f, value[f], {}, mines_.has_value(), false};  // given up
                try {
                    const Fixed other{f, 1 - value[f]};
                    if (auto reason = of_numbers(f, value[f])) {
                        best[f] = std::move(reason);
                    } else if (mines_ && !satisfy(all_sums(), other, true)) {
                        const auto core = smallest_core(all_sums(), other, true);
                        best[f] = Reason{f, value[f], fields_of(core.sums), true, core.smallest};
                    }
                } catch (const Stopped&) {
                }
            }
        }
        found.push_back(*best[f]);
    }
    std::sort(found.begin(), found.end(), is_simpler);
    return found;
}

Conflict Reasons::conflict() {
    // Each flag is a sum of its own, so that it can belong to the conflict.
    auto bare = state_;
    for (int& content : bare.content)
        if (content == FLAGGED) content = COVERED;
    Reasons reasons(bare, memory_, poll_);
    const auto flags = state_.fields_of(FLAGGED);
    for (const int f : flags) {
        reasons.sums_.push_back({f, 1, {}});
        reasons.sums_.back().scope.add(f);
    }
    reasons.index();
    Core core{{}, false};
    bool total = false, all_smallest = true;  // of the cores of all parts, since it may be any
    try {
        poll_.check();
        std::vector<char> is_known(state_.fields(), false);
        for (std::size_t s = 0; s < reasons.sums_.size(); ++s) {
            const auto& sum = reasons.sums_[s];
            if (is_known[sum.field]) continue;
            const auto part = sum.scope.size == 0
                                  ? std::vector{static_cast<int>(s)}
                                  : reasons.near(sum.scope[0], std::numeric_limits<int>::max());
            for (const int t : part) is_known[reasons.sums_[t].field] = true;
            if (reasons.satisfy(part, {}, false)) continue;
            auto found = reasons.smallest_core(part, {}, false);
            all_smallest &= found.smallest;
            if (core.sums.empty() || (!found.sums.empty() && found.sums.size() < core.sums.size()))
                core = std::move(found);
        }
        if (core.sums.empty() && mines_) {
            total = true;
            core = reasons.smallest_core(reasons.all_sums(), {}, true);
        }
    } catch (const Stopped&) {
        all_smallest = false;
    }
    Conflict conflict{reasons.fields_of(core.sums),
                      total || (mines_ && core.sums.empty()),
                      core.smallest && all_smallest,
                      {}};
    for (const int f : conflict.fields) {
        if (state_.content[f] != FLAGGED) continue;
        std::vector<int> rest;
        for (const int s : reasons.all_sums())
            if (reasons.sums_[s].field != f) rest.push_back(s);
        try {
            if (reasons.satisfy(rest, {}, mines_.has_value())) conflict.doubtful.push_back(f);
        } catch (const Stopped&) {
        }
    }
    return conflict;
}

// Arguments ---------------------------------------------------------------------------------------

Argument Reasons::argument(const Reason& reason) const {
    Argument found;
    if (reason.given_up()) {
        found.kind = Argument::Kind::given_up;
        return found;
    }
    std::vector<int> chosen;
    for (const int s : all_sums())
        if (std::binary_search(reason.numbers.begin(), reason.numbers.end(), sums_[s].field))
            chosen.push_back(s);
    if (reason.total) {
        by_total(reason, chosen, found);
    } else if (chosen.size() == 1) {
        const auto& sum = sums_[chosen[0]];
        found.kind = Argument::Kind::number;
        found.number = sum.field;
        found.mines = sum.need;
    } else if (!by_sums(reason, chosen, found)) {
        by_chain(reason, chosen, found);
    }
    return found;
}

// Combine one sum with the bounds of others on the fields that it shares with them.
bool Reasons::by_sums(const Reason& reason, const std::vector<int>& chosen, Argument& found) const {
    for (const int l : chosen) {
        const Sum& last = sums_[l];
        std::vector<Argument::Part> parts;
        std::vector<int> shared;
        int bound = 0;
        for (const int s : chosen) {
            if (s == l) continue;
            const Overlap overlap(sums_[s], last);
            const int mines = reason.value > 0 ? overlap.most : overlap.least;
            shared.insert(shared.end(), overlap.shared.begin(), overlap.shared.end());
            bound += mines;
            parts.push_back({sums_[s].field, overlap.shared, mines, mines == sums_[s].need});
        }
        const int unshared = last.scope.size - static_cast<int>(shared.size());
        const bool is_inside =
            std::find(shared.begin(), shared.end(), reason.field) != shared.end();
        if (std::set(shared.begin(), shared.end()).size() < shared.size() || is_inside ||
            !contains(last.scope, reason.field) || last.need - bound != unshared * reason.value)
            continue;
        found.kind = Argument::Kind::sums;
        found.number = last.field;
        found.others = unshared;
        found.parts = std::move(parts);
        return true;
    }
    return false;
}

// The steps from the other value to a violated number, one number at a time.
void Reasons::by_chain(const Reason& reason, const std::vector<int>& chosen,
                       Argument& found) const {
    Known value(state_.fields(), -1);
    value[reason.field] = static_cast<signed char>(1 - reason.value);
    std::vector<Argument::Part> steps;
    for (std::size_t before = steps.size() + 1; before != steps.size();) {
        before = steps.size();
        for (const int s : chosen) {
            const Sum& sum = sums_[s];
            std::vector<int> rest;
            int mined = 0;
            for (const int f : sum.scope)
                if (value[f] < 0)
                    rest.push_back(f);
                else
                    mined += value[f];
            const int left = sum.need - mined, room = static_cast<int>(rest.size());
            if (left < 0 || left > room) {
                found.kind = Argument::Kind::chain;
                found.number = sum.field;
                found.most = left > 0;
                found.mines = mined +
                              static_cast<int>(state_.around_with(sum.field, FLAGGED).size()) +
                              (left > 0 ? room : 0);
                found.parts = std::move(steps);
                return;
            }
            if (room == 0 || (left != 0 && left != room)) continue;
            for (const int f : rest) value[f] = left > 0;
            steps.push_back({sum.field, rest, left, false});
        }
    }
}

void Reasons::by_total(const Reason& reason, const std::vector<int>& chosen,
                       Argument& found) const {
    std::set<int> inside;
    int mines = 0, fields = 0;
    for (const int s : chosen) {
        inside.insert(sums_[s].scope.begin(), sums_[s].scope.end());
        mines += sums_[s].need;
        fields += sums_[s].scope.size;
    }
    const int outside = static_cast<int>(state_.fields_of(COVERED).size() - inside.size()),
              left = *mines_ - mines;
    if (inside.contains(reason.field) || std::ssize(inside) < fields ||
        reason.value != (left > 0) || (left != 0 && left != outside))
        return;
    found.kind = Argument::Kind::total;
    found.mines = mines;
    found.all = *mines_;
    found.others = outside;
}

}  // namespace puzzlesat::minesweeper
