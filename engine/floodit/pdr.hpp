// Exact minima by property-directed reachability on sets of flooded clusters.
//
// A *state* is the set S of flooded clusters, and opt(S) the fewest moves that flood the rest. The
// method relies on one fact: opt is monotone, that is, more flooded clusters never need more moves.
//
// A *nogood* (B, r) states that opt(B) > r, and hence that opt(S) > r for every S within B. It is
// stored as the complement Z of B, which reads as a clause: with r moves left, some cluster of Z is
// flooded. It *blocks* a state S with at most r moves left if S contains no cluster of Z.
//
// An *obligation* (S, r) requires either r moves that flood the board from S, or a nogood that
// blocks S. Every child S_c, reached by a colour c, must be blocked at r-1; otherwise it becomes
// the next obligation. Once all children are blocked, their nogoods are combined into one for S
// that covers as many other states as possible (`generalise`). A nogood depends on the number of
// moves left, so it remains valid for any total number of moves.
//
// A nogood that blocks a child of S at r-1 contains no cluster of S in its Z, and its level is r-1;
// a nogood of a higher level would block S. So all candidates are listed when the obligation
// begins, with one pass over the index, and the list is extended during the obligation. At the
// root, which has not been compared with any nogood, higher levels are listed as well.
//
// The index of a level contains a limited number of nogoods. When the limit is exceeded, the half
// that has not blocked anything for the longest time is removed (`reduce_db`). These nogoods remain
// valid and may be reasons for others, but look-ups no longer find them.
//
// The method comes from model checking (Bradley, *SAT-based model checking without
// unrolling*, 2011; Eén, Mishchenko, Brayton, *Efficient implementation of property directed
// reachability*, 2011) via planning (Suda, *Property directed reachability for automated
// planning*, 2014).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "floodit/bit_graph.hpp"

namespace puzzlesat::floodit {

// The reason for a nogood: the lower bound; every colour is blocked; or a colour that can be
// finished now is blocked.
enum class Kind : std::uint8_t { bound, moves, finish };

// A nogood in the form used outside the search.
struct Nogood {
    std::vector<int> z;
    int r;
    Kind kind;
    std::vector<int> reasons;  // for each colour, the nogood that blocks B's child, -1 for none
};

enum class Outcome { solved, refuted, stopped };

// Studies switch parts of the search off, to measure what they contribute.
struct Settings {
    int max_filed = 4000;    // nogoods of each level in the index
    bool finish = true;      // a colour that can be finished is the only child
    bool generalise = true;  // nogoods from children block more than the state
    bool witness = true;     // nogoods from the lower bound block more than the state
};

// What is known of a nogood besides its Z and its reasons.
struct Record {
    std::int32_t level;  // r, the moves left that do not suffice
    std::int32_t size;   // of Z
    std::int32_t used;   // the number of nogoods when it last blocked a child
    Kind kind;
};

// All nogoods learnt, by number, and an index of those that are filed.
//
// The index of a level is a table of bits: for each cluster, the nogoods that have it in their Z,
// 64 to a word. A look-up of the nogoods that block S first discards, 64 at a time, those whose Z
// contains one of the highest clusters of S, since the clusters farthest from the start distinguish
// states best. The few remaining nogoods are compared with S.
template <int W>
class Nogoods {
public:
    Nogoods(const BitGraph<W>& graph, Memory& memory)
        : graph_(graph),
          memory_(memory),
          z_(graph.words(), memory),
          records_(1, memory),
          reasons_(graph.k(), memory),
          levels_(memory) {}

    int count() const { return count_; }
    int highest() const { return static_cast<int>(levels_.size()) - 1; }
    const Word* z(int i) const { return z_[i]; }
    const std::int32_t* reasons(int i) const { return reasons_[i]; }
    const Record& record(int i) const { return *records_[i]; }
    int filed_at(int level) const { return static_cast<int>(levels_[level].filed.size()); }

    // Create the indexes for levels up to this one.
    void make_levels(int level) {
        while (highest() < level) levels_.emplace_back(memory_);
    }

