#include "minesweeper/player.hpp"

#include <cmath>
#include <limits>

namespace puzzlesat::minesweeper {
namespace {

constexpr int FIRST_GROUPS = 8;  // first groups tried for a wide component
constexpr double EQUAL = 1e-9;   // risks that differ by less differ by rounding only
constexpr int WORTHWHILE = 7;    // 8 mines around a field are not considered

// Tosses with more uncertain mines apart, or about this probable if their fields are treated as
// independent, are too rare to be worth counting.
constexpr int MAX_UNCERTAIN = 1;
constexpr double MIN_SHARE = 0.0005;

// After a guess that hits no mine, the share of games won is about LATER, minus LEFT times the
// share of free fields that are still covered, minus DENSITY times the share of mines among unknown
// fields. ZERO is the gain if the first field shows 0. All were fitted to games on the expert board
// (16 rows, 30 columns, 99 mines) with seeds that no table uses; on other boards they are as valid,
// but reduce the variance of Result::control_variate less. They do not change its mean.
constexpr double LATER = 1.157, LEFT = 0.306, DENSITY = 1.888, ZERO = 0.14;

// Multiply two polynomials.
void multiply(const std::vector<double>& a, const double* b, int length,
              std::vector<double>& product) {
    product.assign(a.size() + length - 1, 0.0);
    for (std::size_t k = 0; k < a.size(); ++k)
        for (int m = 0; m < length; ++m) product[k + m] += a[k] * b[m];
}

// Set result[m] to C(free, rest - m), divided by one of these that is not 0; return the r of the
// divisor C(free, r), or -1 if all are 0.
int binomials(int free, int rest, std::vector<double>& result) {
    const int count = static_cast<int>(result.size());
    std::fill(result.begin(), result.end(), 0.0);
    const int first = std::max(rest - free, 0), last = std::min(rest, count - 1);
    if (first > last) return -1;
    const int middle = std::min(std::max(count / 2, first), last);
    result[middle] = 1.0;
    for (int m = middle + 1; m <= last; ++m) {
        const int r = rest - m + 1;  // C(free, r - 1) = C(free, r) r / (free - r + 1)
        result[m] = result[m - 1] * r / (free - r + 1);
    }
    for (int m = middle - 1; m >= first; --m) {
        const int r = rest - m - 1;  // C(free, r + 1) = C(free, r) (free - r) / (r + 1)
        result[m] = result[m + 1] * (free - r) / (r + 1);
    }
    return rest - middle;
}

}  // namespace

void Probabilities::build(const std::vector<ShortList>& around, const std::vector<char>& unknown,
                          const std::vector<int>& constraints, const std::vector<int>& missing) {
    for (const int f : members) group_of[f] = -1;
    for (const int f : field_of_constraint) index_[f] = -1;
    members.clear();
    grouping.clear();
    field_of_constraint = constraints;
    for (std::size_t c = 0; c < field_of_constraint.size(); ++c) {
        index_[field_of_constraint[c]] = static_cast<int>(c);
        grouping.add_constraint(missing[field_of_constraint[c]], 0);
    }
    for (const int f : field_of_constraint)
        for (const int x : around[f]) {
            if (!unknown[x] || group_of[x] >= 0) continue;
            ShortList holding;
            for (const int y : around[x])
                if (index_[y] >= 0) {
                    holding.add(index_[y]);
                    ++grouping.constraints[index_[y]].room;
                }
            group_of[x] = grouping.add_variable({holding.begin(), holding.end()});
            members.push_back(x);
        }
    mine_.assign(grouping.groups.size() + 1, 0.0);
    safe_.assign(grouping.groups.size() + 1, 0.0);
}

int Probabilities::count_forward(Poll& poll) {
    layers.clear();
    least_mines = 0;
    int length = 1;
    for (int i = 0; i < grouping.components(); ++i) {
        const Layers::Outcome outcome = layers.expand(grouping, i, poll);
        if (outcome != Layers::Outcome::done) return outcome == Layers::Outcome::full ? -1 : 0;
        forward.resize(layers.number_count);
        minesweeper::count_forward(layers, grouping, i, Floating{}, forward, poll);
        least_mines += layers.last(i).least;
        length += layers.last(i).length - 1;
    }
    return length;
}

double Probabilities::count_backward(std::vector<double> outside) {
    const int components = grouping.components();
    int length = static_cast<int>(outside.size());
    after_.resize(components + 1);
    before_.resize(components + 1);
    after_[components] = std::move(outside);
    for (int i = components - 1; i >= 0; --i) {
        const auto& last = layers.last(i);
        length -= last.length - 1;
        after_[i].resize(length);
        for (int m = 0; m < length; ++m) {
            double total = 0.0;
            for (int k = 0; k < last.length; ++k)
                total += forward[last.place + k] * after_[i + 1][m + k];
            after_[i][m] = total;
        }
    }
    const double models = after_[0][0];
    if (models == 0.0) return 0.0;
    backward_.resize(layers.number_count);
    before_[0].assign(1, 1.0);
    std::vector<double> weight;
    for (int i = 0; i < components; ++i) {
        const auto& last = layers.last(i);
        weight.assign(last.length, 0.0);
        for (int m = 0; m < last.length; ++m)
            for (int k = 0; k < length; ++k) weight[m] += before_[i][k] * after_[i + 1][m + k];
        minesweeper::count_backward(layers, grouping, i, forward, backward_, weight,
                                    [this](int g, double mine, double safe) {
                                        mine_[g] = mine;
                                        safe_[g] = safe;
                                    });
        multiply(before_[i], &forward[last.place], last.length, before_[i + 1]);
        length += last.length - 1;
    }
    return models;
}

double Probabilities::count(int free, int rest, Poll& poll) {
    const int length = count_forward(poll);
    if (length <= 0) return length;
    std::vector<double> ways(length);
    common = binomials(free, rest - least_mines, ways);
    if (common < 0) return 0.0;
    const double models = count_backward(ways);
    double mine = 0.0, safe = 0.0;
    if (free > 0 && models > 0.0)
        for (int m = 0; m < length; ++m) {
            // Of the placements on the free fields, the share left / free has a mine on a given
            // field.
            const int left = rest - least_mines - m;
            if (left < 0 || left > free) continue;
            const double both =
                before_[grouping.components()][m] * after_[grouping.components()][m];
            mine += both * left / free;
            safe += both * (free - left) / free;
        }
    mine_.back() = mine;
    safe_.back() = safe;
    return models;
}

Player::Player(int rows, int cols, int mines, const Strategy& strategy,
               std::vector<std::int64_t> hashes)
    : around_(neighbours(rows, cols)),
      mines_(mines),
      strategy_(strategy),
      hashes_(std::move(hashes)),
      tosses_(find_tosses(around_, rows, cols)),
      forced_(around_.size(), 0.0),
      choose_(around_.size() + 1, std::vector<double>(mines + 1, 0.0)),
      now_(fields()),
      ahead_(fields()) {
    for (std::size_t b = 0; b < choose_.size(); ++b) {
        choose_[b][0] = 1.0;
        for (int r = 1; b > 0 && r <= mines; ++r)
            choose_[b][r] = choose_[b - 1][r] + choose_[b - 1][r - 1];
    }
    clear();
}

void Player::clear() {
    mine_.assign(fields(), false);
    unknown_.assign(fields(), true);
    queued_.assign(fields(), false);
    number_.assign(fields(), 0);
    content_.assign(fields(), COVERED);
    mined_around_.assign(fields(), 0);
    hidden_.resize(fields());
    for (int f = 0; f < fields(); ++f) hidden_[f] = around_[f].size;
    waiting_.clear();
    moves_.clear();
    uncovered_ = marked_ = 0;
    over_ = false;
    models_ = 0.0;
}

void Player::count_numbers() {
    for (int f = 0; f < fields(); ++f) {
        number_[f] = 0;
        for (const int x : around_[f]) number_[f] += mine_[x];
    }
}

void Player::place_mines(const std::vector<int>& mined) {
    mine_.assign(fields(), false);
    for (const int f : mined) mine_[f] = true;
    count_numbers();
}

void Player::place_mines_in_order(const std::vector<int>& order, int first, Start start) {
    const ShortList& near = around_[first];
    int left = mines_;
    for (const int f : order) {
        if (left == 0) break;
        if (start != Start::unprotected && f == first) continue;
        if (start == Start::opening && std::find(near.begin(), near.end(), f) != near.end())
            continue;
        mine_[f] = true;
        --left;
    }
    count_numbers();
}

std::vector<int> Player::mined() const {
    std::vector<int> mined;
    for (int f = 0; f < fields(); ++f)
        if (mine_[f]) mined.push_back(f);
    return mined;
}

void Player::show(const std::vector<int>& content, const std::vector<int>& known) {
    clear();
    for (int f = 0; f < fields(); ++f) {
        if (content[f] >= 0) {
            content_[f] = content[f];
            ++uncovered_;
        }
        if (content[f] < 0 && known[f] != 0) continue;
        unknown_[f] = false;
        for (const int x : around_[f]) --hidden_[x];
    }
    for (int f = 0; f < fields(); ++f)
        if (known[f] > 0) mark(f);
}

void Player::enqueue(int f) {
    if (content_[f] >= 0 && !queued_[f]) {
        queued_[f] = true;
        waiting_.push_back(f);
    }
}

void Player::uncover(int f) {
    moves_.push_back(f);
    if (mine_[f]) {
        over_ = true;
        return;
    }
    content_[f] = number_[f];
    unknown_[f] = false;
    ++uncovered_;
    enqueue(f);
    for (const int x : around_[f]) {
        --hidden_[x];
        enqueue(x);
    }
}

void Player::mark(int f) {
    unknown_[f] = false;
    ++marked_;
    for (const int x : around_[f]) {
        --hidden_[x];
        ++mined_around_[x];
        enqueue(x);
    }
}

// Uncover and mark the fields that single constraints decide.
void Player::follow() {
    while (!waiting_.empty() && !over_) {
        const int f = waiting_.back();
        waiting_.pop_back();
        queued_[f] = false;
        if (hidden_[f] == 0) continue;
        const int missing = content_[f] - mined_around_[f];
        if (missing != 0 && missing != hidden_[f]) continue;
        for (const int x : around_[f])
            if (unknown_[x]) missing == 0 ? uncover(x) : mark(x);
    }
}

std::vector<int> Player::missing() const {
    std::vector<int> missing(content_);
    for (int f = 0; f < fields(); ++f) missing[f] -= mined_around_[f];
    return missing;
}

double Player::analyse(Poll& poll) {
    std::vector<int> constraints;
    int unknown = 0;
    for (int f = 0; f < fields(); ++f) {
        if (content_[f] < 0)
            unknown += unknown_[f];
        else if (hidden_[f] > 0)
            constraints.push_back(f);
    }
    now_.build(around_, unknown_, constraints, missing());
    now_.grouping.order_groups(FIRST_GROUPS);
    models_ = now_.count(unknown - static_cast<int>(now_.members.size()), mines_ - marked_, poll);
    return models_;
}

// Uncover the certainly safe fields, mark the certain mines; return the number of the former.
int Player::apply_certain() {
    int found = 0;
    for (int f = 0; f < fields(); ++f) {
        if (!unknown_[f]) continue;
        if (now_.mine(f) == 0.0) {
            uncover(f);
            ++found;
        } else if (now_.safe(f) == 0.0) {
            mark(f);
        }
    }
    return found;
}

Player::Apart Player::set_apart(std::vector<char> touched) const {
    const Grouping& grouping = now_.grouping;
    Apart apart;
    apart.safest = now_.free_safe() / models_;
    std::vector<double> product;
    for (int i = 0; i < grouping.components(); ++i) {
        if (touched[i]) continue;
        for (const int g : grouping.members(i)) {
            apart.fields += grouping.groups[g].size;
            apart.safest = std::max(apart.safest, now_.group_safe()[g] / models_);
        }
        const auto& last = now_.layers.last(i);
        apart.least += last.least;
        multiply(apart.ways, &now_.forward[last.place], last.length, product);
        apart.ways.swap(product);
    }
    apart.touched = std::move(touched);
    return apart;
}

std::vector<double> Player::weights(const Apart& apart, int length, int free, int rest) const {
    std::vector<double> result(length, 0.0);
    for (int m = 0; m < length; ++m)
        for (int j = 0; j < static_cast<int>(apart.ways.size()); ++j) {
            const int r = rest - apart.least - ahead_.least_mines - m - j;
            if (r >= 0 && r <= free) result[m] += apart.ways[j] * choose_[free][r];
        }
    return result;
}

std::vector<int> Player::constraints_beside(const Apart& apart) const {
    const Grouping& grouping = now_.grouping;
    std::vector<int> fields;
    for (std::size_t c = 0; c < grouping.constraints.size(); ++c)
        if (apart.touched[grouping.component_of(grouping.constraints[c])])
            fields.push_back(now_.field_of_constraint[c]);
    return fields;
}

// The value of a number, shown by field f in `shown` placements, that ahead_ has counted; count the
// number for each field that it makes certainly safe. safest: see Apart.
double Player::value_ahead(int f, double shown, double safest, std::vector<int>& times_safe) const {
    const auto &mine = ahead_.group_mine(), &safe = ahead_.group_safe();
    const auto undecided = [&](int x) {
        const int g = ahead_.group_of[x];
        return unknown_[x] && x != f && (g < 0 || (mine[g] > 0.0 && safe[g] > 0.0));
    };
    // A safe field that is next to no undecided field makes nothing else known.
    double best = safest * shown;
    int useful = 0;
    for (const int x : ahead_.members) {
        const int g = ahead_.group_of[x];
        if (mine[g] > 0.0)
            best = std::max(best, safe[g]);
        else {
            ++times_safe[x];
            useful += std::any_of(around_[x].begin(), around_[x].end(), undecided);
        }
    }
    if (best == 0.0) best = shown;  // nothing is left to guess
    return useful > 0 ? 1.0 + strategy_.bonus * std::log2(useful) : best / shown;
}

Player::Lookahead Player::look_ahead(int f, Poll& poll) {
    std::vector<char> touched(now_.grouping.components(), false);
    const auto touch = [&](int x) {
        if (const int i = now_.component_of(x); i >= 0) touched[i] = true;
    };
    touch(f);
    for (const int x : around_[f])
        if (unknown_[x]) touch(x);
    const Apart apart = set_apart(std::move(touched));
    std::vector<int> constraints = constraints_beside(apart);
    constraints.push_back(f);
    unknown_[f] = false;
    ahead_.build(around_, unknown_, constraints, missing());
    unknown_[f] = true;
    // One order of counting serves all numbers. It hardly matters for which it is found: of 1500
    // expert games, the same are won for 0 as for all fields, in a time that differs by 4%.
    Grouping::Constraint& own = ahead_.grouping.constraints.back();
    own.need = own.room / 3;
    ahead_.grouping.order_groups(FIRST_GROUPS);
    const int free = fields() - uncovered_ - marked_ - 1 - apart.fields -
                     static_cast<int>(ahead_.members.size());
    Lookahead look;
    double total = 0.0, value = 0.0;
    int numbers = 0;
    std::vector<int> times_safe(fields(), 0);  // the count of the numbers that make a field safe
    for (int number = 0; number <= std::min(own.room, WORTHWHILE); ++number) {
        own.need = number;
        const int length = ahead_.count_forward(poll);
        if (length <= 0) continue;
        const double shown = ahead_.count_backward(weights(apart, length, free, mines_ - marked_));
        if (shown <= 0.0) continue;
        total += shown;
        ++numbers;
        look.placements[number] = shown;
        look.values[number] = value_ahead(f, shown, apart.safest, times_safe);
        value += shown * look.values[number];
    }
    for (const int x : ahead_.members)
        if (numbers > 0 && times_safe[x] == numbers) look.implied.push_back(x);
    look.dead = numbers == 1;
    look.mean = total > 0.0 ? value / total : 0.0;
    return look;
}

std::vector<Player::Toss> Player::find_tosses(const std::vector<ShortList>& around, int rows,
                                              int cols) {
    const auto next_to = [&](int f, int g) {
        return std::find(around[f].begin(), around[f].end(), g) != around[f].end();
    };
    std::vector<Toss> tosses;
    for (int f = 0; f < rows * cols; ++f)
        for (const int g : around[f]) {
            if (g < f) continue;
            Toss toss;
            toss.sides[0].add(f);
            toss.sides[1].add(g);
            std::vector<int> apart;
            for (const auto& [a, b] : {std::pair{f, g}, std::pair{g, f}})
                for (const int x : around[a])
                    if (x != b && !next_to(x, b)) apart.push_back(x);
            if (std::ssize(apart) > SCOPE) continue;
            for (const int x : apart) toss.apart.add(x);
            tosses.push_back(toss);
        }
    // In a square, the two fields of one diagonal against those of the other.
    for (int row = 0; row + 1 < rows; ++row)
        for (int col = 0; col + 1 < cols; ++col) {
            Toss toss;
            for (const int i : {0, 1})
                for (const int j : {0, 1}) {
                    toss.sides[i ^ j].add((row + i) * cols + col + j);
                    const int r = row + 3 * i - 1, c = col + 3 * j - 1;
                    if (0 <= r && r < rows && 0 <= c && c < cols) toss.apart.add(r * cols + c);
                }
            tosses.push_back(toss);
        }
    return tosses;
}

// The share of the placements in which some unknown fields are mines, and others are not; 0 if there
// are too many partial placements to count, which did not happen in 1500 expert games.
double Player::share(const std::vector<int>& mined, const std::vector<int>& safe, Poll& poll) {
    std::vector<char> touched(now_.grouping.components(), false);
    std::vector<int> missing = this->missing();
    int free = fields() - uncovered_ - marked_ - static_cast<int>(now_.members.size());
    const double models = models_ * choose_[free][now_.common];
    const auto fix = [&](int x) {
        unknown_[x] = false;
        if (const int i = now_.component_of(x); i >= 0)
            touched[i] = true;
        else
            --free;
    };
    for (const int x : safe) fix(x);
    for (const int x : mined) {
        fix(x);
        for (const int y : around_[x]) --missing[y];
    }
    const Apart apart = set_apart(std::move(touched));
    std::vector<int> constraints;
    bool fits = true;
    for (const int f : constraints_beside(apart)) {
        if (std::any_of(around_[f].begin(), around_[f].end(), [&](int x) { return unknown_[x]; }))
            constraints.push_back(f);
        else
            fits = fits && missing[f] == 0;
    }
    double count = 0.0;
    if (fits) {
        ahead_.build(around_, unknown_, constraints, missing);
        ahead_.grouping.order_groups(FIRST_GROUPS);
        const int length = ahead_.count_forward(poll);
        const int rest = mines_ - marked_ - static_cast<int>(mined.size());
        if (length > 0) count = ahead_.count_backward(weights(apart, length, free, rest));
    }
    for (const auto* fixed : {&mined, &safe})
        for (const int x : *fixed) unknown_[x] = true;
    return count / models;
}

void Player::weigh_tosses(Poll& poll) {
    std::fill(forced_.begin(), forced_.end(), 0.0);
    std::vector<int> mined, safe;
    for (const Toss& toss : tosses_) {
        mined.assign(toss.sides[0].begin(), toss.sides[0].end());
        safe.assign(toss.sides[1].begin(), toss.sides[1].end());
        const auto covered = [&](int x) { return unknown_[x] != 0; };
        if (!std::all_of(mined.begin(), mined.end(), covered) ||
            !std::all_of(safe.begin(), safe.end(), covered) ||
            std::any_of(toss.apart.begin(), toss.apart.end(),
                        [&](int x) { return content_[x] >= 0; }))
            continue;
        for (const int x : toss.apart)
            if (unknown_[x]) mined.push_back(x);
        if (std::ssize(mined) > toss.sides[0].size + MAX_UNCERTAIN) continue;
        double about = 1.0;
        for (const int x : mined) about *= now_.mine(x) / models_;
        for (const int x : safe) about *= now_.safe(x) / models_;
        if (about < MIN_SHARE) continue;
        // Exchanging the sides turns a placement into one of the same numbers, so that this is half
        // of the placements with the toss.
        const double half = share(mined, safe, poll);
        for (const auto* concerned : {&mined, &safe})
            for (const int x : *concerned) forced_[x] += half;
    }
    // Tosses with common fields are counted more than once.
    for (int f = 0; f < fields(); ++f)
        if (forced_[f] > 0.0)
            forced_[f] = std::min({forced_[f], now_.mine(f) / models_, now_.safe(f) / models_});
}

// Whether each unknown field around f is also around g, or is g.
bool Player::is_sealed(int f, int g) const {
    return std::all_of(around_[f].begin(), around_[f].end(), [&](int x) {
        return !unknown_[x] || x == g ||
               std::find(around_[g].begin(), around_[g].end(), x) != around_[g].end();
    });
}

// One of two fields with one mine that no number can distinguish, since each other unknown field is
// next to both or to neither; or -1. The guess cannot be avoided, and the number that it reveals
// may help.
int Player::fifty_fifty() const {
    for (std::size_t c = 0; c < now_.field_of_constraint.size(); ++c) {
        const Grouping::Constraint& constraint = now_.grouping.constraints[c];
        if (constraint.room != 2 || constraint.need != 1 || constraint.groups.size != 1) continue;
        int f = -1, g = -1;
        for (const int x : around_[now_.field_of_constraint[c]])
            if (unknown_[x]) {
                g = f;
                f = x;
            }
        if (is_sealed(f, g) && is_sealed(g, f)) return f;
    }
    return -1;
}

// The safest fields come first; ties go to those with few unknown fields around them. Most fields
// in no constraint are interchangeable and would displace the others, so only some of them are
// listed. Of those next to no constrained field, only one is listed for each number of unknown
// neighbours.
std::vector<std::pair<double, int>> Player::candidates() const {
    const std::size_t count = strategy_.candidates;
    std::vector<std::pair<double, int>> found;
    int listed = 0;
    for (int hidden = 0; hidden <= SCOPE; ++hidden) {
        bool far_listed = false;
        for (int f = 0; f < fields(); ++f) {
            if (!unknown_[f] || hidden_[f] != hidden) continue;
            if (now_.group_of[f] < 0) {
                const bool far = std::all_of(around_[f].begin(), around_[f].end(), [&](int x) {
                    return !unknown_[x] || now_.group_of[x] < 0;
                });
                if (listed == strategy_.unconstrained || (far && far_listed)) continue;
                far_listed = far_listed || far;
                ++listed;
            }
            const double risk = now_.mine(f) / models_ - forced_[f];
            if (found.size() == count) {
                if (risk >= found.back().first - EQUAL) continue;
                found.pop_back();
            }
            auto at = found.end();
            while (at != found.begin() && (at - 1)->first > risk + EQUAL) --at;
            found.insert(at, {risk, f});
        }
    }
    return found;
}

// List all placements that fit; return false if their number or the work exceeds a limit.
bool Player::enumerate() {
    end_fields_.clear();
    end_.clear();
    for (const int g : now_.grouping.order)
        for (const int f : now_.members)
            if (now_.group_of[f] == g) end_fields_.push_back(f);
    const int inside = static_cast<int>(end_fields_.size());
    for (int f = 0; f < fields(); ++f)
        if (unknown_[f] && now_.group_of[f] < 0) end_fields_.push_back(f);
    const int count = static_cast<int>(end_fields_.size());
    if (count > Ending::MAX_FIELDS) return false;
    const ShortList none{};
    std::vector<Grouping::Constraint> constraints = now_.grouping.constraints;
    std::int64_t work = strategy_.max_work;
    // Extend a placement on the first d fields in every way; `left` mines remain.
    const auto extend = [&](const auto& self, int d, int left, std::uint64_t placement) -> bool {
        if (d == count) {
            if (std::ssize(end_) == strategy_.max_placements) return false;
            end_.push_back({placement, hashes_[end_.size()]});
            return true;
        }
        const ShortList& holding =
            d < inside ? now_.grouping.groups[now_.group_of[end_fields_[d]]].constraints : none;
        for (const int value : {0, 1}) {
            if (--work < 0) return false;
            bool fits = left >= value && left - value < count - d;
            for (const int c : holding) {
                constraints[c].need -= value;
                --constraints[c].room;
                fits =
                    fits && constraints[c].need >= 0 && constraints[c].need <= constraints[c].room;
            }
            const std::uint64_t longer = placement | static_cast<std::uint64_t>(value) << d;
            if (fits && !self(self, d + 1, left - value, longer)) return false;
            for (const int c : holding) {
                constraints[c].need += value;
                ++constraints[c].room;
            }
        }
        return --work >= 0;
    };
    return extend(extend, 0, mines_ - marked_, 0);
}

Player::End Player::solve_end(Poll& poll) {
    if (!enumerate() || end_.empty()) return {};
    std::vector<int> place(fields(), -1);
    for (std::size_t i = 0; i < end_fields_.size(); ++i)
        place[end_fields_[i]] = static_cast<int>(i);
    std::vector<std::uint64_t> around;
    for (const int f : end_fields_) {
        around.push_back(0);
        for (const int x : around_[f])
            if (place[x] >= 0) around.back() |= std::uint64_t{1} << place[x];
    }
    const auto [wins, field] = ending_.best(around, end_, strategy_.max_work, poll);
    return {wins, wins < 0 ? -1 : end_fields_[field]};
}

Player::Guess Player::guess(Poll& poll) {
    const int unknown = fields() - uncovered_ - marked_;
    if (strategy_.max_placements > 0 && unknown <= Ending::MAX_FIELDS) {
        // models_ is relative to C(free, common).
        const double exact = models_ * choose_[unknown - now_.members.size()][now_.common];
        if (exact < strategy_.max_placements + 0.5) {
            const End end = solve_end(poll);
            if (end.wins >= 0)
                return {end.field,
                        static_cast<double>(end.wins) / static_cast<double>(end_.size()),
                        {}};
        }
    }
    if (strategy_.fifty_fifty) {
        const int f = fifty_fifty();
        if (f >= 0) return {f, -1.0, {}};
    }
    const bool looking = strategy_.candidates > 1 && !now_.field_of_constraint.empty();
    if (strategy_.fifty_fifty && looking)
        weigh_tosses(poll);
    else
        std::fill(forced_.begin(), forced_.end(), 0.0);
    const auto shortlist = candidates();
    Guess guess{shortlist[0].second, -1.0, {}};
    if (!looking) return guess;
    double most = 0.0;
    for (const auto& [risk, f] : shortlist) {
        const double safe = 1.0 - risk;
        // The bound assumes at most four certainly safe fields after the guess; more are rare.
        if (risk > shortlist[0].first + strategy_.margin ||
            (guess.look && !guess.look->dead && safe * (1.0 + 2.0 * strategy_.bonus) <= most))
            break;
        const Lookahead found = look_ahead(f, poll);
        // A field that shows a known number can wait, since something else may decide it.
        const bool better = !guess.look || guess.look->dead == found.dead ? safe * found.mean > most
                                                                          : guess.look->dead;
        if (better) {
            most = safe * found.mean;
            guess.field = f;
            guess.look = found;
        }
    }
    // A field that is safe if the guessed one is safe, and more often, is the better guess.
    int safer = guess.field;
    if (guess.look)
        for (const int x : guess.look->implied)
            if (now_.mine(x) < now_.mine(safer) - EQUAL * models_) safer = x;
    if (safer != guess.field) {
        guess.field = safer;
        guess.look = look_ahead(safer, poll);
    }
    return guess;
}

// The deviation for the number of the first field, if the field cannot be a mine.
double Player::first_deviation(int first) const {
    double zero = 1.0, others = fields() - 1.0;
    for (int j = 0; j < around_[first].size; ++j) {
        zero *= std::max(1.0 - mines_ / others, 0.0);
        others -= 1.0;
    }
    return ZERO * ((number_[first] == 0) - zero);
}

double Player::deviation(int f, double safe, const Lookahead* look) const {
    const int mines = mines_ - marked_, goal = fields() - mines_, left = goal - uncovered_;
    const double later =
        std::min(std::max(LATER - LEFT * left / goal - DENSITY * mines / (left + mines), 0.1), 0.9);
    double mean = 1.0, number = 0.0;
    if (look != nullptr) {
        double sum = 0.0, all = 0.0;
        for (int m = 0; m < SCOPE; ++m) {
            sum += look->placements[m] * look->values[m];
            all += look->placements[m];
        }
        mean = sum / all;
        const int missing = number_[f] - mined_around_[f];
        if (!mine_[f] && missing < SCOPE) number = look->values[missing] - mean;
    }
    return later * ((1.0 - mine_[f] - safe) * mean + number);
}

Player::Result Player::play(const std::vector<int>& order, int first, Start start, Sums& sums,
                            Poll& poll) {
    clear();
    place_mines_in_order(order, first, start);
    Result result;
    double endgame_chance = -1.0;  // once the end of the game is solved
    uncover(first);
    if (over_) return result;
    if (start == Start::safe) result.control_variate -= first_deviation(first);
    while (true) {
        follow();
        result.wrong = over_;
        if (over_) return result;
        if (uncovered_ == fields() - mines_) {
            result.won = true;
            result.control_variate += endgame_chance >= 0.0 ? endgame_chance : 1.0;
            return result;
        }
        const double models = analyse(poll);
        result.wrong = models == 0.0;
        if (result.wrong) return result;
        int f = 0;
        if (models < 0.0) {
            ++sums.uncounted;
            while (!unknown_[f]) ++f;
        } else {
            if (apply_certain() > 0) {
                result.wrong = over_;
                if (over_) return result;
                continue;
            }
            if (!waiting_.empty()) continue;
            const Guess guess = this->guess(poll);
            f = guess.field;
            if (endgame_chance < 0.0)
                endgame_chance = guess.chance;
            else if (guess.chance < 0.0)
                ++sums.unsolved;
            if (endgame_chance < 0.0)
                result.control_variate -=
                    deviation(f, now_.safe(f) / models, guess.look ? &*guess.look : nullptr);
        }
        ++sums.guesses;
        uncover(f);
        if (over_) {
            if (endgame_chance >= 0.0) result.control_variate += endgame_chance;
            return result;
        }
    }
}

}  // namespace puzzlesat::minesweeper
