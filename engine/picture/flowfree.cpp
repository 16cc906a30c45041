// Flow Free: the endpoints are discs, two of each colour, on fields with lines or gaps between
// them. Flows that are drawn already are narrower than discs.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr float VISIBLE = 0.09F;  // the least distance between a disc and its field
constexpr float FAINT = 0.045F;
constexpr float SHADES = 0.1F;          // the largest distance of colours of fields
constexpr double MAX_MARKS = 0.98;      // the share of fields; with more, a board is less likely
constexpr double WIDEST_FLOW = 0.84;    // its radius, as a share of that of a disc of its colour
constexpr double NARROWEST_DISC = 0.7;  // its radius, as a share of the usual radius of discs
constexpr double SMALLEST_DISC = 0.14;  // its radius, as a share of the pitch
constexpr std::size_t MAX_DOUBTS = 12;

struct Mark {
    int field;
    Lab colour;
    double radius;  // of the largest disc in its colour, as a share of the pitch
};

struct Board : LinedGrid {
    std::vector<Mark> marks;  // the fields whose middles differ from their corners
    std::vector<int> faint;   // the fields of which this is not certain
    std::vector<Lab> ground;  // the colour of each field's corners
};

double radius_of(const Scene& scene, const Grid& grid, int r, int c, const Lab& colour) {
    constexpr int DIRECTIONS = 24;
    const double unit = std::min(grid.x.pitch, grid.y.pitch);
    double radius = 0;
    for (double next = 0.08; next <= 0.5; next += 0.03) {
        int alike = 0;
        for (int i = 0; i < DIRECTIONS; ++i) {
            const double angle = 2 * std::numbers::pi * i / DIRECTIONS;
            const double x = grid.x.centre(c) + next * unit * std::cos(angle);
            const double y = grid.y.centre(r) + next * unit * std::sin(angle);
            if (!scene.image.contains(x, y)) continue;
            alike += distance(scene.image.mean(x, y, unit > 24 ? 1 : 0), colour) < VISIBLE;
        }
        if (alike >= DIRECTIONS * 5 / 6) radius = next;  // a letter on a disc may interrupt it
    }
    return radius;
}

// The most frequent colour near the middle of a field that differs from its corners, and its share.
// A letter on a disc covers less than the disc.
struct Middle {
    Lab colour, ground;
    double share = 0, contrast = 0;
};

Middle mark_in(const Scene& scene, const Grid& grid, int r, int c) {
    const Lab corners = corners_of(scene, grid, r, c, 0.37);
    const double unit = std::min(grid.x.pitch, grid.y.pitch);
    std::vector<Lab> all, unlike;
    for (int j = -4; j <= 4; ++j) {
        for (int i = -4; i <= 4; ++i) {
            if (i * i + j * j > 18) continue;
            all.push_back(scene.image.mean(grid.x.centre(c) + 0.055 * unit * i,
                                           grid.y.centre(r) + 0.055 * unit * j, unit > 24 ? 1 : 0));
            if (distance(all.back(), corners) > VISIBLE) unlike.push_back(all.back());
        }
    }
    const double share = double(unlike.size()) / double(all.size());
    return {most_frequent(unlike, 0.06F), corners, share, distance(median(all), corners)};
}

// Number the colours of marks so that each has two marks or more, if colours of one number are more
// alike than those of different numbers.
std::vector<int> colour_labels(const std::vector<Mark>& marks) {
    constexpr float SAME = 0.02F;           // closer colours have one number
    constexpr float FARTHEST_LINK = 0.06F;  // between colours of one number
    constexpr float GAP = 1.4F;  // the least ratio of the next distance to that of the last link
    const int n = int(marks.size());
    std::vector<Lab> colours;
    for (const Mark& mark : marks) colours.push_back(mark.colour);
    const std::vector<Link> links = shortest_links(colours);
    const auto joined = [&](float limit) {
        const auto count = std::count_if(links.begin(), links.end(),
                                         [&](const Link& link) { return link.length <= limit; });
        return labels_of(n, {links.data(), std::size_t(count)});
    };
    std::vector<float> distances;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) distances.push_back(distance(colours[i], colours[j]));
    }
    std::sort(distances.begin(), distances.end());
    std::vector<int> best;
    int fewest = n + 1;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const float limit = distances[i];
        const float next_distance = i + 1 < distances.size() ? distances[i + 1] : 1;
        if (limit > FARTHEST_LINK) break;
        if (next_distance < SAME || next_distance < GAP * limit) continue;
        const std::vector<int> labels = joined(limit);
        std::vector<int> size(n);
        for (int label : labels) ++size[label];
        const int single = int(std::count(size.begin(), size.end(), 1));
        if (single < fewest) fewest = single, best = labels;
    }
    return best.empty() ? joined(SAME) : best;
}

