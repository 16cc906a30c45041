// The constraint network of a state, and consistency over one or two constraints.
#pragma once
#include <array>
#include <vector>

namespace puzzlesat::minesweeper {

constexpr int COVERED = -1, FLAGGED = -2;  // the content of a field that is not uncovered
constexpr int SCOPE = 8;                   // the maximum number of fields around a field

// The fields around one field, in increasing order.
struct Around {
    std::array<int, SCOPE> fields;
    int size = 0;
    const int* begin() const { return fields.data(); }
    const int* end() const { return fields.data() + size; }
};

std::vector<Around> neighbours(int rows, int cols);

// Constraints, each of which gives the number of mines among some variables. Variables are
// undecided fields.
struct Network {
    std::vector<int> fields;   // the constrained variables, in increasing order
    std::vector<int> field;    // the field that shows the number of each constraint
    std::vector<int> need;     // the number of mines among the variables of each constraint
    std::vector<int> ends{0};  // constraint c has the variables scope[ends[c]..ends[c + 1] - 1],
    std::vector<int> scope;    // which are indices into fields

    int size() const { return static_cast<int>(need.size()); }
    int variables() const { return static_cast<int>(fields.size()); }
};

// The network of a state. An uncovered field without covered fields around it is a constraint only
// if the flags around it contradict its number.
Network network_of(int rows, int cols, const std::vector<int>& content);

// The network that remains when some variables are known; value is -1 for the others.
Network simplify_under(const Network& network, const std::vector<signed char>& value);

// The constraints of each variable, in increasing order.
struct Incidence {
    std::vector<int> ends, constraints;
    explicit Incidence(const Network& network);
};

struct Propagated {
    bool consistent = false;
    std::vector<signed char> value;  // of each constrained variable, -1 if undecided
    int free_value = -1;             // of all unconstrained variables
};

// Propagate single constraints; with pairs, also two constraints at a time; with mines >= 0, also
// the constraint that all variables, including the `free` unconstrained ones, add up to `mines`.
Propagated propagate(const Network& network, int free, int mines, bool pairs);

}  // namespace puzzlesat::minesweeper
