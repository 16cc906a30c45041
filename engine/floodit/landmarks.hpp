// A lower bound for boards of thousands of clusters: a few distant clusters, the *landmarks*, that
// every solution must flood.
//
// Moves flood a cluster u if and only if there is a walk from the pivot's cluster to u, from
// neighbour to neighbour, whose colours are found among the moves one after the other: a *walker*
// may go on to a neighbour of the colour that is chosen, or stay. (If moves flood u, one that is
// flooded before it lies next to it, and so back to the pivot's; and where a walker is is flooded.)
// So the fewest moves that flood some landmarks are the shortest way of as many walkers at once,
// all of which follow the same moves. For two landmarks a breadth-first search over all pairs of
// clusters finds it. For three and four, A* does, whose estimate for a state is what the pair of
// walkers needs that is worst off; its tables are made backwards from each pair of landmarks.
//
// A walker on a cluster may as well have come there with the last move of its colour before it goes
// on as with an earlier one. So the search leaves out moves of a colour on which some walker is and
// stays, except at the pivot's cluster, where all walkers begin.
//
// From that a bound follows. Of any j colours that are dry at the start, let c be the one that is
// finished first, by move t; each of the others is finished by a later move of its own, so that
// there are at least t + j-1 moves. After move t all of colour c is flooded, and so are any
// landmarks of that colour. If for each of the j colours they need more than P moves, the board
// needs at least P+1 + j-1. A colour whose landmarks are soon flooded need not be among the j.
//
// Of each colour the two clusters that need most moves together are the first landmarks. Where the
// shortest way of a colour's walkers would not flood all of that colour, the cluster that it leaves
// farthest off becomes another one. The next query serves those colours that are likely to raise
// the bound with the fewest states, when each further move takes `GROWTH` times as many as the
// last.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "common/memory.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

// The bound of a board of more than one cluster, which rises from call to call.
class Landmarks {
public:
    // What is known after a query.
    struct Answer {
        int refuted;                 // this many moves do not flood all landmarks
        std::optional<Moves> moves;  // the fewest moves that do, if they were found
        double states;               // the number it has taken, 1 if the tables suffice
        bool out_of_memory = false;
    };

    struct Colour {
        int refuted;                 // the most moves known not to flood all of it
        std::vector<int> landmarks;  // the clusters that show it
        double states = 1;           // what the last query took, at least; infinite: none is left
    };

    // Throws Stopped if there is no memory for the tables.
    Landmarks(const Graph& graph, Memory& memory, Poll& poll, std::size_t max_states = 1 << 23);

    // Whether the tables, of a byte for each pair, are of use for a board.
    static bool suit(const Graph& graph);

    int pairs() const { return pairs_; }  // the moves for the two clusters that need most
    const std::map<int, Colour>& colours() const { return colours_; }

    // Fewer moves do not flood the board.
    int bound() const;

    // Whether no query is left, with any number of states.
    bool ended() const { return next() < 0; }

    // Try to raise the bound, with about this many states, or twice as many.
    //
    // A query that is not answered within them is put off, and repeated by a later call, which
    // should allow more of them. Tables, and the first states of a query, are not counted.
    void raise(double states, Poll& poll);

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
    int pairs_ = 0;
    std::map<int, Colour> colours_;
};

// Of the clusters of a colour that some moves leave dry, the farthest from the flooded ones; -1 if
// there is none.
int farthest(const Graph& graph, const Moves& moves, int c);

}  // namespace puzzlesat::floodit
