// Flood-It: every field has one colour.
#include <cmath>
#include <numeric>

#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr float SAME = 0.03F;  // distance below which neighbours may have the same colour
constexpr float LIT = 0.22F;   // distance of a field under the pointer from others of its colour
constexpr int MAX_CANDIDATES = 60;
constexpr int MAX_COLOURS = 12;
constexpr int SMALLEST = 3;  // shorter sides are those of palettes
constexpr double CLEAREST_PATTERN = 0.45;

struct Measured {
    Grid grid;
    std::vector<Lab> colour;    // of each field's middle
    std::vector<float> unlike;  // the share of each field that differs from its middle
    std::vector<float> range;   // of each field: twice the median distance from its middle
    bool several = false;       // whether there is another board in the same lines
    bool unclear = false;       // whether the ends are not certain
    double alike = 1;           // the share of fields that look like others of their colour
    double aligned = 0;         // the share of pairs of unlike neighbours with an edge between them
    double quality = 0;
};

// The share of fields of row or column i that have the colour of the page on both sides of it, or in
// the corners of the picture if its sides differ.
float share_of_page(const Scene& scene, const Grid& grid, bool is_row, int i) {
    constexpr float PAGE = 0.025F;  // colours that differ by less are the same
    const Axis &axis = is_row ? grid.y : grid.x, &other = is_row ? grid.x : grid.y;
    const double size = is_row ? scene.image.width() : scene.image.height();
    const double before = other.low(0), after = other.high(other.fields);
    std::vector<Lab> page;
    const auto look = [&](double x, double y) { page.push_back(scene.image.mean(x, y, 1)); };
    const auto look_beside = [&](double side) {
        is_row ? look(side, axis.centre(i)) : look(axis.centre(i), side);
    };
    if (before > 3) look_beside(std::max(other.line(-0.4), before / 2));
    if (size - after > 3) look_beside(std::min(other.line(other.fields + 0.4), (size + after) / 2));
    if (page.empty() || distance(page.front(), page.back()) > PAGE) {
        page.clear();
        for (const double x : {2, scene.image.width() - 3})
            for (const double y : {2, scene.image.height() - 3}) look(x, y);
    }
    int most = 0;
    for (const Lab& beside : page) {
        int count = 0;
        for (int j = 0; j < other.fields; ++j) {
            const Lab field = middle_of(scene, grid, is_row ? i : j, is_row ? j : i, 0.5);
            count += distance(field, beside) < PAGE;
        }
        most = std::max(most, count);
    }
    return float(most) / float(other.fields);
}

// Remove rows or columns at the ends that contain text or buttons on the page rather than fields.
// `several` becomes true if there is another board.
void trim(const Scene& scene, Grid& grid, Shape shape, bool is_row, bool& several) {
    Axis& axis = is_row ? grid.y : grid.x;
    const Axis& other = is_row ? grid.x : grid.y;
    if ((is_row ? shape.rows : shape.cols) > 0) return;
    std::vector<float> shares;
    std::vector<bool> lined;
    for (int i = 0; i < axis.fields; ++i) {
        // lines between all neighbours are those of fields
        lined.push_back(edges_in_row(axis, is_row ? scene.x : scene.y, other, i) >
                        0.6F * float(other.fields - 1));
        shares.push_back(share_of_page(scene, grid, is_row, i));
    }
    // a row of the page alone ends the board
    int first = 0, last = 0;
    int long_runs = 0;
    for (int i = 0, start = 0; i <= axis.fields; ++i) {
        if (i < axis.fields && (shares[i] < 0.9F || lined[i])) continue;
        float edges = 0;
        for (int j = start; j < i; ++j)
            edges += edges_in_row(axis, is_row ? scene.x : scene.y, other, j);
        long_runs += i - start >= 4 && edges > 0.4F * float((i - start) * (other.fields - 1));
        if (i - start > last - first) first = start, last = i;
        start = i + 1;
    }
    several |= long_runs > 1;
    if (last - first < 2) return;
    const float usual = quantile({shares.begin() + first, shares.begin() + last}, 0.5);
    if (usual < 0.05F) {  // no field has the colour of the page
        const auto is_page = [&](int i) { return !lined[i] && shares[i] >= 0.3F; };
        while (last - first > 2 && is_page(first)) ++first;
        while (last - first > 2 && is_page(last - 1)) --last;
    }
    axis.keep(first, last);
}

