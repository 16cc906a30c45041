// A lower bound for boards of thousands of clusters: a few distant clusters, the *landmarks*, that
// every solution must flood.
//
// Moves flood a cluster u if and only if there is a walk from the pivot's cluster to u whose
// colours are a subsequence of the moves: at each move, a *walker* may go to a neighbour of the
// chosen colour, or stay. (If moves flood u, a neighbour of u was flooded before it, and so on back
// to the pivot's cluster. Conversely, the cluster of a walker is always flooded.) So the fewest
// moves that flood some landmarks are the shortest common sequence of moves for as many walkers.
// For two landmarks, a breadth-first search over all pairs of clusters finds it. For three and
// four, A* finds it. Its estimate for a state is the largest number of moves that any pair of
// walkers needs; these numbers are in tables, computed backwards from each pair of landmarks.
//
// A walker can always enter a cluster with the last move of the cluster's colour before the walker
// leaves it. So the search omits moves of a colour if some walker is on that colour and stays,
// except at the pivot's cluster, where all walkers begin.
//
// This implies a lower bound. Of any j colours that are dry at the start, let c be the one that is
// finished first, by move t. Each of the others is finished by a later move of its own, so there
// are at least t + j-1 moves. After move t, all clusters of colour c are flooded, including its
// landmarks. If, for each of the j colours, the landmarks need more than P moves, the board needs
// at least P+1 + j-1 moves. Colours whose landmarks are flooded early can be left out of the j
// colours.
//
// The first landmarks of each colour are the two clusters that together need the most moves. If the
// shortest solution for these landmarks does not flood all of the colour, the farthest cluster that
// it leaves dry becomes another landmark. The next query is for the colours that are likely to
// raise the bound with the fewest states, on the assumption that each further move takes `GROWTH`
// times as many states as the previous one.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "common/memory.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

// A lower bound for a board of more than one cluster; further calls raise it.
class Landmarks {
public:
    // The result of a query.
    struct Answer {
        int refuted;                 // this many moves do not flood all landmarks
        std::optional<Moves> moves;  // the fewest moves that do, if they were found
        double states;               // the number of states searched, 1 if the tables suffice
        bool out_of_memory = false;
    };

    struct Colour {
        int refuted;                 // the most moves known not to flood all of it
        std::vector<int> landmarks;  // the clusters that prove it
        double states = 1;           // of the last query, at least; infinite if no query is left
    };

    // Throws Stopped if there is no memory for the tables.
    Landmarks(const Graph& graph, Memory& memory, Poll& poll, std::size_t max_states = 1 << 23);

    // Whether the tables of a board, with a byte for each pair of clusters, are small enough.
    static bool is_suitable(const Graph& graph);

    int pair_bound() const { return pair_bound_; }  // the moves of the pair that needs the most
    const std::map<int, Colour>& colours() const { return colours_; }

    // The lower bound: fewer moves do not flood the board.
    int bound() const;

    // Whether no query can raise the bound, with any number of states.
    bool ended() const { return next() < 0; }

    // Try to raise the bound, with about this many states, or twice as many.
    //
    // A query that is not answered within this limit is postponed, and repeated by a later call,
    // which should allow more states. Tables, and the first states of a query, do not count.
    void tighten(double states, Poll& poll);

    // Decide whether p moves flood two to four clusters, within about this many states.
    Answer query(const std::vector<int>& landmarks, int p, double states, Poll& poll);

private:
    using Moved = std::uint8_t;

    int next() const;
    double price(const Colour& colour, int moves) const;
    void spread_pairs(Poll& poll);
    void spread_back(int u, int v, int p, CountedVector<Moved>& left, Poll& poll);

    const Graph& graph_;
    Memory& memory_;
    std::size_t max_states_;
    std::size_t n_;
    CountedVector<Moved> needed_;  // for each pair of clusters the fewest moves that flood both
    CountedVector<std::uint32_t> queue_;
    CountedVector<CountedVector<Moved>> left_;  // the tables of the pairs of landmarks
    int pair_bound_ = 0;
    std::map<int, Colour> colours_;
};

// Of the clusters of a colour that the moves leave dry, the one farthest from the flooded clusters;
// -1 if there is none.
int farthest(const Graph& graph, const Moves& moves, int c);

}  // namespace puzzlesat::floodit