    // Add the nogood (z, r), and return its number.
    int learn(const Word* z, int r, Kind kind, const std::vector<int>& reasons) {
        const int i = count_;
        z_.extend_to(i);
        records_.extend_to(i);
        reasons_.extend_to(i);
        graph_.copy(z, z_[i]);
        *records_[i] = {r, graph_.size(z), i, kind};
        std::copy(reasons.begin(), reasons.end(), reasons_[i]);
        file(i);
        ++count_;
        return i;
    }

    void note_use(int i) { records_[i]->used = count_; }

    // Whether no cluster of nogood i's Z is in s.
    bool blocks(int i, const Word* s) const { return !graph_.meets(z_[i], s); }

    // Whether nogood i has a smaller Z than nogood j, or an equally small one and is older.
    bool goes_before(int i, int j) const {
        const int more = record(i).size - record(j).size;
        return more < 0 || (more == 0 && i < j);
    }

    // List the nogoods of levels low to high that block s.
    void list_blockers(const Word* s, int low, int high, CountedVector<int>& listed,
                       Poll& poll) const {
        std::array<int, HIGHEST> highest;
        const int n = graph_.last(s, highest);
        for (int l = low; l <= high; ++l) {
            const Level& level = levels_[l];
            const Word* row = level.table.data();  // of cluster 0 in a block
            for (std::size_t begin = 0; begin < level.filed.size(); begin += BLOCK) {
                std::array<Word, WORDS> met{};
                for (int i = 0; i < n; ++i) {
                    for (int w = 0; w < WORDS; ++w)
                        met[w] |= row[std::size_t(highest[i]) * WORDS + w];
                }
                poll.step(2 * WORDS);
                const std::size_t filed = std::min<std::size_t>(level.filed.size() - begin, BLOCK);
                for (std::size_t w = 0; 64 * w < filed; ++w) {
                    const Word used = filed - 64 * w < 64 ? (Word{1} << filed % 64) - 1 : ~Word{0};
                    for_each_in(used & ~met[w], static_cast<int>(w), [&](int place) {
                        const int i = level.filed[begin + place];
                        poll.step();
                        if (blocks(i, s)) listed.push_back(i);
                    });
                }
                row += std::size_t(graph_.clusters()) * WORDS;
            }
        }
    }

    // Remove the less recently used half of a level's nogoods from the index. Of nogoods that were
    // last used at the same time, the older ones are removed first.
    void reduce_db(int l) {
        Level& level = levels_[l];
        std::vector<int> filed(level.filed.begin(), level.filed.end());
        std::sort(filed.begin(), filed.end(), [&](int i, int j) {
            return record(i).used != record(j).used ? record(i).used < record(j).used : i < j;
        });
        level.filed.clear();
        std::fill(level.table.begin(), level.table.end(), 0);
        for (std::size_t place = filed.size() / 2; place < filed.size(); ++place)
            file(filed[place]);
    }

private:
    // The index consists of blocks of nogoods, with WORDS words of a table for each cluster.
    static constexpr int WORDS = 4, BLOCK = 64 * WORDS;
    // The number of clusters of a state that are looked up before nogoods are compared with it.
    static constexpr int HIGHEST = 48;

    struct Level {
        explicit Level(Memory& memory) : table(memory), filed(memory) {}

        CountedVector<Word> table;          // by block, cluster and word
        CountedVector<std::int32_t> filed;  // the nogoods, by place in the table
    };

    // Put nogood i in the index.
    void file(int i) {
        Level& level = levels_[record(i).level];
        const std::size_t place = level.filed.size(), block = place / BLOCK;
        const std::size_t block_size = std::size_t(graph_.clusters()) * WORDS;
        if (place % BLOCK == 0 && level.table.size() == block * block_size) {
            level.table.resize((block + 1) * block_size);
        }
        level.filed.push_back(i);
        Word* word = level.table.data() + block * block_size + place % BLOCK / 64;
        const Word bit = Word{1} << place % 64;
        graph_.for_each(z_[i], [&](int x) { word[std::size_t(x) * WORDS] |= bit; });
    }

