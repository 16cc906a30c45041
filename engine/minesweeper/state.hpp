// A state of the game: the part of the board that a player sees.
#pragma once
#include <optional>
#include <vector>

#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

struct State {
    int rows, cols;
    std::vector<int> content;  // of each field: its number, COVERED, FLAGGED (a mine) or SAFE
    std::optional<int> mines;  // on the whole board
    std::vector<ShortList> around;

    State(int rows, int cols, std::vector<int> content, std::optional<int> mines)
        : rows(rows),
          cols(cols),
          content(std::move(content)),
          mines(mines),
          around(neighbours(rows, cols)) {}

    int fields() const { return rows * cols; }
    std::vector<int> fields_of(int what) const {
        std::vector<int> found;
        for (int f = 0; f < fields(); ++f)
            if (content[f] == what) found.push_back(f);
        return found;
    }
    // The fields around a field that have some content.
    std::vector<int> around_with(int f, int what) const {
        std::vector<int> found;
        for (const int g : around[f])
            if (content[g] == what) found.push_back(g);
        return found;
    }
    // The number of mines on covered fields, if it is known.
    std::optional<int> mines_left() const {
        if (!mines) return {};
        return *mines - static_cast<int>(fields_of(FLAGGED).size());
    }
    // An uncovered field without covered fields around it is a constraint only if the flags around
    // it contradict its number.
    Network network() const;
    // The covered fields next to no number.
    std::vector<int> free(const Network& network) const {
        std::vector<char> is_constrained(fields(), false);
        for (const int f : network.field_of_variable) is_constrained[f] = true;
        std::vector<int> found;
        for (const int f : fields_of(COVERED))
            if (!is_constrained[f]) found.push_back(f);
        return found;
    }
};

}  // namespace puzzlesat::minesweeper
