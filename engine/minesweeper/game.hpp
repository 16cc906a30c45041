// Games played by certain fields alone: whether a board needs a guess, and boards that need none.
//
// A game starts with a first click. From then on, a player uncovers the fields that a method proves
// safe, until the game is won or the method is stuck. What a method proves, it still proves when
// more fields are uncovered, so the order does not matter.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"
#include "common/random.hpp"
#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

// The ways to find certain fields: each constraint on its own; constraints two at a time; with the
// number of all mines as one more; all that follows from the numbers; all that follows from the
// state. The last two count placements.
enum class Inference { single, pairs, total, backbone, backbone_total };
constexpr const char* INFERENCE_NAMES[] = {"single", "pairs", "total", "backbone",
                                           "backbone_total"};

// The values of the fields that a method decides, -1 for all others. Some placement must fit.
Known decided(const State& state, Inference method, Memory& memory, Poll& poll);

struct Board {
    int rows, cols;
    std::vector<char> mined;  // of each field
    int first;
};

// Uncover a field that has no mine and, as long as no mine is around a field, all fields around it;
// return the number of fields that this uncovers.
int uncover(State& state, const std::vector<char>& mined, int f);

// What a click on a number uncovers: all covered fields around it, if it has as many flags.
struct Chord {
    int flags = 0;
    std::vector<int> covered;  // around it, in increasing order
    bool is_allowed = false;
};
Chord chord_of(const State& state, int f);

class Game {
public:
    explicit Game(const Board& board);

    const State& state() const { return state_; }
    bool is_won() const { return covered_ == 0; }
    int uncovered() const;
    // Uncover the fields that a method decides to be safe, and flag the mines; return the former,
    // in increasing order.
    std::vector<int> advance(Inference method, Memory& memory, Poll& poll);
    // Advance until the method is stuck or wins; return whether it wins. Weaker methods are used
    // first, since they are faster.
    bool play_on(Inference method, Memory& memory, Poll& poll);

private:
    std::vector<char> mined_;
    State state_;
    int covered_;  // fields without a mine
};

// The weakest method that solves the board of a game, or nothing if none does.
std::optional<Inference> weakest_method(Game game, Memory& memory, Poll& poll);

struct Wanted {
    int rows, cols, mines = 0;
    std::optional<int> first = {};
};

// A board with the mines on random fields, but not on or, if there is room, around the first one,
// which is drawn if it is not given: so that it shows 0, if there is room.
Board random_board(const Wanted& wanted, Random& random);

// How far the search for a board without a guess has come, and the safe fields that are uncovered.
struct Progress {
    int boards = 0, changes = 0, uncovered = 0;
};

// A random board that a method solves. While the method is stuck, a mine and a field without a mine
// are exchanged; after some changes without progress, another board is drawn. One of the two fields
// is next to a number, and the other, if possible, is not. Both are undecided, unless certain mines
// enclose all undecided fields. The change is kept if the method then uncovers at least as many
// fields as before. The boards are therefore not uniformly distributed.
Board guess_free_board(const Wanted& wanted, Inference method, Random& random,
                       const std::function<void(const Progress&)>& on_progress, Memory& memory,
                       Poll& poll);

}  // namespace puzzlesat::minesweeper