// Whether lines of the grid lie in fields. Then the colours on one side of such a line determine
// those on its other side, which the colours beside lines between fields do not.
bool is_split(const Clusters& clusters, int rows, int cols, bool is_row) {
    const int k = int(clusters.centre.size()), lines = is_row ? rows : cols,
              across = is_row ? cols : rows;
    const auto colour = [&](int i, int j) {
        return clusters.label[is_row ? i * cols + j : j * cols + i];
    };
    for (const int period : {2, 3}) {
        std::vector<double> determined(period), all(period);
        for (int i = 0; i + 1 < lines; ++i) {
            // the colours next to each colour
            std::vector<std::vector<int>> times(k, std::vector<int>(k));
            for (int j = 0; j < across; ++j) ++times[colour(i, j)][colour(i + 1, j)];
            for (const std::vector<int>& row : times) {
                const int sum = std::accumulate(row.begin(), row.end(), 0);
                if (sum < 2) continue;
                determined[i % period] += *std::max_element(row.begin(), row.end()) - 1;
                all[i % period] += sum - 1;
            }
        }
        int sure = 0, free = 0;
        for (int phase = 0; phase < period; ++phase) {
            if (all[phase] < 8) continue;
            sure += determined[phase] >= 0.9 * all[phase];
            free += determined[phase] < 0.78 * all[phase];
        }
        if (sure == period - 1 && free == 1) return true;
    }
    // each line has one colour
    for (int i = 0; i < lines; ++i)
        for (int j = 1; j < across; ++j)
            if (colour(i, j) != colour(i, 0)) return false;
    return true;
}

bool is_split(const Clusters& clusters, const Grid& grid) {
    return is_split(clusters, grid.rows(), grid.cols(), true) ||
           is_split(clusters, grid.rows(), grid.cols(), false);
}

// The share of fields that look like most others of their colour, all over.
double alike(const Scene& scene, const Grid& grid, const Clusters& clusters) {
    constexpr int N = 8;
    const int fields = grid.fields(), k = int(clusters.centre.size());
    std::vector<std::vector<Lab>> looks;
    for (int f = 0; f < fields; ++f) {
        const int r = f / grid.cols(), c = f % grid.cols();
        std::vector<Lab> look;
        for (int j = 0; j < N; ++j) {
            for (int i = 0; i < N; ++i) {
                look.push_back(scene.image.mean(grid.x.line(c + (i + 0.5) / N),
                                                grid.y.line(r + (j + 0.5) / N),
                                                std::min(grid.x.pitch, grid.y.pitch) > 24 ? 1 : 0));
            }
        }
        looks.push_back(look);
    }
    int same = 0;
    for (int label = 0; label < k; ++label) {
        const std::vector<int> members = clusters.members(label);
        std::vector<Lab> usual;
        for (int i = 0; i < N * N; ++i) {
            std::vector<Lab> colours;
            for (int f : members) colours.push_back(looks[f][i]);
            usual.push_back(median(colours));
        }
        for (int f : members) {
            int unlike = 0;
            for (int i = 0; i < N * N; ++i) unlike += distance(looks[f][i], usual[i]) > 0.08F;
            same += members.size() > 1 && unlike < N * N / 5;
        }
    }
    return double(same) / fields;
}

// The share of pairs of unlike neighbours with an edge between them.
double aligned(const Scene& scene, const Grid& grid, const std::vector<Lab>& colour) {
    int pairs = 0, with_edge = 0;
    for (const Side& side : sides_in(grid)) {
        if (distance(colour[side.f], colour[side.g]) <= SAME) continue;
        ++pairs;
        with_edge += edge_on(side, scene, grid, 0.25) > 0.5F;
    }
    return pairs ? double(with_edge) / pairs : 0;
}

