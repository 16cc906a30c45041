// A player of whole games, which guesses where nothing is certain.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/poll.hpp"
#include "minesweeper/counting.hpp"
#include "minesweeper/game_tree.hpp"
#include "minesweeper/groups.hpp"
#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

// How a player guesses; see Strategy in solve/games.py.
struct Strategy {
    double near;
    int looked_at, free;
    double more;
    int placements;
    std::int64_t work;
    bool even;
};

enum class Start { unprotected, safe, opening };

// The probabilities of mines given a network, in floating point. Numbers of placements are sums of
// products of whole numbers, so that what is exactly 0 is 0.
class Probabilities {
public:
    Groups groups;
    std::vector<int> field;     // of each constraint
    std::vector<int> group_of;  // of each field, -1 if no constraint contains it
    std::vector<int> members;   // the fields in constraints
    Layers layers;
    std::vector<double> forward;
    int least_mines = 0;  // on all components
    int common = 0;       // numbers of placements are divided by C(free, common)

    explicit Probabilities(int fields) : group_of(fields, -1), layers(nullptr, MOST), index_(fields, -1) {}

    // The network of some uncovered fields. missing: mines left around each field.
    void build(const std::vector<Around>& around, const std::vector<char>& unknown,
               const std::vector<int>& constraints, const std::vector<int>& missing);

    // Count the placements: relative to C(free, common), 0 if nothing fits, -1 if there are too many
    // partial placements. `free` fields are in no constraint, and `rest` mines are left in all.
    double count(int free, int rest, Poll& poll);

    // In how many placements a field is a mine, and in how many it is none.
    double mine(int f) const { return mine_[slot(f)]; }
    double clear(int f) const { return clear_[slot(f)]; }
    double free_clear() const { return clear_.back(); }
    const std::vector<double>& group_mine() const { return mine_; }
    const std::vector<double>& group_clear() const { return clear_; }

    // The two halves of count(), for other weights of what is outside the components: the number of
    // different numbers of mines on all components (0 if nothing fits, -1 if there is too much),
    // and the placements where outside[m] has the ways of all else.
    int count_forward(Poll& poll);
    double count_backward(std::vector<double> outside);

private:
    static constexpr std::size_t MOST = 1 << 17;
    std::vector<int> index_;  // the constraint of each field, -1 for none
    std::vector<double> backward_, mine_{0.0}, clear_{0.0};
    std::vector<std::vector<double>> before_, after_;  // ways of components and all after them

    std::size_t slot(int f) const { return group_of[f] < 0 ? groups.groups.size() : group_of[f]; }
};

// A game under way: what is on the board, and what the player knows.
class Player {
public:
    struct Result {
        bool won = false, wrong = false;  // wrong: a mine was called safe
        double control_variate = 0.0;            // the result with luck taken out
    };
    struct Sums {
        std::int64_t guesses = 0, uncounted = 0, unsolved = 0;
    };

    // names: a random number for each placement of the end of a game.
    Player(int rows, int cols, int mines, const Strategy& strategy, std::vector<std::int64_t> names);

    // Play a game whose mines lie on the first fields of an order that may have one.
    Result play(const std::vector<int>& order, int first, Start start, Sums& sums, Poll& poll);

    int fields() const { return static_cast<int>(around_.size()); }
    const std::vector<int>& moves() const { return moves_; }
    std::vector<int> mined() const;

    // Continue from a state instead: what each field shows, and what is known of covered fields, 0 or
    // 1 (-1 for nothing).
    void show(const std::vector<int>& content, const std::vector<int>& known);
    // Lay the mines of a game that is under way.
    void lay(const std::vector<int>& mined);

    // Count the placements that fit; the result is that of Probabilities::count.
    double analyse(Poll& poll);
    bool analysed() const { return analysed_; }  // and something fits
    const Probabilities& probabilities() const { return now_; }
    const Probabilities& ahead() const { return ahead_; }
    bool unknown(int f) const { return unknown_[f]; }
    int hidden(int f) const { return hidden_[f]; }

    // The safest fields, with their risks; see strategy.free.
    std::vector<std::pair<double, int>> candidates(double models) const;
    // Of the numbers a field can show beyond known mines: placements, and what they are worth.
    struct Look {
        std::array<double, SCOPE> chance{}, worth{};
        double value = 0.0;  // the mean worth
    };
    Look look(int f, double models, Poll& poll);
    // By how much what a field turns out to be is worth more than the mean; safe: the chance that it
    // is no mine.
    double luck(int f, double safe, const Look* look) const;
    double first_luck(int first) const;
    // Wins, the field, and the placements of the end of a game; wins are -1 if unknown.
    struct End {
        std::int64_t wins = -1;
        int field = -1;
    };
    End solve_end(Poll& poll);
    const std::vector<int>& end_fields() const { return end_fields_; }
    const std::vector<Named>& end_placements() const { return end_; }

private:
    struct Guess {
        int field;
        double chance;  // to win the game, -1 if unknown
        std::optional<Look> look;
    };

    const std::vector<Around> around_;
    const int mines_;
    const Strategy strategy_;
    const std::vector<std::int64_t> names_;
    std::vector<std::vector<double>> choose_;  // C(free fields, mines)
    std::vector<char> mine_, unknown_, queued_;
    std::vector<int> number_, content_, mined_around_, hidden_;
    std::vector<int> waiting_, moves_;
    int uncovered_ = 0, marked_ = 0;
    bool over_ = false, analysed_ = false;
    Probabilities now_, ahead_;
    Ending ending_;
    std::vector<int> end_fields_;
    std::vector<Named> end_;

    void clear();
    void lay(const std::vector<int>& order, int first, Start start);
    void count_numbers();
    void touch(int f);
    void uncover(int f);
    void mark(int f);
    void follow();
    std::vector<int> missing() const;
    int settle();
    bool is_sealed(int f, int g) const;
    int even() const;
    bool enumerate();
    Guess guess(double models, Poll& poll);
};

}  // namespace puzzlesat::minesweeper
