// The graph as sets of clusters, and the lower bound of a state on it.
#pragma once
#include <algorithm>
#include <climits>

#include "common/bitset.hpp"
#include "common/memory.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

template <int W>
class BitGraph : public Sets<W> {
public:
    using Local = typename Sets<W>::Local;
    using Sets<W>::words;

    BitGraph(const Graph& graph, Memory& memory)
        : Sets<W>(std::max(words_for(graph.clusters()), SPAN)),
          clusters_(graph.clusters()),
          k_(graph.k),
          of_colour_(std::size_t(graph.k) * words(), memory),
          all_clusters_(words(), memory),
          windows_(clusters_ + 1, memory),
          overflow_(memory) {
        for (int x = 0; x < clusters_; ++x) {
            insert(of_colour_.data() + graph.colour[x] * words(), x);
            insert(all_clusters_.data(), x);
        }
        std::vector<int> neighbours;
        for (int x = 0; x < clusters_; ++x) {
            const auto unsorted = graph.neighbours(x);
            neighbours.assign(unsorted.begin(), unsorted.end());
            std::sort(neighbours.begin(), neighbours.end());
            NeighbourWindow& window = windows_[x];
            const int first = neighbours.empty() ? 0 : neighbours[0] >> 6;
            window.begin = std::min(first, words() - SPAN);
            window.first_overflow = static_cast<int>(overflow_.size());
            for (int y : neighbours) {
                const int w = y >> 6;
                if (w < window.begin + SPAN) {
                    window.words[w - window.begin] |= Word{1} << (y & 63);
                } else {
                    if (window.first_overflow == static_cast<int>(overflow_.size()) ||
                        overflow_.back().w != w) {
                        overflow_.push_back({0, w});
                    }
                    overflow_.back().word |= Word{1} << (y & 63);
                }
            }
        }
        windows_[clusters_].first_overflow = static_cast<int>(overflow_.size());
    }

    int clusters() const { return clusters_; }
    int k() const { return k_; }
    const Word* all_clusters() const { return all_clusters_.data(); }
    const Word* of_colour(int c) const { return of_colour_.data() + c * words(); }

    // Call visit(w, word) for words of the set of a cluster's neighbours; the others are empty.
    template <class Visit>
    void for_each_word(int x, Visit visit) const {
        const NeighbourWindow& window = windows_[x];
        const int begin = W > 0 ? 0 : window.begin;
        for (int w = 0; w < SPAN; ++w) visit(begin + w, window.words[w]);
        if constexpr (W == 0) {
            for (int i = window.first_overflow; i < windows_[x + 1].first_overflow; ++i)
                visit(overflow_[i].w, overflow_[i].word);
        }
    }

    void add_neighbours(int x, Word* set) const {
        for_each_word(x, [&](int w, Word word) { set[w] |= word; });
    }

    // Put all neighbours of the members of s into a set.
    void spread(const Word* s, Word* reached) const {
        this->for_each(s, [&](int x) { add_neighbours(x, reached); });
    }

    // Set front to the dry clusters next to the flooded ones.
    void front_of(const Word* flooded, Word* front) const {
        this->clear(front);
        spread(flooded, front);
        this->without(front, flooded, front);
    }

    // Flood clusters of the front; their dry neighbours join the front.
    void flood(const Word* gained, Word* flooded, Word* front) const {
        spread(gained, front);
        for (int w = 0; w < words(); ++w) {
            flooded[w] |= gained[w];
            front[w] &= ~flooded[w];
        }
    }

    // Whether colour c has dry clusters, and all of them are at the front.
    bool can_finish(int c, const Word* dry, const Word* front) const {
        const Word* of_c = of_colour(c);
        Word some = 0;
        for (int w = words() - 1; w >= 0; --w) {  // distant clusters are not at the front
            const Word left = dry[w] & of_c[w];
            if (left & ~front[w]) return false;
            some |= left;
        }
        return some;
    }

    // A colour that can be finished now, -1 if there is none.
    int finishable(const Word* dry, const Word* front) const {
        for (int c = 0; c < k_; ++c) {
            if (can_finish(c, dry, front)) return c;
        }
        return -1;
    }

    // The colours of a set's members, as bits.
    Word colours_of(const Word* s) const {
        Word colours = 0;
        for (int c = 0; c < k_; ++c) colours |= Word{this->meets(s, of_colour(c))} << c;
        return colours;
    }

    // A lower bound on the number of moves that flood the rest; any number above `enough` if the
    // bound is above it.
    //
    // While a cluster is dry: if colours can be finished, finish them, one move each; otherwise
    // flood the whole front in one move, a *wave*. (The bound of A. Puchert's program floodit.) No
    // wave finishes a colour, so the bound is the number of dry colours plus the number of waves.
    int lower_bound(const Word* flooded, const Word* front, int enough = INT_MAX) const {
        Relaxation state(*this, flooded, front);
        int moves = std::popcount(state.colours);
        while (moves <= enough && state.narrow()) moves += state.advance();
        return moves;
    }

