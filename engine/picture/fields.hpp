// What the readers of all games share: colours of fields, lines between them, reasons to refuse.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "picture/clusters.hpp"
#include "picture/grid.hpp"
#include "picture/picture.hpp"

namespace puzzlesat::picture {

constexpr int MAX_FIELDS_IN_ALL = 20'000;  // of the grids of a picture that are looked at

// A picture with its edges.
struct Scene {
    Image image;
    Edges x, y;

    explicit Scene(Image picture) : image(std::move(picture)), x(image, true), y(image, false) {}
};

// Samples of a rectangle given by its centre and size, as means over a few pixels.
std::vector<Lab> samples(const Image& image, double cx, double cy, double width, double height,
                         int count);

// The side between field f and the next one, g, in its row or, unless along_x, in its column.
struct Side {
    int f, g;
    bool along_x;
};

std::vector<Side> sides_in(const Grid& grid);

// The share with an edge of a side, apart from `end` of the side at each end.
float edge_on(const Side& side, const Scene& scene, const Grid& grid, double end);

// A grid with lines between all fields, as far as they are visible.
struct LinedGrid {
    Grid grid;
    bool is_cut = false;      // whether its lines go on to the border of the picture
    bool is_unclear = false;  // whether there may be rows beyond its ends
    double edge_share = 0;    // the share of sides between neighbours with an edge
    double quality = 0;       // how likely it is a board, to be compared; 0 if it is none
    std::vector<Side> bare;   // sides without an edge
};

struct Style {       // of the boards of a game
    bool has_discs;  // so that an edge along a whole row is that of something else
    bool all_lined;  // whether there are lines between nearly all fields of each row
};

// Remove rows and columns without lines at the ends, and look for missing lines.
LinedGrid with_lines(const Scene& scene, Grid grid, Shape shape, Style style);

// Grids beside a board.
std::vector<Grid> grids_beside(const Scene& scene, const Grid& board, Shape shape);

// The boards on the `most` likeliest grids of a scene, made by `board_of` from a scene, a grid and
// a shape.
template <class BoardOf>
auto boards_in(const Scene& scene, Shape shape, BoardOf board_of, std::size_t most = 40) {
    std::vector<Grid> grids = find_grids(scene.x, scene.y, shape);
    if (grids.size() > most) grids.resize(most);
    std::vector<decltype(board_of(scene, grids.front(), shape))> boards;
    int fields = 0;
    for (const Grid& grid : grids) {
        if (fields > MAX_FIELDS_IN_ALL) break;
        boards.push_back(board_of(scene, grid, shape));
        fields += grid.fields();
    }
    return boards;
}

// The first board of the highest quality, or the end.
template <class Board>
auto likeliest(const std::vector<Board>& boards) {
    return std::max_element(boards.begin(), boards.end(),
                            [](const Board& a, const Board& b) { return a.quality < b.quality; });
}

// Whether there is another board beside a board.
template <class Board, class BoardOf>
bool has_second(const Scene& scene, Shape shape, const Board& board, BoardOf board_of) {
    const std::vector<Grid> grids = grids_beside(scene, board.grid, shape);
    return std::any_of(grids.begin(), grids.end(), [&](const Grid& beside) {
        const Board other = board_of(scene, beside, shape);
        return other.quality > 0.4 * board.quality && other.edge_share > 0.8;
    });
}

// Whether fields are almost square, but not quite, as if lines were missed.
bool is_skewed(const Grid& grid);

// Whether the board touches one border of the picture, but not the opposite one, so that it may be
// cut off between two fields.
bool touches_one_border(const Scene& scene, const Grid& grid);

// The colour around a field's middle, and the colour near its corners, at this share of the pitch
// from the middle.
Lab middle_of(const Scene& scene, const Grid& grid, int row, int col, double size);
Lab corners_of(const Scene& scene, const Grid& grid, int row, int col, double reach);

inline Reading refused(std::string code, double number = 0) { return {std::move(code), number}; }
// A reading without fields.
Reading reading_of(const Grid& grid);
// Add a reason for each doubtful field.
void add_doubts(const std::map<int, std::string>& doubts, Reading& reading);
Reading read_floodit(const Scene& scene, Shape shape);
Reading read_flowfree(const Scene& scene, Shape shape);
Reading read_minesweeper(const Scene& scene, Shape shape);
// The contents of the fields of a grid, whatever they look like.
Reading contents_of_floodit(const Scene& scene, const Grid& grid);
Reading contents_of_flowfree(const Scene& scene, const Grid& grid);
Reading contents_of_minesweeper(const Scene& scene, const Grid& grid);

}  // namespace puzzlesat::picture
