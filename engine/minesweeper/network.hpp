// The constraint network of a state, and consistency over one or two constraints.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace puzzlesat::minesweeper {

// The content of a field that is not uncovered; SAFE: it has no mine, and its number is unknown.
constexpr int COVERED = -1, FLAGGED = -2, SAFE = -3;
constexpr int SCOPE = 8;  // the maximum number of fields around a field

// Values of fields or variables: 0, 1 (a mine), or -1 if undecided.
using Known = std::vector<signed char>;

// A list of at most SCOPE numbers.
struct ShortList {
    std::array<int, SCOPE> items;
    int size = 0;
    void add(int x) { items[size++] = x; }
    int operator[](int i) const { return items[i]; }
    const int* begin() const { return items.data(); }
    const int* end() const { return items.data() + size; }
};

// The fields around each field, in increasing order.
std::vector<ShortList> neighbours(int rows, int cols);

// Constraints, each of which gives the number of mines among some variables. Variables are
// undecided fields.
struct Network {
    std::vector<int> field_of_variable;    // the constrained variables, in increasing order
    std::vector<int> field_of_constraint;  // the field that shows its number
    std::vector<int> need;     // the number of mines among the variables of each constraint
    std::vector<int> ends{0};  // constraint c has the variables scope[ends[c]..ends[c + 1] - 1],
    std::vector<int> scope;    // which are indices into field_of_variable

    // Add a constraint on the variables that have been appended to scope.
    void add_constraint(int shown_by, int mines) {
        field_of_constraint.push_back(shown_by);
        need.push_back(mines);
        ends.push_back(static_cast<int>(scope.size()));
    }
    // Replace the fields in scope by their indices, after the last constraint.
    void number_variables();
    bool has_new_scope() const { return ends.back() < static_cast<int>(scope.size()); }
    int size() const { return static_cast<int>(need.size()); }
    int variables() const { return static_cast<int>(field_of_variable.size()); }
    std::span<const int> scope_of(int c) const {
        return {scope.data() + ends[c], scope.data() + ends[c + 1]};
    }
};

// The network that remains when some variables are known; the others are -1.
Network simplify_under(const Network& network, const Known& value);

// The constraints of each variable, in increasing order.
struct Incidence {
    explicit Incidence(const Network& network);
    std::span<const int> of(int v) const {
        return {constraints.data() + ends[v], constraints.data() + ends[v + 1]};
    }
    std::vector<int> ends, constraints;
};

struct Propagated {
    bool consistent = false;
    Known value;          // of each constrained variable, -1 if undecided
    int free_value = -1;  // of all unconstrained variables
};

// Propagate single constraints; with pairs, also two constraints at a time; with mines, also the
// constraint that all variables, including the `free` unconstrained ones, add up to this number.
Propagated propagate(const Network& network, bool pairs, std::optional<int> mines = {},
                     int free = 0);

}  // namespace puzzlesat::minesweeper