    const BitGraph<W>& graph_;
    Memory& memory_;
    Rows<Word> z_;
    Rows<Record> records_;
    Rows<std::int32_t> reasons_;
    CountedVector<Level> levels_;
    int count_ = 0;
};

// A search that keeps its nogoods from one number of moves to the next.
template <int W>
class Pdr {
public:
    Pdr(const BitGraph<W>& graph, const Settings& settings, Memory& memory)
        : graph_(graph),
          settings_(settings),
          memory_(memory),
          nogoods_(graph, memory),
          root_(graph.words(), memory),
          listed_(memory) {
        typename BitGraph<W>::Local front(graph_);
        insert(root_.data(), 0);
        graph_.front_of(root_.data(), front);
        bound_ = graph_.lower_bound(root_.data(), front);
    }

    int bound() const { return bound_; }
    std::int64_t obligations() const { return obligations_; }
    const Nogoods<W>& nogoods() const { return nogoods_; }

    // Decide whether p moves suffice; if so, set `moves` to p moves or fewer. `is_needless` is
    // called with each obligation, and may stop the search.
    Outcome solve(int p, Moves& moves, Poll& poll, const std::function<bool()>& is_needless) {
        moves.clear();
        if (p < bound_) return Outcome::refuted;
        if (bound_ == 0) return Outcome::solved;
        nogoods_.make_levels(p);
        Stack stack(p + 1, graph_, memory_);
        graph_.copy(root_.data(), stack.flooded(0));
        graph_.front_of(stack.flooded(0), stack.front(0));
        listed_.clear();
        int d = 0;
        bool solved = open_obligation(stack, 0);
        if (!solved) list_blockers(stack, 0, p - 1, nogoods_.highest(), poll);
        while (!solved) {
            const int r = p - d, c = block_children(stack, d, r, poll);
            if (c >= 0) {
                stack.frames[d].chosen = c;
                graph_.copy(stack.flooded(d, c), stack.flooded(d + 1));
                graph_.copy(stack.front(d, c), stack.front(d + 1));
                ++d;
                ++obligations_;
                solved = open_obligation(stack, d);
                if (!solved) list_blockers(stack, d, r - 2, r - 2, poll);
            } else {
                const int learnt = stack.frames[d].finish >= 0 ? generalise_finish(stack, d, r)
                                                               : generalise(stack, d, r, poll);
                if (d == 0) {
                    refuted_by_ = learnt;
                    return Outcome::refuted;
                }
                --d;
                listed_.resize(stack.frames[d].end);
                enlist(stack, d, learnt);
                if (nogoods_.filed_at(r) > settings_.max_filed) nogoods_.reduce_db(r);
            }
            if (solved) break;
            if (is_needless()) return Outcome::stopped;
        }
        for (int i = 0; i <= d; ++i) moves.push_back(stack.frames[i].chosen);
        return Outcome::solved;
    }

    // Return the nogoods of the refutation of p moves, reasons first; the last call of `solve` must
    // have returned that p moves do not suffice.
    std::vector<Nogood> refutation(int p) const {
        if (p < bound_) {
            Nogood all{{}, p, Kind::bound, std::vector<int>(graph_.k(), -1)};
            for (int x = 0; x < graph_.clusters(); ++x) {
                if (!contains(root_.data(), x)) all.z.push_back(x);
            }
            return {all};
        }
        if (refuted_by_ < 0) throw std::invalid_argument("no number of moves is refuted");
        std::vector<int> number(nogoods_.count(), -1);
        number[refuted_by_] = 0;
        for (int i = nogoods_.count() - 1; i >= 0; --i) {  // what is learnt later is no reason
            if (number[i] < 0) continue;
            for (int c = 0; c < graph_.k(); ++c) {
                if (const int reason = nogoods_.reasons(i)[c]; reason >= 0) number[reason] = 0;
            }
        }
        std::vector<Nogood> found;
        for (int i = 0; i < nogoods_.count(); ++i) {
            if (number[i] < 0) continue;
            number[i] = static_cast<int>(found.size());
            found.push_back(nogood(i));
            for (int& reason : found.back().reasons) reason = reason < 0 ? -1 : number[reason];
        }
        return found;
    }

