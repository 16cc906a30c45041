#include "floodit/referee.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace puzzlesat::floodit {

std::vector<int> joined(int rows, int cols, const std::vector<int>& colour,
                        const std::vector<int>& moves, int pivot) {
    const int fields = rows * cols;
    if (rows < 1 || cols < 1 || static_cast<int>(colour.size()) != fields)
        throw std::invalid_argument("there must be a colour for each field");
    if (pivot < 0 || pivot >= fields) throw std::invalid_argument("there is no such field");
    for (const auto* colours : {&colour, &moves})
        if (std::any_of(colours->begin(), colours->end(), [](int c) { return c < 0; }))
            throw std::invalid_argument("a colour must not be negative");

    std::map<int, std::vector<int>> beside;  // dry fields next to flooded ones, by colour
    std::vector<bool> reached(fields);
    std::vector<int> after(fields, -1);
    const auto reach = [&](int field) {
        if (reached[field]) return;
        reached[field] = true;
        beside[colour[field]].push_back(field);
    };
    const auto play = [&](int chosen, int move) {
        auto& fresh = beside[chosen];
        for (std::size_t i = 0; i < fresh.size(); ++i) {  // neighbours of the same colour join it
            const int field = fresh[i];
            after[field] = move;
            if (field >= cols) reach(field - cols);
            if (field + cols < fields) reach(field + cols);
            if (field % cols > 0) reach(field - 1);
            if (field % cols < cols - 1) reach(field + 1);
        }
        fresh.clear();
    };
    reach(pivot);
    play(colour[pivot], 0);
    for (int t = 0; t < std::ssize(moves); ++t) play(moves[t], t + 1);
    return after;
}

bool floods(int rows, int cols, const std::vector<int>& colour, const std::vector<int>& moves,
            int pivot) {
    const auto after = joined(rows, cols, colour, moves, pivot);
    return std::find(after.begin(), after.end(), -1) == after.end();
}

}  // namespace puzzlesat::floodit