// Look at the lines of rows or columns: for another board, and for ends that are not certain.
void look_at_lines(const Scene& scene, const Grid& grid, bool is_row, bool& several,
                   bool& unclear) {
    const Axis& axis = is_row ? grid.y : grid.x;
    const Axis& other = is_row ? grid.x : grid.y;
    const Edges& across = is_row ? scene.x : scene.y;
    float inside = 0;
    int lined = 0, bare = 0;
    for (int i = 0; i < axis.fields; ++i) {
        const float lines = edges_in_row(axis, across, other, i);
        inside += lines;
        lined += lines > 0.6F * float(other.fields - 1);
        bare += lines < 0.1F * float(other.fields - 1);
    }
    // if there are lines between all fields, a row without any separates two boards
    several |= bare > 0 && lined + bare == axis.fields;
    for (const int beyond : {-1, axis.fields}) {
        unclear |= edges_in_row(axis, across, other, beyond) > 0.75F * inside / float(axis.fields);
    }
}

Measured measure(const Scene& scene, Grid grid, Shape shape) {
    bool several = false, unclear = false;
    // rows may contain what is beside the columns, and columns what is below the rows
    for (const bool is_row : {false, true, false, true, false, true})
        trim(scene, grid, shape, is_row, several);
    if (shape.rows == 0) look_at_lines(scene, grid, true, several, unclear);
    if (shape.cols == 0) look_at_lines(scene, grid, false, several, unclear);
    Measured m{grid, {}, {}, {}, several, unclear, 1, 0, 0};
    const Axis &x = grid.x, &y = grid.y;
    for (int f = 0; f < grid.fields(); ++f) {
        const int r = f / grid.cols(), c = f % grid.cols();
        const Lab colour = middle_of(scene, grid, r, c, 0.5);
        const std::vector<Lab> whole =
            samples(scene.image, x.centre(c), y.centre(r), 0.96 * x.inner(), 0.96 * y.inner(), 12);
        int unlike = 0;
        std::vector<float> distances;
        for (const Lab& s : whole) {
            distances.push_back(distance(s, colour));
            unlike += distances.back() > 0.06F;
        }
        m.range.push_back(2 * quantile(distances, 0.5));
        m.colour.push_back(colour);
        m.unlike.push_back(float(unlike) / float(std::max<std::size_t>(whole.size(), 1)));
    }
    m.aligned = aligned(scene, grid, m.colour);
    m.quality = grid.score * m.aligned * m.aligned;
    if (std::min(x.edge_free, y.edge_free) < CLEAREST_PATTERN) {
        // lines in fields have to be told from lines between them
        const Clusters clusters = cluster(m.colour);
        const bool is_wrong = int(clusters.centre.size()) > MAX_COLOURS || is_split(clusters, grid);
        m.alike = is_wrong ? 0 : alike(scene, grid, clusters);
        m.quality *= 0.1 + m.alike * m.alike;
    }
    return m;
}

// Whether fields beyond an end may have been taken for the page, which has the colour of fields, or
// a frame for a margin.
bool may_go_on(const Scene& scene, const Grid& grid, const Clusters& clusters) {
    bool hides = false, framed = false;
    for (const bool is_row : {true, false}) {
        const Axis& axis = is_row ? grid.y : grid.x;
        const Axis& other = is_row ? grid.x : grid.y;
        const Edges& edges = is_row ? scene.y : scene.x;
        for (const bool first : {true, false}) {
            const double beyond = first ? axis.line(-0.5) : axis.line(axis.fields + 0.5);
            if (beyond < 0 || beyond >= edges.length()) continue;
            std::vector<Lab> colours;
            for (int j = 0; j < other.fields; ++j) {
                colours.push_back(is_row ? scene.image.mean(other.centre(j), beyond, 1)
                                         : scene.image.mean(beyond, other.centre(j), 1));
            }
            // one colour, unlike a palette
            const Lab page = median(colours);
            const auto is_page = [&](const Lab& c) { return distance(c, page) < 0.03F; };
            if (std::count_if(colours.begin(), colours.end(), is_page) * 4 < other.fields * 3 ||
                std::none_of(clusters.centre.begin(), clusters.centre.end(), is_page)) {
                continue;
            }
            hides |= (first ? axis.support.front() : axis.support.back()) < 0.95F;
            const double line = first ? -1 : axis.fields + 1;
            framed |=
                edges.support(axis.low(line), axis.high(line), other.origin, other.end()) > 0.7F;
        }
    }
    return framed || (hides && grid.rows() != grid.cols());
}