    // Return the nogood with this number.
    Nogood nogood(int i) const {
        const Record& record = nogoods_.record(i);
        Nogood found{{}, record.level, record.kind, {}};
        graph_.for_each(nogoods_.z(i), [&](int x) { found.z.push_back(x); });
        found.reasons.assign(nogoods_.reasons(i), nogoods_.reasons(i) + graph_.k());
        return found;
    }

private:
    static constexpr int NO_MOVE = -2, OPEN = -1;  // in place of a child's blocker

    struct Child {
        int bound;    // -1 as long as it is not needed
        int score;    // of children with the same bound, the one with the highest is tried first
        int blocker;  // a nogood, NO_MOVE if the colour floods nothing, OPEN if none is known
        std::size_t seen;  // the number of listed nogoods with which it has been compared
    };

    struct Frame {
        int finish = -1;                 // a colour that can be finished now
        int chosen = -1;                 // the colour that led to the next obligation
        std::size_t begin = 0, end = 0;  // the part of listed_ that may block its children
    };

    // The obligations from the root to the current one; the one at depth d has r = p-d.
    struct Stack {
        Stack(int depth, const BitGraph<W>& graph, Memory& memory)
            : k(graph.k()),
              words(graph.words()),
              frames(depth, memory),
              children(std::size_t(depth) * k, memory),
              sets(std::size_t(depth) * (k + 1) * 2 * words, memory) {}

        Child* child(int d) { return children.data() + std::size_t(d) * k; }
        // The sets of an obligation, or of its child by a colour.
        Word* flooded(int d, int c = -1) {
            return sets.data() + (std::size_t(d) * (k + 1) + c + 1) * 2 * words;
        }
        Word* front(int d, int c = -1) { return flooded(d, c) + words; }

        int k, words;
        CountedVector<Frame> frames;
        CountedVector<Child> children;
        CountedVector<Word> sets;
    };

    using Local = typename BitGraph<W>::Local;

    // Make the children of an obligation; return whether one is the flooded board.
    //
    // If a colour can be finished now, it leads to the only child: the move of a shortest solution
    // that finishes the colour can be made first, and no later state loses a cluster.
    bool open_obligation(Stack& stack, int d) {
        const Word *flooded = stack.flooded(d), *front = stack.front(d);
        Frame& frame = stack.frames[d];
        Local dry(graph_), gained(graph_);
        graph_.without(graph_.all_clusters(), flooded, dry);
        frame.finish = settings_.finish ? graph_.finishable(dry, front) : -1;
        for (int c = 0; c < graph_.k(); ++c) {
            Child& child = stack.child(d)[c];
            child.blocker = NO_MOVE;
            graph_.common(front, graph_.of_colour(c), gained);
            if (graph_.is_empty(gained) || (frame.finish >= 0 && c != frame.finish)) continue;
            Word *after = stack.flooded(d, c), *front_after = stack.front(d, c);
            graph_.copy(flooded, after);
            graph_.copy(front, front_after);
            graph_.flood(gained, after, front_after);
            if (graph_.is_empty(front_after)) {
                frame.chosen = c;
                return true;
            }
            child = {-1, graph_.size(after) + 2 * graph_.size(front_after), OPEN, 0};
        }
        return false;
    }

    // List the nogoods of levels low to high that may block children of the obligation at depth d.
    void list_blockers(Stack& stack, int d, int low, int high, Poll& poll) {
        Frame& frame = stack.frames[d];
        frame.begin = listed_.size();
        nogoods_.list_blockers(stack.flooded(d), low, high, listed_, poll);
        frame.end = listed_.size();
        for (int c = 0; c < graph_.k(); ++c) stack.child(d)[c].seen = frame.begin;
    }

    // Add the new nogood i to those that may block children of the obligation at depth d.
    void enlist(Stack& stack, int d, int i) {
        listed_.push_back(i);
        stack.frames[d].end = listed_.size();
    }

