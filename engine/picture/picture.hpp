// Boards in pictures, such as screenshots: the grid, the content of each field, and doubts.
//
// A reading is refused rather than guessed: what a picture shows is compared with what the game
// allows, and every field that does not fit is a doubt. The reasons why a picture is not read are
// codes, which the asker words.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace puzzlesat::picture {

enum class Game { floodit, flowfree, minesweeper };

// Of a board; 0 if unknown.
struct Shape {
    int rows = 0, cols = 0;

    bool is_known() const { return rows * cols > 0; }
};

struct Doubt {
    int row, col;  // of the field, counted from 0
    std::string reason;
};

struct Reading {
    std::string unread = {};  // the code of the reason why there is no reading, if there is none
    double number = 0;        // of the reason: the degrees of turned, the colours of many_colours
    double left = 0, top = 0, pitch_x = 0, pitch_y = 0;  // of the grid, in pixels
    int rows = 0, cols = 0;
    // Row by row. Flood-It: the colour. Flow Free: the colour of an endpoint, or -1. Minesweeper:
    // the number, -1 if covered, -2 if flagged.
    std::vector<int> fields = {};
    std::vector<std::array<std::uint8_t, 3>> palette = {};  // of Flood-It and Flow Free
    std::vector<Doubt> doubts = {};                         // in the order of fields
    std::vector<std::string> remarks = {};                  // on what was left out

    bool is_read() const { return unread.empty(); }
};

// Pixels, one or more, are row by row, with the bytes red, green, blue and opacity.
Reading read(Game game, std::span<const std::uint8_t> rgba, int width, int height, Shape shape);
// The same of a picture that a board of this shape fills, for a person who corrects it: whatever
// the fields look like, each has a content, and none is in doubt.
Reading guess(Game game, std::span<const std::uint8_t> rgba, int width, int height, Shape shape);

}  // namespace puzzlesat::picture