// Whether a colour fills a rectangle away from the first field and occurs nowhere else, as a
// dialogue does and a random board hardly ever.
bool has_rectangle(const Clusters& clusters, int rows, int cols) {
    for (int label = 0; label < int(clusters.centre.size()); ++label) {
        const std::vector<int> members = clusters.members(label);
        int top = rows, bottom = -1, left = cols, right = -1;
        for (int f : members) {
            top = std::min(top, f / cols), bottom = std::max(bottom, f / cols);
            left = std::min(left, f % cols), right = std::max(right, f % cols);
        }
        const int count = int(members.size());
        if (count >= 6 && bottom > top && right > left && members[0] > 0 &&
            count == (bottom - top + 1) * (right - left + 1)) {
            return true;
        }
    }
    return false;
}

// Whether fields continue beyond the board until the picture's border, on any side.
bool is_cut(const Scene& scene, const Grid& grid) {
    const double w = scene.image.width(), h = scene.image.height();
    const auto changes = [&](const Axis& axis, double depth, bool along_x) {
        int count = 0;
        Lab last;
        for (int i = 0; i < axis.fields; ++i) {
            std::vector<Lab> patch;
            for (int d = -2; d <= 2; ++d) {
                const double place = axis.centre(i) + 0.1 * d * axis.pitch;
                patch.push_back(
                    along_x ? scene.image.at(std::clamp(int(place), 0, int(w) - 1), int(depth))
                            : scene.image.at(int(depth), std::clamp(int(place), 0, int(h) - 1)));
            }
            const Lab colour = median(patch);
            count += i > 0 && distance(colour, last) > SAME;
            last = colour;
        }
        return count;
    };
    const auto is_board = [](int changed, int inside) {
        return changed > 0 && changed * 4 > inside;
    };
    const auto beyond = [&](const Axis& across, const Axis& along, double size, bool along_x) {
        // the visible parts of further fields, without the boundary
        const double before = across.low(0), after = size - across.high(across.fields);
        const int first = changes(along, std::clamp(across.centre(0), 0.0, size - 1), along_x);
        const int last =
            changes(along, std::clamp(across.centre(across.fields - 1), 0.0, size - 1), along_x);
        return (before > 1.5 && before < 1.1 * across.pitch &&
                is_board(changes(along, std::min(2.0, before / 2), along_x), first)) ||
               (after > 1.5 && after < 1.1 * across.pitch &&
                is_board(changes(along, size - 1 - std::min(2.0, after / 2), along_x), last));
    };
    return beyond(grid.x, grid.y, w, false) || beyond(grid.y, grid.x, h, true);
}

// The doubts about the fields of a board, and what shows that it is none.
class Inspection {
public:
    Inspection(const Scene& scene, const Measured& board, const Clusters& clusters)
        : scene_(scene), board_(board), clusters_(clusters) {}

    std::map<int, std::string> doubts;

    void doubt_colours_between_others() {
        for (int f = 0; f < fields_; ++f) {
            const float own = distance(board_.colour[f], clusters_.centre[clusters_.label[f]]);
            for (int other = 0; other < k_; ++other) {
                if (other != clusters_.label[f] &&
                    own > 0.6F * distance(board_.colour[f], clusters_.centre[other])) {
                    doubts.emplace(f, "its colour is between two others");
                }
            }
        }
    }

    // Whether a colour varies far more than others, so that it may be two.
    bool has_mixed_colour() const {
        std::vector<float> deviations;  // of frequent colours
        for (int a = 0; a < k_; ++a) {
            const std::vector<int> members = clusters_.members(a);
            float sum = 0;
            for (int f : members) {
                const float d = distance(board_.colour[f], clusters_.centre[a]);
                sum += d * d;
            }
            if (members.size() >= 4) deviations.push_back(std::sqrt(sum / float(members.size())));
        }
        const float widest = std::max(0.011F, 2.2F * quantile(deviations, 0.4));
        return std::any_of(deviations.begin(), deviations.end(),
                           [&](float deviation) { return deviation > widest; });
    }