    // Return a nogood that blocks s, of those listed from a position on, or -1 if there is none:
    // one of the lowest level; ties go to the smallest Z, then to the oldest.
    int find_blocker(const Word* s, std::size_t place, Poll& poll) const {
        int best = -1;
        poll.step(static_cast<std::uint32_t>(listed_.size() - place) / 8);
        for (; place < listed_.size(); ++place) {
            const int i = listed_[place];
            if (!nogoods_.blocks(i, s)) continue;
            const int higher =
                best < 0 ? -1 : nogoods_.record(i).level - nogoods_.record(best).level;
            if (higher < 0 || (higher == 0 && nogoods_.goes_before(i, best))) best = i;
        }
        return best;
    }

    // Block the children of the obligation (S, r) at depth d that can be blocked; return the child
    // to try next, or -1 if all are blocked: one of the lowest bound, and of those, of the highest
    // score.
    int block_children(Stack& stack, int d, int r, Poll& poll) {
        Local z(graph_);
        Child* children = stack.child(d);
        int best = -1;
        for (int c = 0; c < graph_.k(); ++c) {
            Child& child = children[c];
            if (child.blocker != OPEN) continue;
            const Word *after = stack.flooded(d, c), *front = stack.front(d, c);
            int i = find_blocker(after, child.seen, poll);
            child.seen = listed_.size();
            if (i < 0) {
                poll.step(1 + 4 * graph_.words());
                if (child.bound < 0) child.bound = graph_.lower_bound(after, front);
                if (child.bound > r - 1) {
                    if (settings_.witness) {
                        graph_.witness(after, front, r - 1, z);
                    } else {
                        graph_.without(graph_.all_clusters(), after, z);
                    }
                    i = nogoods_.learn(z, r - 1, Kind::bound, std::vector<int>(graph_.k(), -1));
                    enlist(stack, d, i);
                }
            }
            if (i >= 0) {
                child.blocker = i;
                nogoods_.note_use(i);
                continue;
            }
            if (best < 0 || child.bound < children[best].bound ||
                (child.bound == children[best].bound && child.score > children[best].score)) {
                best = c;
            }
        }
        return best;
    }

    // Set `excluded` to the clusters that a set must not contain, so that flooding colour c does
    // not reach nogood i's Z: Z itself, and the neighbours of Z's clusters of colour c.
    void excluded_by(int i, int c, Word* excluded) const {
        const Word *z = nogoods_.z(i), *of_c = graph_.of_colour(c);
        graph_.copy(z, excluded);
        for (int w = 0; w < graph_.words(); ++w) {
            for_each_in(z[w] & of_c[w], w, [&](int x) { graph_.add_neighbours(x, excluded); });
        }
    }

    // Return the nogood that blocks the child by colour c and excludes the fewest clusters, and set
    // `excluded` to these.
    //
    // Clusters in `others` do not count, since they are excluded anyway. Ties go to the smallest Z,
    // then to the oldest. At first, `best` blocks the child, and `excluded` has its clusters.
    int cheapest_blocker(Stack& stack, int d, int c, const Word* others, int best, Word* excluded,
                         Poll& poll) {
        const Word* child = stack.flooded(d, c);
        Local trial(graph_);
        int fewest = graph_.size_without(excluded, others);
        const Frame& frame = stack.frames[d];
        poll.step(static_cast<std::uint32_t>(frame.end - frame.begin) / 8);
        candidates_.clear();
        for (std::size_t place = frame.begin; place < frame.end; ++place) {
            const int i = listed_[place];
            if (i == best || !nogoods_.blocks(i, child)) continue;
            const int at_least = graph_.size_without(nogoods_.z(i), others);
            if (at_least <= fewest) candidates_.emplace_back(at_least, i);
        }
        std::sort(candidates_.begin(), candidates_.end());
        for (const auto& [at_least, i] : candidates_) {
            if (at_least > fewest) break;
            if (at_least == fewest && !nogoods_.goes_before(i, best)) continue;
            excluded_by(i, c, trial);
            const int cost = graph_.size_without(trial, others);
            if (cost < fewest || (cost == fewest && nogoods_.goes_before(i, best))) {
                best = i;
                fewest = cost;
                graph_.copy(trial, excluded);
            }
        }
        return best;
    }

