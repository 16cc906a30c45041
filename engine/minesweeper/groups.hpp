// Groups of interchangeable variables, and their order when counting.
#pragma once
#include <span>
#include <vector>

#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

// Variables in the same constraints form a group; a component is a set of groups connected by
// constraints. A constraint has at most SCOPE groups, and a group is in at most SCOPE constraints.
class Grouping {
public:
    // The groups of the undecided variables of a network, in the order of counting. For wide
    // components, several first groups are tried.
    Grouping(const Network& network, const Known& value);

    struct Constraint {
        int need, room;  // the numbers of mines and of variables
        int given;       // the number of variables in the groups so far
        int slot;        // the place of its sum in the keys of partial placements
        ShortList groups;
    };
    struct Group {
        int size, component;
        bool reached, stale;
        double growth;
        ShortList constraints;
    };

    std::vector<Constraint> constraints;
    std::vector<Group> groups;
    std::vector<std::vector<int>> fields;  // of each group
    std::vector<int> order;     // the groups, component by component, in the order of counting
    std::vector<int> first{0};  // where components begin in order

    int components() const { return static_cast<int>(first.size()) - 1; }
    // The groups of component i, in the order of counting.
    std::span<const int> members(int i) const {
        return {order.data() + first[i], order.data() + first[i + 1]};
    }

private:
    std::vector<int> candidate_;
    // Add a variable in these constraints and return its group. Constraints are always listed in
    // the same order.
    int add_variable(std::span<const int> members);
    void order_groups();
    void find_components();
    double greedy(int low, int high, int start);
    double growth_of(const Group& group) const;
};

}  // namespace puzzlesat::minesweeper
