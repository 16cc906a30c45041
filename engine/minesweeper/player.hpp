// A player of whole games, which guesses if no field is certainly safe.
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

// The way in which a player guesses; see Strategy in solve/games.py.
struct Strategy {
    double margin;
    int candidates, unconstrained;
    double bonus;
    int max_placements;
    std::int64_t max_work;
    bool fifty_fifty;
};

enum class Start { unprotected, safe, opening };

// The probabilities of mines given a network, in floating point. Numbers of placements are computed
// without subtraction, so a result is 0 only if no placement fits.
class Probabilities {
public:
    Grouping grouping;
    std::vector<int> field_of_constraint;
    std::vector<int> group_of;  // of each field, -1 if no constraint contains it
    std::vector<int> members;   // the fields in constraints
    Layers layers;
    std::vector<double> forward;
    int least_mines = 0;  // on all components
    int common = 0;       // numbers of placements are divided by C(free, common)

    explicit Probabilities(int fields)
        : group_of(fields, -1), layers(nullptr, MAX_STATES), index_(fields, -1) {}

    // Set up the network of some uncovered fields. missing: the number of mines left around each
    // field.
    void build(const std::vector<ShortList>& around, const std::vector<char>& unknown,
               const std::vector<int>& constraints, const std::vector<int>& missing);

    // Count the placements, divided by C(free, common): 0 if none fits, -1 if there are too many
    // partial placements. `free` fields are in no constraint, and `rest` mines are left in total.
    double count(int free, int rest, Poll& poll);

    // The numbers of placements with a mine on a field, and without one.
    double mine(int f) const { return mine_[slot(f)]; }
    double safe(int f) const { return safe_[slot(f)]; }
    double free_safe() const { return safe_.back(); }
    // The component of a field, -1 if no constraint contains it.
    int component_of(int f) const {
        return group_of[f] < 0 ? -1 : grouping.groups[group_of[f]].component;
    }
    const std::vector<double>& group_mine() const { return mine_; }
    const std::vector<double>& group_safe() const { return safe_; }

    // The two passes of count(). The first returns the number of different numbers of mines on all
    // components (0 if no placement fits, -1 if there are too many partial placements). The second
    // returns the number of placements; outside[m] is the weight of those with m mines above the
    // minimum.
    int count_forward(Poll& poll);
    double count_backward(std::vector<double> outside);

private:
    static constexpr std::size_t MAX_STATES = 1 << 17;
    std::vector<int> index_;  // the constraint of each field, -1 for none
    std::vector<double> backward_, mine_{0.0}, safe_{0.0};
    // Of the components before each, and of it and all later ones.
    std::vector<std::vector<double>> before_, after_;

    std::size_t slot(int f) const { return group_of[f] < 0 ? grouping.groups.size() : group_of[f]; }
};

// A game under way: the board, and the knowledge of the player.
class Player {
public:
    struct Result {
        bool won = false, wrong = false;  // wrong: a mine was called safe
        double control_variate = 0.0;     // the result, with variance reduced by a control variate
    };
    struct Sums {
        std::int64_t guesses = 0, uncounted = 0, unsolved = 0;
    };

    // hashes: random numbers for the placements at the end of a game.
    Player(int rows, int cols, int mines, const Strategy& strategy,
           std::vector<std::int64_t> hashes);

    // Play a game with the mines on the first possible fields of an order.
    Result play(const std::vector<int>& order, int first, Start start, Sums& sums, Poll& poll);

    int fields() const { return static_cast<int>(around_.size()); }
    const std::vector<int>& moves() const { return moves_; }
    std::vector<int> mined() const;

    // Continue from a state instead: the content of each field, and the known values of covered
    // ones (-1 if unknown).
    void show(const std::vector<int>& content, const std::vector<int>& known);
    // Place the mines of a game under way.
    void place_mines(const std::vector<int>& mined);

    // Count the placements that fit; the result is that of Probabilities::count.
    double analyse(Poll& poll);
    bool analysed() const { return models_ > 0.0; }
    const Probabilities& probabilities() const { return now_; }
    const Probabilities& ahead() const { return ahead_; }
    bool unknown(int f) const { return unknown_[f]; }

