#include "picture/fields.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace puzzlesat::picture {

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

namespace {

// Split a cluster that consists of two, which a chain of colours between them has linked.
bool split_one(const std::vector<Lab>& colours, Clusters& clusters) {
    constexpr float CLOSEST = 0.025F;
    constexpr float FACTOR = 4;  // the halves of a normal distribution are 2.7 deviations apart
    for (int label = 0; label < int(clusters.centre.size()); ++label) {
        const std::vector<int> members = clusters.members(label);
        if (members.size() < 6) continue;
        const auto farthest = [&](const Lab& from) {
            return colours[*std::max_element(members.begin(), members.end(), [&](int a, int b) {
                return distance(colours[a], from) < distance(colours[b], from);
            })];
        };
        Lab centre[2] = {farthest(clusters.centre[label]), {}};
        centre[1] = farthest(centre[0]);
        float deviation[2] = {};
        int size[2] = {};
        std::vector<int> side(members.size());
        for (int round = 0; round < 8; ++round) {
            Lab sum[2];
            size[0] = size[1] = 0;
            for (std::size_t i = 0; i < members.size(); ++i) {
                const Lab& colour = colours[members[i]];
                side[i] = distance(colour, centre[1]) < distance(colour, centre[0]);
                sum[side[i]] = sum[side[i]] + colour;
                ++size[side[i]];
            }
            for (int s = 0; s < 2; ++s) {
                if (size[s] > 0) centre[s] = sum[s] * (1 / float(size[s]));
            }
        }
        if (std::min(size[0], size[1]) < 3) continue;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const float d = distance(colours[members[i]], centre[side[i]]);
            deviation[side[i]] += d * d / float(size[side[i]]);
        }
        const float apart = distance(centre[0], centre[1]);
        if (apart < CLOSEST || apart < FACTOR * std::sqrt(std::max(deviation[0], deviation[1])))
            continue;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (side[i]) clusters.label[members[i]] = int(clusters.centre.size());
        }
        clusters.centre[label] = centre[0];
        clusters.centre.push_back(centre[1]);
        return true;
    }
    return false;
}

}  // namespace

std::vector<Link> shortest_links(const std::vector<Lab>& colours) {
    const int n = int(colours.size());
    std::vector<Link> links;
    std::vector<float> nearest(n, std::numeric_limits<float>::infinity());
    std::vector<int> from(n, 0);
    std::vector<bool> reached(n);
    for (int last = 0, k = 1; k < n; ++k) {  // Prim's algorithm
        reached[last] = true;
        int next = NONE;
        for (int i = 0; i < n; ++i) {
            if (reached[i]) continue;
            const float d = distance(colours[last], colours[i]);
            if (d < nearest[i]) nearest[i] = d, from[i] = last;
            if (next == NONE || nearest[i] < nearest[next]) next = i;
        }
        links.push_back({nearest[next], from[next], next});
        last = next;
    }
    std::sort(links.begin(), links.end(),
              [](const Link& x, const Link& y) { return x.length < y.length; });
    return links;
}

std::vector<int> labels_of(int n, std::span<const Link> links) {
    std::vector<int> root(n);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int x) {
        while (root[x] != x) x = root[x] = root[root[x]];
        return x;
    };
    for (const Link& link : links) root[find(link.a)] = find(link.b);
    std::vector<int> number(n, NONE), labels;
    int count = 0;
    for (int i = 0; i < n; ++i) {
        int& label = number[find(i)];
        if (label == NONE) label = count++;
        labels.push_back(label);
    }
    return labels;
}

std::vector<int> Clusters::members(int of_label) const {
    std::vector<int> found;
    for (int i = 0; i < int(label.size()); ++i) {
        if (label[i] == of_label) found.push_back(i);
    }
    return found;
}

Clusters cluster(const std::vector<Lab>& colours) {
    constexpr float NOISE = 0.005F;     // links below this are never compared
    constexpr float SMALLEST = 0.015F;  // between colours that people can tell apart
    constexpr float FACTOR = 2.2F;
    const std::vector<Link> links = shortest_links(colours);
    Clusters result;
    std::size_t cut = links.size();
    for (std::size_t i = 0; i < links.size(); ++i) {
        const float before = std::max(i > 0 ? links[i - 1].length : 0, NOISE);
        if (links[i].length >= SMALLEST && links[i].length >= FACTOR * before) {
            cut = i;
            result.separated = true;
            break;
        }
    }
    result.spread = cut > 0 ? links[cut - 1].length : 0;
    result.label = labels_of(int(colours.size()), {links.data(), cut});
    std::vector<std::vector<Lab>> members;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const std::size_t label = result.label[i];
        if (label == members.size()) members.emplace_back();
        members[label].push_back(colours[i]);
    }
    for (auto& m : members) result.centre.push_back(median(m));
    while (split_one(colours, result)) {
    }
    return result;
}