    // Learn a nogood for an obligation whose only child finishes a colour c and is blocked.
    //
    // B may contain any clusters for which it stays within the blocked set when c is flooded, but
    // not all clusters of colour c: then there would be nothing to finish, and the other colours
    // would count.
    int generalise_finish(Stack& stack, int d, int r) {
        const int c = stack.frames[d].finish;
        Local z(graph_), left(graph_);
        std::vector<int> reasons(graph_.k(), -1);
        reasons[c] = stack.child(d)[c].blocker;
        excluded_by(reasons[c], c, z);
        if (!settings_.generalise) graph_.without(graph_.all_clusters(), stack.flooded(d), z);
        graph_.without(graph_.of_colour(c), stack.flooded(d), left);
        if (!graph_.meets(z, left)) insert(z, graph_.first(left));
        return nogoods_.learn(z, r, Kind::finish, reasons);
    }

    // Learn a nogood (B, r) for an obligation all of whose children are blocked.
    //
    // B may contain any clusters for which it stays, whatever colour c is flooded, within a set
    // that is blocked at r-1. For a colour that floods something, this set belongs to a blocker of
    // the child; of several blockers, the one that removes the fewest clusters from B, given the
    // others, is chosen. For an unfinished colour that floods nothing at S but may flood something
    // at B, the set belongs to the blocker of another colour's child.
    int generalise(Stack& stack, int d, int r, Poll& poll) {
        const int k = graph_.k();
        const std::size_t words = graph_.words();
        const Child* children = stack.child(d);
        std::vector<Word> taken(k * words);        // from B, for each colour
        std::vector<Word> later((k + 1) * words);  // for this colour and the later ones
        std::vector<int> reasons(k, -1);
        Local z(graph_), others(graph_), excluded(graph_);
        if (!settings_.generalise) {
            graph_.without(graph_.all_clusters(), stack.flooded(d), z);
            for (int c = 0; c < k; ++c) {
                if (children[c].blocker >= 0) reasons[c] = children[c].blocker;
            }
            return nogoods_.learn(z, r, Kind::moves, reasons);
        }
        for (int c = k - 1; c >= 0; --c) {
            Word *own = taken.data() + c * words, *own_later = later.data() + c * words;
            if (children[c].blocker >= 0) excluded_by(children[c].blocker, c, own);
            graph_.copy(own_later + words, own_later);
            graph_.unite(own, own_later);
        }
        graph_.clear(z);
        for (int c = 0; c < k; ++c) {
            if (children[c].blocker < 0) continue;
            Word* own = taken.data() + c * words;
            graph_.copy(z, others);
            graph_.unite(later.data() + (c + 1) * words, others);
            reasons[c] = cheapest_blocker(stack, d, c, others, children[c].blocker, own, poll);
            nogoods_.note_use(reasons[c]);
            graph_.unite(own, z);
        }
        for (int c = 0; c < k; ++c) {
            graph_.without(graph_.of_colour(c), stack.flooded(d), excluded);
            if (children[c].blocker >= 0 || graph_.is_empty(excluded)) continue;
            int fewest = INT_MAX;
            for (int other = 0; other < k && fewest > 0; ++other) {
                if (children[other].blocker < 0) continue;
                excluded_by(reasons[other], c, excluded);
                const int cost = graph_.size_without(excluded, z);
                if (cost < fewest) {
                    fewest = cost;
                    reasons[c] = reasons[other];
                }
            }
            excluded_by(reasons[c], c, excluded);
            graph_.unite(excluded, z);
        }
        return nogoods_.learn(z, r, Kind::moves, reasons);
    }

    const BitGraph<W>& graph_;
    const Settings settings_;
    Memory& memory_;
    Nogoods<W> nogoods_;
    CountedVector<Word> root_;
    // For the obligations on the stack, one after the other, the nogoods that may block their
    // children; each obligation has a level of its own, so no nogood is listed twice.
    CountedVector<int> listed_;
    std::vector<std::pair<int, int>> candidates_;  // of `cheapest_blocker`: costs and nogoods
    int bound_ = 0;
    int refuted_by_ = -1;  // the nogood of the last refutation
    std::int64_t obligations_ = 0;
};

}  // namespace puzzlesat::floodit