// Look at the fields of a board.
void find_marks(const Scene& scene, Board& board) {
    const Grid& grid = board.grid;
    std::vector<float> contrasts;
    for (int f = 0; f < grid.fields(); ++f) {
        const int r = f / grid.cols(), c = f % grid.cols();
        const Middle found = mark_in(scene, grid, r, c);
        board.ground.push_back(found.ground);
        if (found.share < 0.3) {
            contrasts.push_back(float(found.contrast));
            if (found.contrast > FAINT) board.faint.push_back(f);
            continue;
        }
        board.marks.push_back({f, found.colour, radius_of(scene, grid, r, c, found.colour)});
    }
    // a gradient is in every field
    if (quantile(contrasts, 0.8) > FAINT) board.faint.clear();
}

Board board_of(const Scene& scene, const Grid& candidate, Shape shape) {
    Board board{
        with_lines(scene, candidate, shape, {.has_discs = true, .all_lined = false}), {}, {}, {}};
    if (board.quality == 0) return board;
    find_marks(scene, board);
    const double share = double(board.marks.size()) / board.grid.fields();
    if (share > MAX_MARKS) board.quality *= 0.5;
    if (board.marks.size() < 2) board.quality = 0;
    return board;
}

using Doubts = std::map<int, std::string>;

// Whether each field has a mark.
std::vector<bool> marked_fields(const Board& board) {
    std::vector<bool> marked(board.grid.fields());
    for (const Mark& mark : board.marks) marked[mark.field] = true;
    return marked;
}

// The number of sides without a line and without a mark nearby: in the field before the side, or in
// the fields to the right of that and below it. Near a mark, a flow may lie over the line.
int hidden_sides(const Board& board, const std::vector<bool>& marked) {
    const Grid& grid = board.grid;
    int hidden = 0;
    for (const auto& [f, g, along_x] : board.bare) {
        const bool near_mark = marked[f] || (f % grid.cols() + 1 < grid.cols() && marked[f + 1]) ||
                               (f + grid.cols() < grid.fields() && marked[f + grid.cols()]);
        hidden += !near_mark;
    }
    return hidden;
}

// The fields of a board have one colour or two shades, unlike those of a palette beside it.
void doubt_grounds(const Board& board, const std::vector<bool>& marked, Doubts& doubts) {
    const Grid& grid = board.grid;
    for (const int parity : {0, 1}) {
        std::vector<Lab> colours;
        std::vector<int> free;
        for (int f = 0; f < grid.fields(); ++f) {
            if ((f / grid.cols() + f % grid.cols()) % 2 != parity) continue;
            colours.push_back(board.ground[f]);
            if (!marked[f]) free.push_back(f);
        }
        const Lab usual = median(colours);
        for (int f : free) {
            if (distance(board.ground[f], usual) > SHADES)
                doubts.emplace(f, "its colour differs from that of other fields");
        }
        for (const Mark& mark : board.marks) {
            if (distance(mark.colour, usual) < VISIBLE)
                doubts.emplace(mark.field, "the disc in it has the colour of the fields");
        }
    }
}

// The marks of each colour, the widest first: these are the endpoints, the others belong to a flow.
std::vector<std::vector<const Mark*>> marks_by_colour(const Board& board) {
    const std::vector<int> labels = colour_labels(board.marks);
    std::vector<std::vector<const Mark*>> colours;
    for (std::size_t i = 0; i < board.marks.size(); ++i) {
        if (labels[i] == int(colours.size())) colours.emplace_back();
        colours[labels[i]].push_back(&board.marks[i]);
    }
    for (auto& marks : colours) {
        std::sort(marks.begin(), marks.end(),
                  [](const Mark* a, const Mark* b) { return a->radius > b->radius; });
    }
    return colours;
}