Reading refused(std::string sentence) {
    Reading reading;
    reading.refusal = std::move(sentence);
    return reading;
}

Reading reading_of(const Grid& grid) {
    Reading reading;
    reading.left = grid.x.origin;
    reading.top = grid.y.origin;
    reading.pitch_x = grid.x.pitch;
    reading.pitch_y = grid.y.pitch;
    reading.rows = grid.rows();
    reading.cols = grid.cols();
    return reading;
}

constexpr std::size_t MOST_BESIDE = 12;
constexpr int SMALLEST_BOARD = 4;       // shorter sides are those of palettes and buttons
constexpr double MIN_EDGE_SHARE = 0.6;  // of sides between fields; with less, a grid is no board

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
    if (found.size() > MOST_BESIDE) found.resize(MOST_BESIDE);
    return found;
}

bool is_square(const Grid& grid) { return std::abs(grid.x.pitch / grid.y.pitch - 1) < 0.08; }

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

namespace {

void trim_lined(const Scene& scene, Axis& axis, const Axis& other, bool is_row, Kind kind,
                bool& unclear) {
    std::vector<float> rows;
    for (int i = 0; i < axis.fields; ++i)
        rows.push_back(edges_in_row(axis, is_row ? scene.x : scene.y, other, i));
    const float usual = quantile(rows, 0.75);
    int first = 0, last = 0;  // the longest run of rows with lines
    for (int i = 0, start = 0; i <= axis.fields; ++i) {
        if (i < axis.fields && rows[i] > (kind.all_lined ? 0.5F : 0.15F) * usual) continue;
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
            count += distance(corner(0.14, 0.14), corner(0.86, 0.14)) > 0.1F ||
                     distance(corner(0.14, 0.86), corner(0.86, 0.86)) > 0.1F;
        }
        return float(count) / float(other.fields);
    };
    std::vector<float> shares;
    for (int i = first; i < last; ++i) shares.push_back(divided(i));
    const bool tells = kind.has_discs && quantile(shares, 0.6) < 0.1F;
    const auto is_divided = [&](int i) { return tells && divided(i) > 0.4F; };
    const float line = quantile(axis.support, 0.5);
    while (last - first > 2 && is_divided(first) && axis.support[first] < 0.6F * line) ++first;
    while (last - first > 2 && is_divided(last - 1) && axis.support[last] < 0.6F * line) --last;
    unclear |= last > first && (is_divided(first) || is_divided(last - 1));
    // text above the board makes a weak line
    const auto is_weak = [&](int i, int end) {
        const bool weak = axis.support[end] < 0.6F * line && rows[i] < 0.7F * usual;
        unclear |= weak && rows[i] > 0.45F * usual;
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
        unclear |= lines > (outer > 0.5F ? 0.4F : 0.75F) * usual;
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

Lined with_lines(const Scene& scene, Grid grid, Shape shape, Kind kind) {
    Lined result;
    if (shape.rows == 0) trim_lined(scene, grid.y, grid.x, true, kind, result.is_unclear);
    if (shape.cols == 0 && grid.rows() > 0)
        trim_lined(scene, grid.x, grid.y, false, kind, result.is_unclear);
    result.grid = grid;
    if (grid.rows() < 2 || grid.cols() < 2) return result;
    result.is_cut = goes_on(scene, grid.y, grid.x, true) || goes_on(scene, grid.x, grid.y, false);
    result.bare = sides_in(grid);
    const auto sides = double(result.bare.size());
    const auto found = std::erase_if(
        result.bare, [&](const Side& side) { return edge_on(side, scene, grid, 0.2) > 0.3F; });
    result.edge_share = double(found) / sides;
    const int least = shape.is_known() ? 2 : SMALLEST_BOARD;
    if (std::min(grid.rows(), grid.cols()) >= least && is_square(grid) &&
        result.edge_share >= MIN_EDGE_SHARE)
        result.quality = result.edge_share * result.edge_share * std::sqrt(grid.fields()) *
                         grid.x.edge_free * grid.y.edge_free;
    return result;
}

namespace {

constexpr std::size_t MOST_PIXELS = 6'000'000, MOST_PIXELS_AT_FIRST = 700'000;
constexpr double LEAST_PITCH = 20;  // of a board in a smaller picture

// Whether edges are as many everywhere, as in a photograph of noise: lines would be peaks.
bool is_noise(const Scene& scene) {
    constexpr float LEAST_PEAK = 2.5F, DENSE = 0.02F;  // as a share of the mean; of all pixels
    constexpr int BORDER = 8;
    const auto is_flat = [](const Edges& edges) {
        std::vector<float> profile = edges.profile(0, edges.breadth());
        if (profile.size() < 100) return false;
        profile.erase(profile.end() - BORDER, profile.end());  // at borders, more edges are found
        profile.erase(profile.begin(), profile.begin() + BORDER);
        const float mean =
            std::accumulate(profile.begin(), profile.end(), 0.0F) / float(profile.size());
        return mean > DENSE * float(edges.breadth()) &&
               *std::max_element(profile.begin(), profile.end()) < LEAST_PEAK * mean;
    };
    return is_flat(scene.x) && is_flat(scene.y);
}

// The degrees by which the lines of a picture are turned if they are by a few, or 0.
int turned_by(const Image& image) {
    constexpr int MOST = 10;                  // degrees
    constexpr double SHARPER = 1.25;          // the least ratio of the profiles' sums of squares
    std::vector<std::pair<int, int>> points;  // on almost vertical edges
    for (int y = 1; y + 1 < image.height(); ++y) {
        for (int x = 1; x + 1 < image.width(); ++x) {
            const float along = distance(image.at(x - 1, y), image.at(x + 1, y));
            if (along > 0.1F && along > 3 * distance(image.at(x, y - 1), image.at(x, y + 1)))
                points.emplace_back(x, y);
        }
    }
    double best = 0, upright = 0;
    int degrees = 0;
    for (int d = -MOST; d <= MOST; ++d) {
        const double angle = d * std::numbers::pi / 180;
        std::vector<double> profile(image.width() + 2 * image.height());
        for (const auto& [x, y] : points)
            ++profile[int(std::floor(x * std::cos(angle) + y * std::sin(angle))) + image.height()];
        const double sharpness =
            std::inner_product(profile.begin(), profile.end(), profile.begin(), 0.0);
        if (d == 0) upright = sharpness;
        if (sharpness > best) best = sharpness, degrees = std::abs(d);
    }
    return best > SHARPER * upright ? degrees : 0;
}

}  // namespace

Reading read(Game game, std::span<const std::uint8_t> rgba, int width, int height, Shape shape) {
    if (width < 1 || height < 1 || rgba.size() != std::size_t(width) * height * 4) {
        return refused("the picture has no pixels");
    }
    // a large board is read faster in a smaller picture, which also shows what is no board
    Reading reading;
    for (const std::size_t most_pixels : {MOST_PIXELS_AT_FIRST, MOST_PIXELS}) {
        Image image(rgba, width, height, most_pixels);
        if (std::min(image.width(), image.height()) < 1) return refused("no board was found");
        const Scene scene(std::move(image));
        const double scale = scene.image.scale();
        if (is_noise(scene))
            reading = refused("no board was found");
        else
            reading = game == Game::floodit    ? read_floodit(scene, shape)
                      : game == Game::flowfree ? read_flowfree(scene, shape)
                                               : read_minesweeper(scene, shape);
        const bool is_clear = reading.refusal.empty() && reading.doubts.empty();
        const int turn = most_pixels == MOST_PIXELS || is_clear ? 0 : turned_by(scene.image);
        if (turn > 0)
            return refused("the picture is turned by about " + std::to_string(turn) +
                           "°; straighten it");
        if (is_noise(scene)) return reading;
        const double pitch = std::min(reading.pitch_x, reading.pitch_y);
        reading.left *= scale, reading.top *= scale;
        reading.pitch_x *= scale, reading.pitch_y *= scale;
        if (scale == 1 || (is_clear && pitch >= LEAST_PITCH)) break;
    }
    return reading;
}

}  // namespace puzzlesat::picture
