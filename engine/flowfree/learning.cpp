#include "flowfree/learning.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace puzzlesat::flowfree {

namespace {

// A variable and its value, as 2 * variable + value.
using Literal = int;

// Fitted to 24 generated puzzles of 36x36 to 80x30 cells under the strict rule, and 8 of 14x14
// whose flows may touch themselves: with 0.9, the former take 1.3 times as long; with 0.5, the
// latter are not solved within 15 s, instead of 0.04 s.
constexpr double DECAY = 0.8;  // of activities, with each conflict

constexpr int RESTART_UNIT = 300;           // conflicts; the Luby sequence gives the factors
constexpr std::size_t FIRST_LEARNT = 2000;  // clauses kept before the first reduction
constexpr std::size_t MORE_LEARNT = 200;    // further ones with each reduction
constexpr int GLUE = 6;                     // clauses of so few levels are always kept

int luby(int i) {
    int size = 1;
    while (size < i + 1) size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

struct BitNode : PieceNode {
    std::uint32_t known = 0, flow = 0;  // the bits of the flow that are known, and their values
};

class Learning : public Pieces<Learning, BitNode> {
    using Base = Pieces<Learning, BitNode>;
    friend Base;

public:
    Learning(const Graph& graph, const std::vector<int>& flow, bool strict, Poll& poll)
        : Base(graph, flow, strict),
          poll_(poll),
          bits_(std::bit_width(
              static_cast<unsigned>(std::max(0, *std::max_element(flow.begin(), flow.end()))))),
          full_((1u << bits_) - 1),
          first_bit_(graph.links() + 1),
          first_(first_ends(flow)),
          end_at_(graph.nodes(), NONE) {
        const int variables = first_bit_ + graph.nodes() * bits_;
        value_.assign(variables, unknown);
        value_[graph.links()] = unused;
        level_.assign(variables, 0);
        reason_.assign(variables, {Kind::none, 0});
        is_seen_.assign(variables, false);
        watches_.resize(2 * variables);
        activity_.assign(graph.links(), 0.0);
        phase_.assign(graph.links(), used);
        for (int x = 0; x < graph.nodes(); ++x) {
            if (flow[x] == NONE) continue;
            add_end(x);
            for (int b = 0; b < bits_; ++b) assign(bit(x, b, flow[x] >> b & 1), {Kind::none, 0});
        }
    }

    void run(const std::vector<Value>& known, std::size_t wanted, std::vector<Paths>& solutions) {
        for (int x = 0; x < graph_.nodes(); ++x)
            if (!apply_degree(x)) return;
        for (int link = 0; link < graph_.links(); ++link)
            if (known[link] != unknown && !assign(literal(link, known[link]), {Kind::none, 0}))
                return;
        std::size_t most = FIRST_LEARNT;
        for (int round = 0;; ++round) {
            const int conflicts = RESTART_UNIT * luby(round);
            if (search(conflicts, wanted, solutions)) return;
            backtrack(0);
            if (learnt_.size() <= most) continue;
            if (!propagate()) return;
            reduce();
            most += MORE_LEARNT;
        }
    }

private:
    using Node = BitNode;
    enum class Kind : std::int8_t { none, degree, equal, differ, same, last, clause, cycle };
    struct Antecedent {
        Kind kind;
        int at;  // a node, link, bit, or place in clauses_ or cycles_
    };
    struct Watch {
        int clause;
        Literal other;  // the clause needs no visit if this one is true
    };
    struct Level {
        std::size_t trail, cycles;  // the lengths before it
    };

    static Literal literal(int variable, int value) { return 2 * variable + value; }
    Literal bit(int x, int b, int value) const {
        return literal(first_bit_ + x * bits_ + b, value);
    }
    std::pair<int, int> place_of(int variable) const {  // the node and the bit of a flow's number
        return {(variable - first_bit_) / bits_, (variable - first_bit_) % bits_};
    }
    Literal known_bit(int x, int b) const { return bit(x, b, node_[x].flow >> b & 1); }
    bool is_true(Literal p) const { return value_[p >> 1] == (p & 1); }
    bool is_false(Literal p) const { return value_[p >> 1] == (~p & 1); }
    int level() const { return static_cast<int>(levels_.size()); }

    // Whether all solutions are found, or as many as wanted; if not, there were too many conflicts.
    bool search(int conflicts, std::size_t wanted, std::vector<Paths>& solutions) {
        for (;;) {
            poll_.step(64);
            if (!propagate()) {
                const int back = analyse();
                if (back < 0) return true;
                backtrack(back);
                add_learnt(span_of(new_clause_));
                if (--conflicts <= 0) return false;
                continue;
            }
            const Literal guess = choose();
            if (guess == NONE) {
                solutions.push_back(paths_from(*this, first_));
                if (solutions.size() == wanted || level() == 0) return true;
                solution_.assign(value_.begin(), value_.begin() + graph_.links());
                exclude_guesses();
                backtrack(0);
                continue;
            }
            levels_.push_back({trail_.size(), cycles_.size()});
            assign(guess, {Kind::none, 0});
        }
    }

    // A clause that excludes the guesses, and thus the solution that follows from them.
    void exclude_guesses() {
        new_clause_.clear();
        for (int i = level(); i-- > 0;) new_clause_.push_back(trail_[levels_[i].trail] ^ 1);
        backtrack(level() - 1);
        add_learnt(0);
    }

    // Guess a link at an end of a piece: ends with few open links and those of a known flow come
    // first. If flows may touch themselves, those of recent conflicts do, too. Otherwise, the first
    // node in their order does, so that conflicts stay together: this takes a third of the
    // conflicts on 20 generated puzzles of 80x30 and 58x38. (If flows may touch themselves, 12
    // puzzles of 14x14 then take over a minute, instead of a second.) After a solution, a guess
    // differs from it, so a conflict says that every further solution has its value of the link.
    Literal choose() const {
        int best = NONE;
        double most = -1.0;
        for (const int x : ends_) {
            const Node& node = node_[x];
            double score = 4.0 - node.free + (node.known == full_);
            double highest = 0.0;
            for (const int link : graph_.link[x])
                if (!strict_ && link != NONE && value_[link] == unknown)
                    highest = std::max(highest, activity_[link]);
            score += highest / increment_;
            if (score > most || (score == most && x < best)) {
                best = x;
                most = score;
            }
        }
        for (int x = 0; best == NONE && x < graph_.nodes(); ++x)  // all flows are complete
            if (node_[x].need > 0) best = x;
        if (best == NONE) return NONE;
        int chosen = NONE;
        for (const int link : graph_.link[best])
            if (link != NONE && value_[link] == unknown &&
                (chosen == NONE || activity_[link] > activity_[chosen]))
                chosen = link;
        return literal(chosen, solution_.empty() ? phase_[chosen] : 1 - solution_[chosen]);
    }

    // Record a literal; on a conflict, return false and set conflict_.
    bool assign(Literal p, Antecedent reason) {
        const int variable = p >> 1;
        if (is_true(p)) return true;
        if (is_false(p)) {
            conflict_.assign(1, p ^ 1);
            explain(p, reason, conflict_);
            return false;
        }
        value_[variable] = static_cast<signed char>(p & 1);
        level_[variable] = level();
        reason_[variable] = reason;
        trail_.push_back(p);
        if (variable >= graph_.links()) {
            const auto [x, b] = place_of(variable);
            Node& node = node_[x];
            node.known |= 1u << b;
            node.flow |= static_cast<unsigned>(p & 1) << b;
        }
        return true;
    }

    // Append the true literals from which a literal followed.
    void explain(Literal p, Antecedent reason, std::vector<Literal>& literals) const {
        const int variable = p >> 1, at = reason.at;
        const auto both = [&](int link, int skipped) {
            for (const int x : graph_.ends[link])
                for (int b = 0; b < bits_; ++b)
                    if (bit(x, b, 0) >> 1 != skipped) literals.push_back(known_bit(x, b));
        };
        switch (reason.kind) {
            case Kind::none: break;
            case Kind::degree: add_links_at(at, p & 1 ? unused : used, variable, literals); break;
            case Kind::equal: {
                const auto [x, b] = place_of(variable);
                const auto [u, v] = graph_.ends[at];
                literals.push_back(literal(at, used));
                literals.push_back(bit(u == x ? v : u, b, p & 1));
                break;
            }
            case Kind::differ:
                for (const int x : graph_.ends[variable]) literals.push_back(known_bit(x, at));
                break;
            case Kind::same: both(variable, NONE); break;
            case Kind::last:
                literals.push_back(literal(at, unused));
                both(at, variable);
                break;
            case Kind::clause:
                for (int i = 0; i < clauses_[at]; ++i)
                    if (const Literal q = clauses_[at + 2 + i]; q != p) literals.push_back(q ^ 1);
                break;
            case Kind::cycle:
                for (int i = 0; i < cycles_[at]; ++i) literals.push_back(cycles_[at + 1 + i]);
                break;
        }
    }

    void add_links_at(int x, Value value, int skipped, std::vector<Literal>& literals) const {
        for (const int link : graph_.link[x])
            if (link != NONE && link != skipped && value_[link] == value)
                literals.push_back(literal(link, value));
    }

    bool propagate() {
        while (done_ < trail_.size()) {
            const Literal p = trail_[done_];
            const int variable = p >> 1;
            if (variable < graph_.links()) {
                if (!(p & 1 ? join(variable) : leave(variable))) return false;
            } else {
                ++done_;
                for (const int link : graph_.link[place_of(variable).first])
                    if (link != NONE && !compare(link)) return false;
            }
            if (!visit_clauses(p)) return false;
        }
        return true;
    }

    int value(int link) const { return value_[link]; }
    void derive(int link, Value value, int x) { assign(literal(link, value), {Kind::degree, x}); }
    bool lacking(int x) {
        conflict_.clear();
        add_links_at(x, unused, NONE, conflict_);
        return false;
    }
    bool exclude_ring(int link, int x, int y) { return exclude_touch(link, x, y, y, y); }

    // Exclude a link: with the paths from x to its piece's node z, and from y to w, it would be all
    // of a cycle, or all but one link.
    bool exclude_touch(int link, int x, int z, int y, int w) {
        if (value_[link] == unused) return true;
        const int at = static_cast<int>(cycles_.size());
        cycles_.push_back(0);
        add_path(x, z, cycles_);
        add_path(y, w, cycles_);
        cycles_[at] = static_cast<int>(cycles_.size()) - at - 1;
        return assign(literal(link, unused), {Kind::cycle, at});
    }

    // Apply equal, differ and same to the two ends of a link.
    bool compare(int link) {
        const auto [u, v] = graph_.ends[link];
        const Node &a = node_[u], &b = node_[v];
        const std::uint32_t both = a.known & b.known, different = (a.flow ^ b.flow) & both;
        if (value_[link] == used) {
            if (different != 0) {
                const int i = std::countr_zero(different);
                conflict_ = {literal(link, used), known_bit(u, i), known_bit(v, i)};
                return false;
            }
            for (std::uint32_t one = both ^ (a.known | b.known); one != 0; one &= one - 1) {
                const int i = std::countr_zero(one);
                const bool from_u = a.known >> i & 1;
                assign(bit(from_u ? v : u, i, (from_u ? a : b).flow >> i & 1), {Kind::equal, link});
            }
            return true;
        }
        if (different != 0)
            return value_[link] == unused ||
                   assign(literal(link, unused), {Kind::differ, std::countr_zero(different)});
        if (!strict_) return true;
        const std::uint32_t open = full_ ^ both;
        if (open == 0) return assign(literal(link, used), {Kind::same, 0});
        if (value_[link] == unknown || (open & (open - 1)) != 0) return true;
        const int i = std::countr_zero(open);
        const bool knows_a = a.known >> i & 1, knows_b = b.known >> i & 1;
        if (knows_a == knows_b) return true;
        return assign(bit(knows_a ? v : u, i, ~(knows_a ? a : b).flow >> i & 1),
                      {Kind::last, link});
    }

    bool leave(int link) {
        const auto [u, v] = graph_.ends[link];
        exclude(link);
        ++done_;
        return apply_degree(u) && apply_degree(v) && (!strict_ || compare(link));
    }

    bool join(int link) {
        if (!can_join(link)) {
            const auto [u, v] = graph_.ends[link];
            conflict_.clear();
            if (node_[u].need == 0 || node_[v].need == 0) {
                add_links_at(node_[u].need == 0 ? u : v, used, NONE, conflict_);
            } else {
                conflict_.push_back(literal(link, used));
                add_path(u, v, conflict_);
            }
            return false;
        }
        const auto [u, v] = unite(link);
        ++done_;
        for (const int x : {u, v}) {
            if (node_[x].need == 0)
                remove_end(x);
            else
                add_end(x);
        }
        return apply_joined(u, v) && compare(link);
    }

    // Append the literals of the links from an end of a piece to another of its nodes.
    void add_path(int x, int last, std::vector<Literal>& literals) const {
        for (int before = NONE; x != last;) {
            const int following = next(x, before);
            for (int d = 0; d < 4; ++d) {
                const int link = graph_.link[x][d];
                if (graph_.neighbour[x][d] == following && value_[link] == used) {
                    literals.push_back(literal(link, used));
                    break;
                }
            }
            before = x;
            x = following;
        }
    }

    void add_end(int x) {
        end_at_[x] = static_cast<int>(ends_.size());
        ends_.push_back(x);
    }

    void remove_end(int x) {
        const int last = ends_.back();
        ends_[end_at_[x]] = last;
        end_at_[last] = end_at_[x];
        ends_.pop_back();
    }

    // Visit the clauses in which the negation of a literal is watched.
    bool visit_clauses(Literal p) {
        std::vector<Watch>& watches = watches_[p ^ 1];
        std::size_t kept = 0;
        bool possible = true;
        for (std::size_t i = 0; i < watches.size(); ++i) {
            const Watch watch = watches[i];
            watches[kept++] = watch;
            if (!possible || is_true(watch.other)) continue;
            const int length = clauses_[watch.clause];
            Literal* at = &clauses_[watch.clause + 2];
            if (at[0] == (p ^ 1)) std::swap(at[0], at[1]);
            watches[kept - 1].other = at[0];
            if (is_true(at[0])) continue;
            int k = 2;
            while (k < length && is_false(at[k])) ++k;
            if (k < length) {
                std::swap(at[1], at[k]);
                watches_[at[1]].push_back({watch.clause, at[0]});
                --kept;
            } else {
                possible = assign(at[0], {Kind::clause, watch.clause});
            }
        }
        watches.resize(kept);
        return possible;
    }

    // Set new_clause_ to a clause that follows from conflict_, with the literal of the highest
    // level first. Return the level to which it leads back, -1 if there is no further solution.
    int analyse() {
        int current = 0;
        for (const Literal p : conflict_) current = std::max(current, level_[p >> 1]);
        if (current == 0) return -1;
        backtrack(current);
        new_clause_.assign(1, NONE);
        is_level_.assign(level() + 1, false);
        seen_.clear();
        int open = 0;
        reasons_ = conflict_;
        for (std::size_t i = trail_.size();;) {
            for (const Literal p : reasons_) {
                const int variable = p >> 1;
                if (is_seen_[variable] || level_[variable] == 0) continue;
                is_seen_[variable] = true;
                seen_.push_back(variable);
                if (variable < graph_.links()) activity_[variable] += increment_;
                if (level_[variable] == current) {
                    ++open;
                } else {
                    new_clause_.push_back(p ^ 1);
                    is_level_[level_[variable]] = true;
                }
            }
            while (!is_seen_[trail_[--i] >> 1]) {
            }
            new_clause_[0] = trail_[i] ^ 1;
            if (--open == 0) break;
            reasons_.clear();
            explain(trail_[i], reason_[trail_[i] >> 1], reasons_);
        }
        const auto is_redundant = [this](Literal p) { return follows(p ^ 1); };
        new_clause_.erase(std::remove_if(new_clause_.begin() + 1, new_clause_.end(), is_redundant),
                          new_clause_.end());
        for (const int variable : seen_) is_seen_[variable] = false;
        increment_ /= DECAY;
        if (increment_ > 1e100) {
            for (double& activity : activity_) activity /= increment_;
            increment_ = 1.0;
        }
        if (new_clause_.size() == 1) return 0;
        const auto is_lower = [this](Literal p, Literal q) {
            return level_[p >> 1] < level_[q >> 1];
        };
        std::iter_swap(new_clause_.begin() + 1,
                       std::max_element(new_clause_.begin() + 1, new_clause_.end(), is_lower));
        return level_[new_clause_[1] >> 1];
    }

    // Whether a literal follows from those seen.
    bool follows(Literal p) {
        if (reason_[p >> 1].kind == Kind::none) return false;
        const std::size_t marked = seen_.size();
        reasons_.clear();
        explain(p, reason_[p >> 1], reasons_);
        while (!reasons_.empty()) {
            const Literal q = reasons_.back();
            const int variable = q >> 1;
            reasons_.pop_back();
            if (is_seen_[variable] || level_[variable] == 0) continue;
            if (reason_[variable].kind == Kind::none || !is_level_[level_[variable]]) {
                for (; seen_.size() > marked; seen_.pop_back()) is_seen_[seen_.back()] = false;
                return false;
            }
            is_seen_[variable] = true;
            seen_.push_back(variable);
            explain(q, reason_[variable], reasons_);
        }
        return true;
    }

    // The number of different levels in a clause.
    int span_of(const std::vector<Literal>& clause) {
        is_level_.assign(is_level_.size(), false);
        int span = 0;
        for (const Literal p : clause) {
            if (!is_level_[level_[p >> 1]]) ++span;
            is_level_[level_[p >> 1]] = true;
        }
        return span;
    }

    // Add new_clause_, whose first literal follows.
    void add_learnt(int span) {
        if (new_clause_.size() == 1) {
            assign(new_clause_[0], {Kind::none, 0});
        } else {
            assign(new_clause_[0], {Kind::clause, add_clause(new_clause_, span)});
        }
    }

    int add_clause(const std::vector<Literal>& clause, int span) {
        const int at = static_cast<int>(clauses_.size());
        clauses_.push_back(static_cast<int>(clause.size()));
        clauses_.push_back(span);
        clauses_.insert(clauses_.end(), clause.begin(), clause.end());
        watches_[clause[0]].push_back({at, clause[1]});
        watches_[clause[1]].push_back({at, clause[0]});
        learnt_.push_back(at);
        return at;
    }

    // At level 0, after propagation: keep the better half of the clauses, and drop true clauses and
    // false literals.
    void reduce() {
        std::vector<int> order = learnt_;
        std::sort(order.begin(), order.end(), [this](int i, int j) {
            return std::pair(clauses_[i + 1], -i) < std::pair(clauses_[j + 1], -j);
        });
        const auto half = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
        const auto end =
            std::find_if(half, order.end(), [this](int i) { return clauses_[i + 1] > GLUE; });
        std::sort(order.begin(), end);
        const std::vector<int> old = std::move(clauses_);
        clauses_.clear();
        learnt_.clear();
        for (auto& watches : watches_) watches.clear();
        for (const Literal p : trail_) reason_[p >> 1] = {Kind::none, 0};
        for (auto at = order.begin(); at != end; ++at) {
            const auto begin = old.begin() + *at + 2;
            new_clause_.clear();
            bool holds = false;
            for (auto p = begin; p != begin + old[*at]; ++p) {
                holds = holds || is_true(*p);
                if (!is_false(*p)) new_clause_.push_back(*p);
            }
            if (!holds) add_clause(new_clause_, old[*at + 1]);
        }
    }

    void backtrack(int to) {
        if (level() <= to) return;
        for (const std::size_t length = levels_[to].trail; trail_.size() > length;) {
            const Literal p = trail_.back();
            const int variable = p >> 1;
            trail_.pop_back();
            const bool was_done = trail_.size() < done_;
            done_ = std::min(done_, trail_.size());
            value_[variable] = unknown;
            if (variable >= graph_.links()) {
                const auto [x, b] = place_of(variable);
                Node& node = node_[x];
                const std::uint32_t mask = 1u << b;
                node.known &= ~mask;
                node.flow &= ~mask;
                continue;
            }
            phase_[variable] = static_cast<signed char>(p & 1);
            if (was_done) undo(variable, p & 1);
        }
        cycles_.resize(levels_[to].cycles);
        levels_.resize(to);
    }

    void undo(int link, bool was_used) {
        if (!was_used) return include(link);
        separate(link);
        for (const int x : graph_.ends[link]) {
            if (node_[x].need == 1)
                add_end(x);
            else
                remove_end(x);
        }
    }

    Poll& poll_;
    const int bits_;  // of the number of a flow
    const std::uint32_t full_;
    const int first_bit_;             // the variables of bits come after those of links
    const std::vector<int> first_;    // the first endpoint of each flow
    std::vector<int> ends_, end_at_;  // the nodes that lack one link, and the places of nodes there
    std::vector<signed char> value_;  // of each variable: links, then bits by node
    std::vector<int> level_;          // the number of guesses before it became known
    std::vector<Antecedent> reason_;
    std::vector<Literal> trail_;  // true literals in the order in which they became known
    std::size_t done_ = 0;        // the number of them whose consequences have been derived
    std::vector<Level> levels_;
    std::vector<int> clauses_;  // for each: its length, its number of levels, its literals
    std::vector<int> cycles_;   // likewise, without the number of levels
    std::vector<int> learnt_;   // the places of the clauses
    std::vector<std::vector<Watch>> watches_;
    std::vector<double> activity_;  // of each link: its part in recent conflicts
    double increment_ = 1.0;
    std::vector<signed char> phase_;     // of each link: its last value
    std::vector<signed char> solution_;  // likewise: its value in the last solution
    std::vector<Literal> conflict_;      // true literals that cannot all hold
    std::vector<Literal> new_clause_, reasons_;
    std::vector<char> is_seen_, is_level_;
    std::vector<int> seen_;
};

}  // namespace

void learn(const Graph& graph, const std::vector<int>& flow, bool strict,
           const std::vector<Value>& value, std::size_t wanted, Poll& poll,
           std::vector<Paths>& solutions) {
    Learning(graph, flow, strict, poll).run(value, wanted, solutions);
}

}  // namespace puzzlesat::flowfree