    // In fields with a gradient or a pattern, one colour may seem to be two.
    void doubt_colours_in_patterns() {
        std::vector<float> ranges;
        for (int a = 0; a < k_; ++a) ranges.push_back(quantile(of_colour(a, board_.range), 0.5));
        for (int f = 0; f < fields_; ++f) {
            const int a = clusters_.label[f];
            for (int b = 0; b < k_; ++b) {
                const float apart = distance(clusters_.centre[a], clusters_.centre[b]);
                if (b != a && apart < 0.05F && apart < std::min(ranges[a], ranges[b])) {
                    doubts.emplace(f, "its colour differs little from that of other fields");
                }
            }
        }
    }

    // Compression may change the colour of a few fields, and a pointer that of one.
    void doubt_rare_colours() {
        for (int a = 0; a < k_; ++a) {
            const std::vector<int> members = clusters_.members(a);
            const int size = int(members.size());
            float nearest = 1;
            for (int b = 0; b < k_; ++b) {
                if (b != a)
                    nearest = std::min(nearest, distance(clusters_.centre[a], clusters_.centre[b]));
            }
            for (int f : members) {
                if (size <= 2 && board_.unlike[f] > quantile(board_.unlike, 0.5) + 0.08F)
                    doubts.emplace(f, "something lies over it");
            }
            const bool is_small = size <= std::max(2, fields_ / (6 * k_));
            const float far = size == 1 ? LIT : std::max(0.03F, 8 * clusters_.spread);
            if (!is_small || nearest > far) continue;
            for (int f : members)
                doubts.emplace(f, "its colour differs little from that of other fields");
        }
    }

    // Doubt the fields over which something lies; return whether these are so many that it lies
    // over the board.
    bool is_covered() {
        // the usual share of a field that differs from its middle, by colour if it depends on it
        const float usual = quantile(board_.unlike, 0.5);
        std::vector<float> usual_of(k_, usual);
        if (quantile(board_.unlike, 0.8) - quantile(board_.unlike, 0.2) > 0.05F) {
            for (int label = 0; label < k_; ++label) {
                const std::vector<float> shares = of_colour(label, board_.unlike);
                if (shares.size() > 3) usual_of[label] = quantile(shares, 0.5);
            }
        }
        int touched = 0, hidden = 0;
        for (int f = 0; f < fields_; ++f) {
            const float more = board_.unlike[f] - usual_of[clusters_.label[f]];
            touched += more > 0.1F;
            hidden += more > 0.25F;
            if (more > 0.4F) doubts.emplace(f, "something lies over it");
        }
        return hidden > std::max(4, fields_ / 40) || touched > std::max(6, fields_ / 20) ||
               has_rectangle(clusters_, rows_, cols_);
    }

    // Doubt the fields with an edge where there should be none, or none where there should be one;
    // return whether these are so few that edges fit the colours.
    //
    // There should be no edge between fields of the same colour, unless there are lines between
    // all, and one between different colours.
    bool do_edges_fit() {
        std::vector<int> unexpected, missing;
        for (const bool along_x : {true, false}) {
            int same = 0, same_with_edge = 0;
            std::vector<int> with_edge;
            for (const Side& side : sides_in(board_.grid)) {
                if (side.along_x != along_x) continue;
                const int f = side.f, g = side.g;
                const float edge = edge_on(side, scene_, board_.grid, 0.25);
                const int a = clusters_.label[f], b = clusters_.label[g];
                if (a == b) {
                    ++same;
                    same_with_edge += edge > 0.6F;
                    if (edge > 0.6F && distance(board_.colour[f], board_.colour[g]) > 0.012F)
                        with_edge.push_back(f);
                } else if (edge < 0.4F && distance(clusters_.centre[a], clusters_.centre[b]) >
                                              3 * std::max(board_.range[f], board_.range[g])) {
                    missing.push_back(f);
                }
            }
            if (same_with_edge * 2 < same)
                unexpected.insert(unexpected.end(), with_edge.begin(), with_edge.end());
        }
        for (int f : unexpected)
            doubts.emplace(f, "an edge separates it from a field of the same colour");
        for (int f : missing)
            doubts.emplace(f, "no edge separates it from a field of another colour");
        return int(std::max(unexpected.size(), missing.size())) <= std::max(4, fields_ / 15);
    }

private:
    const Scene& scene_;
    const Measured& board_;
    const Clusters& clusters_;
    const int rows_ = board_.grid.rows(), cols_ = board_.grid.cols(), fields_ = rows_ * cols_;
    const int k_ = int(clusters_.centre.size());