// Doubt the marks of a colour beyond two that may be no parts of a flow.
void doubt_flow(const std::vector<const Mark*>& marks, int cols, Doubts& doubts) {
    for (std::size_t i = 2; i < marks.size(); ++i) {
        const int f = marks[i]->field;
        const bool joined = std::any_of(marks.begin(), marks.end(), [&](const Mark* mark) {
            return std::abs(mark->field / cols - f / cols) +
                       std::abs(mark->field % cols - f % cols) ==
                   1;
        });
        if (!joined) doubts.emplace(f, "it contains something that is neither a disc nor a flow");
    }
    if (marks.size() > 2 && marks[2]->radius > WIDEST_FLOW * marks[1]->radius) {
        for (const Mark* mark : marks)
            doubts.emplace(mark->field, "more than two fields with a disc have its colour");
    }
}

// All discs have the same size.
void doubt_narrow(const std::vector<const Mark*>& discs, Doubts& doubts) {
    std::vector<float> radii;
    for (const Mark* disc : discs) radii.push_back(float(disc->radius));
    const float usual = quantile(radii, 0.5);
    for (const Mark* disc : discs) {
        if (disc->radius < std::max(NARROWEST_DISC * usual, SMALLEST_DISC))
            doubts.emplace(disc->field, "it may contain a flow rather than a disc");
    }
}

// Read the endpoints of a board without sides that are hidden.
Reading read_discs(const Board& board, Doubts doubts) {
    const Grid& grid = board.grid;
    Reading reading = reading_of(grid);
    reading.fields.assign(grid.fields(), NONE);
    const auto colours = marks_by_colour(board);
    int single = 0;
    bool has_flows = false, has_pointer = false;
    std::vector<const Mark*> discs;
    for (const auto& marks : colours) {
        if (marks.size() == 1) {
            if (marks[0]->radius < 0.1 && !has_pointer) {
                has_pointer = true;
                reading.remarks.push_back("something small, such as a pointer, was left out");
            } else {
                ++single;
                doubts.emplace(marks[0]->field, "no other disc has its colour");
            }
            continue;
        }
        for (int i = 0; i < 2; ++i) {
            reading.fields[marks[i]->field] = int(reading.palette.size());
            discs.push_back(marks[i]);
        }
        std::vector<Lab> both{marks[0]->colour, marks[1]->colour};
        reading.palette.push_back(to_rgb(median(both)));
        doubt_flow(marks, grid.cols(), doubts);
        has_flows |= marks.size() > 2;
    }
    doubt_narrow(discs, doubts);
    if (single > std::max(3, int(colours.size()) / 4)) reading.unread = "unpaired";
    if (has_flows) reading.remarks.push_back("drawn flows were left out");
    if (doubts.size() > MAX_DOUBTS) reading.unread = "strange_fields";
    add_doubts(doubts, reading);
    return reading;
}

}  // namespace

Reading read_flowfree(const Scene& scene, Shape shape) {
    const std::vector<Board> boards = boards_in(scene, shape, board_of);
    const auto best = likeliest(boards);
    if (best == boards.end() || best->quality <= 0) return refused("no_board");
    const Board& board = *best;
    const Grid& grid = board.grid;
    if (has_second(scene, shape, board, board_of)) return refused("several");
    if (int(board.marks.size()) > grid.fields() * 97 / 100) return refused("over");
    if (board.is_cut) return refused("cut");
    if (board.is_unclear || is_skewed(grid)) return refused("unclear_ends");
    if (!shape.is_known() && touches_one_border(scene, grid)) return refused("unclear_ends");
    const std::vector<bool> marked = marked_fields(board);
    if (hidden_sides(board, marked) > 3) return refused("covered");
    if (board.marks.size() < 4) return refused("few_discs");
    Doubts doubts;
    for (int f : board.faint) doubts.emplace(f, "something in it is hardly visible");
    doubt_grounds(board, marked, doubts);
    return read_discs(board, std::move(doubts));
}

Reading contents_of_flowfree(const Scene& scene, const Grid& grid) {
    Board board;
    board.grid = grid;
    find_marks(scene, board);
    return read_discs(board, {});
}

}  // namespace puzzlesat::picture
