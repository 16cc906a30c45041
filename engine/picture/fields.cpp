#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr std::size_t MAX_BESIDE = 12;
constexpr int SMALLEST_BOARD = 4;       // shorter sides are those of palettes and buttons
constexpr double MIN_EDGE_SHARE = 0.6;  // of sides between fields; with less, a grid is no board
// Shares of the usual number of lines in a row of fields: the least of fields, if some boards have
// gaps in it or none; and at an end with a weak line, the least of fields, surely and perhaps.
constexpr float LINED = 0.15F, ALL_LINED = 0.5F, LINED_END = 0.7F, PERHAPS_LINED_END = 0.45F;
constexpr float WEAK_END = 0.6F;  // of the usual support of a line: text makes weaker ones
// Beyond an end, the lines from which on fields may go on: if a line follows, or none.
constexpr float GOES_ON = 0.4F, GOES_ON_WITHOUT_LINE = 0.75F;
// The share of a row's fields that are divided by edges of other things: in rows of a palette, and
// in most rows of a board; and the least distance of colours in such a field.
constexpr float DIVIDED = 0.4F, UNDIVIDED = 0.1F, DIFFERENT = 0.1F;

void trim_lined(const Scene& scene, Axis& axis, const Axis& other, bool is_row, Style style,
                bool& unclear) {
    std::vector<float> rows;
    for (int i = 0; i < axis.fields; ++i)
        rows.push_back(edges_in_row(axis, is_row ? scene.x : scene.y, other, i));
    const float usual = quantile(rows, 0.75);
    int first = 0, last = 0;  // the longest run of rows with lines
    for (int i = 0, start = 0; i <= axis.fields; ++i) {
        if (i < axis.fields && rows[i] > (style.all_lined ? ALL_LINED : LINED) * usual) continue;
        if (i - start > last - first) first = start, last = i;
        start = i + 1;
    }
    // of a palette or buttons, a row of the grid contains a part
    const auto divided = [&](int i) {
        int count = 0;
        for (int j = 0; j < other.fields; ++j) {
            const auto corner = [&](double along, double across) {
                const double a = axis.line(i + along), b = other.line(j + across);
                return is_row ? scene.image.mean(b, a, 1) : scene.image.mean(a, b, 1);
            };
            count += distance(corner(0.14, 0.14), corner(0.86, 0.14)) > DIFFERENT ||
                     distance(corner(0.14, 0.86), corner(0.86, 0.86)) > DIFFERENT;
        }
        return float(count) / float(other.fields);
    };
    std::vector<float> shares;
    for (int i = first; i < last; ++i) shares.push_back(divided(i));
    const bool tells = style.has_discs && quantile(shares, 0.6) < UNDIVIDED;
    const auto is_divided = [&](int i) { return tells && divided(i) > DIVIDED; };
    const float line = quantile(axis.support, 0.5);
    while (last - first > 2 && is_divided(first) && axis.support[first] < WEAK_END * line) ++first;
    while (last - first > 2 && is_divided(last - 1) && axis.support[last] < WEAK_END * line) --last;
    unclear |= last > first && (is_divided(first) || is_divided(last - 1));
    // text above the board makes a weak line
    const auto is_weak = [&](int i, int end) {
        const bool weak = axis.support[end] < WEAK_END * line && rows[i] < LINED_END * usual;
        unclear |= weak && rows[i] > PERHAPS_LINED_END * usual;
        return weak;
    };
    while (last - first > 2 && is_weak(first, first)) ++first;
    while (last - first > 2 && is_weak(last - 1, last)) --last;
    axis.keep(first, last);
    if (axis.fields < 2) return;
    const Edges& along = is_row ? scene.y : scene.x;
    for (const int beyond : {-1, axis.fields}) {
        if (is_divided(beyond)) continue;
        const float lines = edges_in_row(axis, is_row ? scene.x : scene.y, other, beyond);
        const int end = beyond < 0 ? -1 : axis.fields + 1;
        const float outer = along.support(axis.low(end), axis.high(end), other.origin, other.end());
        unclear |= lines > (outer > 0.5F ? GOES_ON : GOES_ON_WITHOUT_LINE) * usual;
    }
}

bool goes_on(const Scene& scene, const Axis& axis, const Axis& other, bool is_row) {
    const Edges& across = is_row ? scene.x : scene.y;
    const auto lines = [&](double from, double to) {
        if (to - from < 2) return false;
        float sum = 0;
        for (int j = 1; j < other.fields; ++j)
            sum += across.support(other.low(j), other.high(j), from, to);
        return sum > 0.5F * float(other.fields - 1);
    };
    // only fields that reach the border are cut
    const double before = axis.low(0), after = axis.high(axis.fields);
    return (before < 1.2 * axis.pitch && lines(0, before - 1)) ||
           (across.breadth() - after < 1.2 * axis.pitch && lines(after + 1, across.breadth()));
}

}  // namespace

std::vector<Lab> samples(const Image& image, double cx, double cy, double width, double height,
                         int count) {
    const int radius = std::clamp(int(std::min(width, height) / count / 2), 0, 2);
    std::vector<Lab> found;
    found.reserve(std::size_t(count) * count);
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < count; ++i) {
            const double x = cx + width * ((i + 0.5) / count - 0.5),
                         y = cy + height * ((j + 0.5) / count - 0.5);
            if (image.contains(x, y)) found.push_back(image.mean(x, y, radius));
        }
    }
    return found;
}