    // The safest fields, with their risks minus their shares of unavoidable guesses; see
    // strategy.unconstrained.
    std::vector<std::pair<double, int>> candidates() const;
    // For each number that a field can show, minus the known mines around it: the number of
    // placements and the value of the guess. Also the mean value, whether the field can show only
    // one number, and the fields that are safe if it is.
    struct Lookahead {
        std::array<double, SCOPE> placements{}, values{};
        double mean = 0.0;
        bool dead = false;
        std::vector<int> implied;
    };
    Lookahead look_ahead(int f, Poll& poll);
    // Set forced(f) of each field: the share of the placements in which the field is a mine and
    // this is only half of an unavoidable guess (see Toss), or in which it makes one unavoidable.
    void weigh_tosses(Poll& poll);
    double forced(int f) const { return forced_[f]; }
    // The value of the outcome of a guess, minus its mean; safe: the probability that the field is
    // safe.
    double deviation(int f, double safe, const Lookahead* look) const;
    double first_deviation(int first) const;
    // The wins of the best play at the end of a game, -1 if unknown, and its first field.
    struct End {
        std::int64_t wins = -1;
        int field = -1;
    };
    End solve_end(Poll& poll);
    // The field to guess after an analysis that found nothing certain.
    struct Guess {
        int field;
        double chance;  // of winning the game, -1 if unknown
        std::optional<Lookahead> look;
    };
    Guess guess(Poll& poll);
    const std::vector<int>& end_fields() const { return end_fields_; }
    const std::vector<Hashed>& end_placements() const { return end_; }

private:
    const std::vector<ShortList> around_;
    const int mines_;
    const Strategy strategy_;
    const std::vector<std::int64_t> hashes_;
    // Fields that no number can distinguish if the fields `apart` are mines: either those of one
    // side are mines, or those of the other.
    struct Toss {
        std::array<ShortList, 2> sides;
        ShortList apart;
    };
    const std::vector<Toss> tosses_;
    std::vector<double> forced_;
    std::vector<std::vector<double>> choose_;  // C(free fields, mines)
    std::vector<char> mine_, unknown_, queued_;
    std::vector<int> number_, content_, mined_around_, hidden_;
    std::vector<int> waiting_, moves_;
    int uncovered_ = 0, marked_ = 0;
    double models_ = 0.0;  // of the last analysis
    bool over_ = false;
    Probabilities now_, ahead_;
    Ending ending_;
    std::vector<int> end_fields_;
    std::vector<Hashed> end_;

    void clear();
    void place_mines_in_order(const std::vector<int>& order, int first, Start start);
    void count_numbers();
    void enqueue(int f);
    void uncover(int f);
    void mark(int f);
    void follow();
    std::vector<int> missing() const;
    int apply_certain();
    bool is_sealed(int f, int g) const;
    int fifty_fifty() const;
    // The components next to no given field: the placements on them, by number of mines above the
    // minimum, this minimum, the number of fields, and the chance of the safest field outside all
    // other components.
    struct Apart {
        std::vector<char> touched;
        std::vector<double> ways{1.0};
        int least = 0, fields = 0;
        double safest = 0.0;
    };
    Apart set_apart(std::vector<char> touched) const;
    // The fields of the constraints of the other components.
    std::vector<int> constraints_beside(const Apart& apart) const;
    // The weights for ahead_.count_backward(), with `rest` mines on `free` fields and those on
    // ahead_ and the components apart.
    std::vector<double> weights(const Apart& apart, int length, int free, int rest) const;
    double value_ahead(int f, double shown, double safest, std::vector<int>& times_safe) const;
    double share(const std::vector<int>& mined, const std::vector<int>& safe, Poll& poll);
    static std::vector<Toss> find_tosses(const std::vector<ShortList>& around, int rows, int cols);
    bool enumerate();
};

}  // namespace puzzlesat::minesweeper