    // Set z to some dry clusters that suffice to keep the lower bound above r.
    //
    // If all of them are dry in a state, its bound is above r. The bound of the given state must
    // be above r, too.
    //
    // Each of the q dry colours needs a move of its own, so r+1-q waves must be shown. The last
    // waves are processed backwards. A cluster that a wave must not reach had no flooded neighbour
    // before the wave, so its neighbours are added to z. Moreover, no colour of z may have been
    // finished earlier, so for each colour, one cluster must be in z with all its neighbours. There
    // always is such a cluster, because the colour could not be finished at the time of the wave.
    // Finally, each colour that must be counted and is not yet in z adds a cluster.
    void witness(const Word* flooded, const Word* front, int r, Word* z) const {
        Relaxation state(*this, flooded, front);
        const int colours = std::popcount(state.colours);
        const int needed = std::max(r + 1 - colours, 0);
        const std::size_t n_words = words();
        std::vector<Word> waves((needed + 1) * n_words);  // the clusters beyond each of the last
        int n = 0;
        while (needed > 0 && state.narrow()) {
            this->without(state.dry, state.front, waves.data() + n % (needed + 1) * n_words);
            n += state.advance();
        }
        Local kept(*this), choice(*this);
        this->clear(z);
        for (int wave = n - 1; wave >= std::max(n - needed, 0); --wave) {
            const Word* beyond = waves.data() + wave % (needed + 1) * n_words;
            this->copy(z, kept);
            if (this->is_empty(z)) {
                add_with_neighbours(beyond, z);
            } else {
                spread(kept, z);
            }
            for (bool growing = true; growing;) {
                growing = false;
                for (int c = 0; c < k_; ++c) {
                    if (this->meets(z, of_colour(c)) && !this->meets(kept, of_colour(c))) {
                        this->common(beyond, of_colour(c), choice);
                        growing |= add_with_neighbours(choice, z);
                    }
                }
            }
        }
        int missing = std::min(colours, r + 1) - std::popcount(colours_of(z));
        for (int c = 0; c < k_ && missing > 0; ++c) {
            this->without(of_colour(c), flooded, choice);
            std::array<int, 1> highest;
            if (!this->meets(z, choice) && this->last(choice, highest) > 0) {
                insert(z, highest[0]);
                --missing;
            }
        }
    }

private:
    // The neighbours of a cluster. Numbers are breadth-first, so most neighbours are in a few
    // words, the window; the others overflow.
    static constexpr int SPAN = W > 0 ? W : 4;
    struct NeighbourWindow {
        Word words[SPAN];  // of their set, from `begin` on
        int begin;
        int first_overflow;  // the index in overflow_ of the first of the others
    };
    struct Overflow {
        Word word;
        int w;
    };

    // The last word in which cluster x may have neighbours.
    int last_word(int x) const {
        const int end = windows_[x + 1].first_overflow;
        return end > windows_[x].first_overflow ? overflow_[end - 1].w
                                                : windows_[x].begin + SPAN - 1;
    }

    // The state of the lower bound's computation: dry clusters, the front, and the dry colours. Of
    // sets of many words, only words lo to hi - 1, which contain the front, are visited.
    struct Relaxation {
        Relaxation(const BitGraph& graph, const Word* flooded, const Word* front_now)
            : graph(graph), dry(graph), front(graph), gained(graph), hi(graph.words()) {
            graph.without(graph.all_clusters(), flooded, dry);
            graph.copy(front_now, front);
            colours = graph.colours_of(dry);
        }

        // Narrow lo and hi to the front; return whether there is one.
        bool narrow() {
            if constexpr (W > 0) return !graph.is_empty(front);
            while (lo < hi && !front[lo]) ++lo;
            while (lo < hi && !front[hi - 1]) --hi;
            return lo < hi;
        }

        // Flood all colours that can be finished, otherwise the whole front; return true in the
        // latter case.
        bool advance() {
            const int from = W > 0 ? 0 : lo, to = W > 0 ? W : hi;
            bool wave = true;
            for (int w = from; w < to; ++w) gained[w] = 0;
            for (Word left = colours; left; left &= left - 1) {
                const int c = std::countr_zero(left);
                if (!graph.can_finish(c, dry, front)) continue;
                wave = false;
                colours ^= Word{1} << c;
                for (int w = from; w < to; ++w) gained[w] |= dry[w] & graph.of_colour(c)[w];
            }
            if (wave) {
                for (int w = from; w < to; ++w) gained[w] = front[w];
            }
            for (int w = from; w < to; ++w) dry[w] &= ~gained[w];
            for (int w = from; w < to; ++w) {
                for_each_in(gained[w], w, [&](int x) {
                    graph.add_neighbours(x, front);
                    if constexpr (W == 0) {
                        lo = std::min(lo, graph.windows_[x].begin);
                        hi = std::max(hi, graph.last_word(x) + 1);
                    }
                });
            }
            for (int w = W > 0 ? 0 : lo; w < (W > 0 ? W : hi); ++w) front[w] &= dry[w];
            return wave;
        }

        const BitGraph& graph;
        Local dry, front, gained;
        Word colours;
        int lo = 0, hi;
    };

    // Ensure that z contains a cluster of `choice` with all its neighbours; return whether z grew.
    // The cluster for which z grows the least is chosen, and the last one of several.
    bool add_with_neighbours(const Word* choice, Word* z) const {
        int best = -1, fewest = INT_MAX;
        this->for_each(choice, [&](int x) {
            int more = !contains(z, x);
            for_each_word(x, [&](int w, Word word) { more += std::popcount(word & ~z[w]); });
            if (more <= fewest) best = x, fewest = more;
        });
        insert(z, best);
        add_neighbours(best, z);
        return fewest > 0;
    }

    int clusters_, k_;
    CountedVector<Word> of_colour_, all_clusters_;
    CountedVector<NeighbourWindow> windows_;
    CountedVector<Overflow> overflow_;
};

}  // namespace puzzlesat::floodit