std::vector<Side> sides_in(const Grid& grid) {
    std::vector<Side> sides;
    for (int f = 0; f < grid.fields(); ++f) {
        const int under = f + grid.cols();
        if ((f + 1) % grid.cols() > 0) sides.push_back({f, f + 1, true});
        if (under < grid.fields()) sides.push_back({f, under, false});
    }
    return sides;
}

float edge_on(const Side& side, const Scene& scene, const Grid& grid, double end) {
    const bool along_x = side.along_x;
    const int row = side.f / grid.cols(), col = side.f % grid.cols();
    const Edges& edges = along_x ? scene.x : scene.y;
    const Axis &axis = along_x ? grid.x : grid.y, &across = along_x ? grid.y : grid.x;
    const int line = (along_x ? col : row) + 1, place = along_x ? row : col;
    return edges.support(axis.low(line), axis.high(line), across.line(place + end),
                         across.line(place + (1 - end)));
}

Reading reading_of(const Grid& grid) {
    return {.left = grid.x.origin,
            .top = grid.y.origin,
            .pitch_x = grid.x.pitch,
            .pitch_y = grid.y.pitch,
            .rows = grid.rows(),
            .cols = grid.cols()};
}

void add_doubts(const std::map<int, std::string>& doubts, Reading& reading) {
    for (const auto& [f, reason] : doubts)
        reading.doubts.push_back({f / reading.cols, f % reading.cols, reason});
}

std::vector<Grid> grids_beside(const Scene& scene, const Grid& board, Shape shape) {
    Edges x = scene.x, y = scene.y;
    const double left = board.x.low(0), right = board.x.high(board.cols()), top = board.y.low(0),
                 bottom = board.y.high(board.rows());
    x.clear(left, right, top, bottom);
    y.clear(top, bottom, left, right);
    std::vector<Grid> found = find_grids(x, y, shape);
    std::erase_if(found, [](const Grid& grid) {
        return std::min(grid.rows(), grid.cols()) < SMALLEST_BOARD;
    });
    if (found.size() > MAX_BESIDE) found.resize(MAX_BESIDE);
    return found;
}

bool is_skewed(const Grid& grid) {
    const double ratio = std::abs(grid.x.pitch / grid.y.pitch - 1);
    return ratio > 0.02 && ratio < 0.08;
}

bool touches_one_border(const Scene& scene, const Grid& grid) {
    const auto touches = [](const Axis& axis, double length) {
        const double before = axis.origin, after = length - axis.end();
        return std::min(before, after) < 1.5 &&
               std::max(before, after) > std::max(3.0, 0.3 * axis.pitch);
    };
    return touches(grid.x, scene.image.width()) || touches(grid.y, scene.image.height());
}

Lab middle_of(const Scene& scene, const Grid& grid, int row, int col, double size) {
    std::vector<Lab> middle = samples(scene.image, grid.x.centre(col), grid.y.centre(row),
                                      size * grid.x.inner(), size * grid.y.inner(), 6);
    return median(middle);
}

Lab corners_of(const Scene& scene, const Grid& grid, int row, int col, double reach) {
    std::vector<Lab> colours;
    const double w = grid.x.pitch, h = grid.y.pitch;
    for (const double dx : {-reach, reach}) {
        for (const double dy : {-reach, reach}) {
            const std::vector<Lab> corner =
                samples(scene.image, grid.x.centre(col) + dx * w, grid.y.centre(row) + dy * h,
                        0.08 * w, 0.08 * h, 2);
            colours.insert(colours.end(), corner.begin(), corner.end());
        }
    }
    return median(colours);
}

LinedGrid with_lines(const Scene& scene, Grid grid, Shape shape, Style style) {
    LinedGrid result;
    if (shape.rows == 0) trim_lined(scene, grid.y, grid.x, true, style, result.is_unclear);
    if (shape.cols == 0 && grid.rows() > 0)
        trim_lined(scene, grid.x, grid.y, false, style, result.is_unclear);
    result.grid = grid;
    if (grid.rows() < 2 || grid.cols() < 2) return result;
    result.is_cut = goes_on(scene, grid.y, grid.x, true) || goes_on(scene, grid.x, grid.y, false);
    result.bare = sides_in(grid);
    const auto sides = double(result.bare.size());
    const auto found = std::erase_if(
        result.bare, [&](const Side& side) { return edge_on(side, scene, grid, 0.2) > 0.3F; });
    result.edge_share = double(found) / sides;
    const int least = shape.is_known() ? 2 : SMALLEST_BOARD;
    const bool is_square = std::abs(grid.x.pitch / grid.y.pitch - 1) < 0.08;
    if (std::min(grid.rows(), grid.cols()) >= least && is_square &&
        result.edge_share >= MIN_EDGE_SHARE)
        result.quality = result.edge_share * result.edge_share * std::sqrt(grid.fields()) *
                         grid.x.edge_free * grid.y.edge_free;
    return result;
}

}  // namespace puzzlesat::picture