    // The values of the fields of a colour.
    std::vector<float> of_colour(int label, const std::vector<float>& values) const {
        std::vector<float> found;
        for (int f : clusters_.members(label)) found.push_back(values[f]);
        return found;
    }
};

Reading coloured(const Grid& grid, const Clusters& clusters) {
    Reading reading = reading_of(grid);
    reading.fields = clusters.label;
    for (const Lab& centre : clusters.centre) reading.palette.push_back(to_rgb(centre));
    return reading;
}

}  // namespace

Reading read_floodit(const Scene& scene, Shape shape) {
    std::vector<Measured> measured = boards_in(scene, shape, measure, MAX_CANDIDATES);
    std::sort(measured.begin(), measured.end(),
              [](const Measured& a, const Measured& b) { return a.quality > b.quality; });
    // if lines of the best grid lie in fields, one of the next has the right lines
    auto best = measured.begin();
    for (auto m = best; m != measured.end() && m->quality > 0.25 * best->quality; ++m) {
        if (is_split(cluster(m->colour), m->grid)) continue;
        best = m;
        break;
    }
    const bool is_small = best != measured.end() && !shape.is_known() &&
                          std::min(best->grid.rows(), best->grid.cols()) < SMALLEST;
    if (best == measured.end() || best->aligned < 0.5 || is_small) return refused("no_board");
    const Measured& board = *best;
    const Grid& grid = board.grid;
    // such fields may be parts of others: the half of every second row, say
    if (!shape.is_known() && std::abs(std::log(grid.x.pitch / grid.y.pitch)) > std::log(1.5))
        return refused("oblong");
    bool several = board.several;
    for (const Grid& beside : grids_beside(scene, grid, shape)) {
        const Measured other = measure(scene, beside, shape);
        const Clusters clusters = cluster(other.colour);
        several |= other.aligned > 0.9 && other.grid.rows() >= 4 && other.grid.cols() >= 4 &&
                   other.quality > 0.3 * board.quality && clusters.separated &&
                   clusters.centre.size() <= MAX_COLOURS;
    }
    if (several) return refused("several");
    if (is_cut(scene, grid)) return refused("cut");
    if (board.unclear) return refused("unclear_ends");
    if (!shape.is_known() && touches_one_border(scene, grid)) return refused("unclear_ends");
    const Clusters clusters = cluster(board.colour);
    if (!clusters.separated) return refused("similar_colours");
    if (!shape.is_known() && may_go_on(scene, grid, clusters)) return refused("unclear_ends");
    const int k = int(clusters.centre.size());
    if (k > MAX_COLOURS) return refused("many_colours", k);
    if (board.alike < 0.9 || is_split(clusters, grid)) return refused("patterns");
    // of several doubts about a field, the first is reported
    Inspection inspection(scene, board, clusters);
    inspection.doubt_colours_between_others();
    if (inspection.has_mixed_colour()) return refused("similar_colours");
    inspection.doubt_colours_in_patterns();
    inspection.doubt_rare_colours();
    if (inspection.is_covered()) return refused("covered");
    if (!inspection.do_edges_fit() ||
        int(inspection.doubts.size()) > std::max(12, grid.fields() / 8))
        return refused("strange_fields");
    Reading reading = coloured(grid, clusters);
    add_doubts(inspection.doubts, reading);
    return reading;
}

Reading contents_of_floodit(const Scene& scene, const Grid& grid) {
    std::vector<Lab> colours;
    for (int f = 0; f < grid.fields(); ++f)
        colours.push_back(middle_of(scene, grid, f / grid.cols(), f % grid.cols(), 0.5));
    return coloured(grid, cluster(colours, MAX_COLOURS));
}

}  // namespace puzzlesat::picture
