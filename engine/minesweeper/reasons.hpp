// Why fields are certain, and why no placement of mines fits: the fewest numbers that imply it.
//
// Numbers imply the value of a field if no placement that satisfies all of them gives the field the
// other value. Implications of one number, or of two, follow from their sums (Simon 2012, §2.5 and
// §2.5.1). Further reasons are smallest unsatisfiable cores, found by implicit hitting sets (A.
// Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS Extraction with Minimal Hitting
// Set Dualization, CP 2015); whether some numbers can be satisfied is decided by counting. The
// number of all mines (§2.5.2) is used only for fields whose values do not follow from the numbers
// on the board: it involves all fields at once, and a person would have to count all of them.
#pragma once
#include <optional>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"
#include "minesweeper/network.hpp"
#include "minesweeper/placements.hpp"
#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

struct Reason {
    int field, value;          // 1: a mine
    std::vector<int> numbers;  // the fields that show them, in increasing order
    bool total = false;        // whether the number of all mines belongs to the reason
    // Whether no smaller reason exists. If false and `numbers` is empty, the search was given up,
    // and all numbers are the reason.
    bool smallest = true;

    bool given_up() const { return numbers.empty() && !smallest; }
};

struct Conflict {
    std::vector<int> fields;    // uncovered or flagged
    bool total, smallest;       // as for a reason
    std::vector<int> doubtful;  // flags without any one of which some placement fits
};

// How the numbers of a reason imply the value: the steps of an argument.
struct Argument {
    enum class Kind {
        number,   // `number` has `mines` mines left around it: none, or one for each covered field
        sums,     // the parts bound the mines of `number` on fields that it shares with them
        chain,    // with the other value, each part decides fields, until `number` is violated
        total,    // the numbers contain `mines` of `all` mines, and `others` fields are left
        numbers,  // no such argument is known
        given_up
    };
    struct Part {
        int number;
        std::vector<int> fields;
        int mines;  // on these fields: at least, at most (sums), or 0 or all (chain)
        bool all;   // whether these are all mines of the number
    };
    Kind kind = Kind::numbers;
    int number = -1, mines = 0, all = 0, others = 0;
    bool most = false;  // chain: whether `number` would have at most so many mines, too few
    std::vector<Part> parts;
};

class Reasons {
public:
    Reasons(const State& state, Memory& memory, Poll& poll);

    // The simplest reason for one of some certain fields: one without the number of all mines, of
    // the fewest numbers, for a safe field, for the first field. `value`: of each field, -1 if not
    // wanted. After the time limit, no further reason is sought.
    std::optional<Reason> simplest(const Known& value);
    // The reasons for some certain fields, the simplest first.
    std::vector<Reason> all(const Known& value);
    Argument argument(const Reason& reason) const;
    // The conflict of a state that no placement fits.
    Conflict conflict();

private:
    struct Sum {
        int field, need;
        ShortList scope;
    };
    struct Fixed {
        int field, value;
    };
    struct Core {
        std::vector<int> sums;
        bool smallest;
    };

    const State& state_;
    Memory& memory_;
    Poll& poll_;
    std::vector<Sum> sums_;
    std::vector<std::vector<int>> holding_;  // the sums of each field
    std::optional<int> mines_;               // on covered fields

    void index();
    std::vector<int> all_sums() const;
    std::vector<int> near(int field, int distance) const;
    std::optional<Placement> satisfy(const std::vector<int>& chosen, std::optional<Fixed> fixed,
                                     bool total);
    bool is_met(const Sum& sum, const Placement& values, std::optional<Fixed> fixed) const;
    Core smallest_core(const std::vector<int>& candidates, std::optional<Fixed> fixed, bool total);
    Core smallest_by_hitting_sets(const std::vector<int>& minimal,
                                  const std::vector<int>& candidates, std::optional<Fixed> fixed,
                                  bool total);
    std::vector<std::optional<Reason>> of_few(const Known& value) const;
    std::optional<Reason> of_numbers(int field, int value);
    std::vector<int> fields_of(const std::vector<int>& sums) const;
    bool by_sums(const Reason& reason, const std::vector<int>& chosen, Argument& found) const;
    void by_chain(const Reason& reason, const std::vector<int>& chosen, Argument& found) const;
    void by_total(const Reason& reason, const std::vector<int>& chosen, Argument& found) const;
};

}  // namespace puzzlesat::minesweeper
