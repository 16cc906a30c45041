#include "picture/grid.hpp"

#include <cmath>
#include <numeric>

namespace puzzlesat::picture {

float edges_in_row(const Axis& axis, const Edges& across, const Axis& other, int i) {
    float sum = 0;
    for (int j = 1; j < other.fields; ++j)
        sum += across.support(other.low(j), other.high(j), axis.line(i + 0.2), axis.line(i + 0.8));
    return sum;
}

namespace {

constexpr double SHORTEST_PITCH = 7;
constexpr int MAX_PEAKS = 160;
constexpr int MAX_SERIES = 10;
constexpr std::size_t MAX_CROSSINGS = 40;
constexpr int MAX_HALVED = 6;
constexpr float MISSING_LINE = 0.3F;  // the share of a line that an additional line must exceed
constexpr float WEAK_LINE = 0.22F;
// The least height of a line that begins a series, as a share of the other; the weight of both in
// its score; and how far lines may lie apart from their places: in pixels, as a share of the pitch.
constexpr float UNEVEN = 0.3F;
constexpr double WEIGHT = 0.7, APART = 1.6, APART_OF_PITCH = 0.03;
constexpr float BORDER = 0.5F;   // of the picture, in place of a line
constexpr int MAX_FIELDS = 120;  // in one direction

struct Peak {
    int x;
    float height;
};

// Peaks in arithmetic progression.
struct Series {
    double first, pitch;
    int lines;
    double score;
};

std::vector<Peak> peaks_of(const std::vector<float>& profile) {
    const int n = int(profile.size());
    std::vector<float> smooth(n);
    for (int x = 0; x < n; ++x) {
        smooth[x] = profile[x] + (x > 0 ? profile[x - 1] : 0) + (x + 1 < n ? profile[x + 1] : 0);
    }
    std::vector<Peak> peaks;
    for (int x = 0; x < n; ++x) {
        if (smooth[x] < 6) continue;
        bool is_peak = true;
        for (int d = 1; d <= 2 && is_peak; ++d) {
            is_peak = (x < d || smooth[x - d] < smooth[x] ||
                       (d == 1 && smooth[x - d] == smooth[x] && profile[x - d] < profile[x])) &&
                      (x + d >= n || smooth[x + d] <= smooth[x]);
        }
        if (is_peak) peaks.push_back({x, smooth[x]});
    }
    if (int(peaks.size()) > MAX_PEAKS) {
        std::nth_element(peaks.begin(), peaks.begin() + MAX_PEAKS, peaks.end(),
                         [](const Peak& a, const Peak& b) { return a.height > b.height; });
        peaks.resize(MAX_PEAKS);
        std::sort(peaks.begin(), peaks.end(),
                  [](const Peak& a, const Peak& b) { return a.x < b.x; });
    }
    return peaks;
}

// Whether a series has lines of another one, and hardly more.
bool repeats(const Series& a, const Series& b) {
    const double shift = std::remainder(a.first - b.first, b.pitch) / b.pitch;
    return std::abs(a.pitch / b.pitch - 1) < 0.02 && std::abs(shift) < 0.15 &&
           a.first > b.first - b.pitch &&
           a.first + a.pitch * (a.lines - 1) < b.first + b.pitch * b.lines;
}

std::vector<Series> series_of(const std::vector<float>& profile) {
    const std::vector<Peak> peaks = peaks_of(profile);
    const int n = int(peaks.size());
    std::vector<Series> all;
    // the highest peak within the tolerance of a place
    const auto find = [&](double x, double tolerance) {
        const Peak* best = nullptr;
        auto it = std::lower_bound(peaks.begin(), peaks.end(), x - tolerance,
                                   [](const Peak& p, double v) { return p.x < v; });
        for (; it != peaks.end() && it->x <= x + tolerance; ++it) {
            if (!best || it->height > best->height) best = &*it;
        }
        return best;
    };
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            double pitch = peaks[j].x - peaks[i].x;
            if (pitch < SHORTEST_PITCH) continue;
            const float cap = std::max(peaks[i].height, peaks[j].height);
            if (std::min(peaks[i].height, peaks[j].height) < UNEVEN * cap) continue;
            double score = WEIGHT * cap + WEIGHT * std::min(peaks[i].height, peaks[j].height);
            int lines = 2, missed = 0;
            double last = peaks[j].x;
            double waiting = 0;  // of missed lines, which count only if another line follows
            for (int k = 2; k <= MAX_FIELDS && missed < 2; ++k) {
                const double place = peaks[i].x + k * pitch;
                if (place > double(profile.size())) break;
                const Peak* hit = find(place, std::max(APART, APART_OF_PITCH * pitch));
                const double height = hit ? std::min(hit->height, cap) : 0;
                if (height < MISSING_LINE * cap) {
                    ++missed;
                    waiting += height - MISSING_LINE * cap;
                    continue;
                }
                score += waiting + height - MISSING_LINE * cap;
                waiting = 0;
                missed = 0;
                lines = k + 1;
                last = hit->x;
                pitch = (last - peaks[i].x) / k;
            }
            if (lines < 3) continue;
            all.push_back({double(peaks[i].x), pitch, lines, score});
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Series& a, const Series& b) { return a.score > b.score; });
    std::vector<Series> best;
    for (const Series& s : all) {
        const bool is_new =
            std::none_of(best.begin(), best.end(), [&](const Series& t) { return repeats(s, t); });
        if (is_new) best.push_back(s);
        if (int(best.size()) == MAX_SERIES) break;
    }
    return best;
}

// The numbers of edges along an axis, within a breadth across it.
struct Profile {
    std::vector<float> edges;
    double breadth;
};

// Fit the lines of an axis to the centres of their edges; lines that lie apart count less.
void fit(Axis& axis, const Profile& profile) {
    struct Line {
        double i, place, weight;
    };
    std::vector<Line> lines;
    for (int i = 0; i <= axis.fields; ++i) {
        double weight = 0, sum = 0;
        const int left = std::max(int(std::lround(axis.low(i))), 0);
        const int right = std::min(int(std::lround(axis.high(i))), int(profile.edges.size()) - 1);
        for (int x = left; x <= right; ++x) {
            weight += profile.edges[x];
            sum += double(profile.edges[x]) * x;
        }
        if (weight < 0.15 * profile.breadth) continue;
        lines.push_back({double(i), sum / weight, std::min(weight, profile.breadth)});
    }
    for (int round = 0; round < 3; ++round) {
        double n = 0, si = 0, sx = 0, sii = 0, six = 0;
        for (const Line& line : lines) {
            const double apart = round > 0 ? line.place - axis.line(line.i) : 0;
            const double w = line.weight / (1 + 4 * apart * apart);
            n += w, si += w * line.i, sx += w * line.place;
            sii += w * line.i * line.i, six += w * line.i * line.place;
        }
        const double det = n * sii - si * si;
        if (det <= 1e-9 * n * n) return;
        const double pitch = (n * six - si * sx) / det;
        if (std::abs(pitch / axis.pitch - 1) > 0.05) return;
        axis.pitch = pitch;
        axis.origin = (sx - pitch * si) / n;
    }
}

// Find the part of fields that has no edges; false if there are no lines.
bool find_inside(Axis& axis, const Profile& profile) {
    // the profile of a field, from all fields
    const int bins = std::max(int(std::lround(axis.pitch)), 4);
    std::vector<double> folded(bins);
    for (int i = -1; i <= axis.fields; ++i) {
        for (int b = 0; b < bins; ++b) {
            const int x = int(std::lround(axis.line(i) + axis.pitch * b / bins));
            if (x >= 0 && x < int(profile.edges.size()))
                folded[b] += std::min(double(profile.edges[x]), profile.breadth) / profile.breadth;
        }
    }
    std::vector<double> smooth(bins);
    for (int b = 0; b < bins; ++b) {
        smooth[b] = folded[b] + folded[(b + 1) % bins] + folded[(b + bins - 1) % bins];
    }
    const double highest = *std::max_element(smooth.begin(), smooth.end());
    if (highest <= 0) return false;
    // the longest run of bins without edges is the inside of fields
    int longest = 0, begin = 0, run = 0;
    for (int b = 0; b < 2 * bins; ++b) {
        run = smooth[b % bins] < 0.4 * highest ? run + 1 : 0;
        if (run > longest && run <= bins) {
            longest = run;
            begin = b - run + 1;
        }
    }
    // bins next to an edge are marked by the smoothing
    double low = double(begin - 1) / bins, high = double(begin + longest) / bins;
    axis.edge_free = high - low;
    if (longest < 0.3 * bins) {  // a pattern in each field
        const int line = int(std::max_element(smooth.begin(), smooth.end()) - smooth.begin());
        low = double(line) / bins + 0.12;
        high = low + 0.76;
    }
    const double boundary = (low + high - 1) / 2;  // the centre of what remains
    axis.origin += axis.pitch * boundary;
    axis.inner_low = low - boundary;
    axis.inner_high = high - boundary;
    return true;
}

// Of the lines of the whole picture, choose those with the largest sum; false if there are too few
// or too many.
bool choose_lines(Axis& axis, const Edges& edges, double from, double to, int wanted) {
    // the pitch is not exact yet, and lines at the picture's border are wanted, too
    const double margin = wanted > 0 ? std::max(2.0, 0.2 * axis.pitch) : 2;
    const int before = int(std::floor((axis.origin + margin) / axis.pitch));
    const int after = int(std::floor((edges.length() + margin - axis.origin) / axis.pitch));
    std::vector<float> support;
    for (int i = -before; i <= after; ++i)
        support.push_back(edges.support(axis.low(i), axis.high(i), from, to));
    double best = -1, sum = 0;
    int first = 0, last = 0, start = 0;
    if (wanted > 0) {
        for (int i = 0; i + wanted < int(support.size()); ++i) {
            sum = std::accumulate(support.begin() + i, support.begin() + i + wanted + 1, 0.0);
            if (sum > best) best = sum, first = i, last = i + wanted;
        }
        if (best < 0) return false;
    } else {
        for (int i = 0; i < int(support.size()); ++i) {
            if (sum <= 0) sum = 0, start = i;
            sum += support[i] - WEAK_LINE;
            if (sum > best && support[i] > WEAK_LINE) best = sum, first = start, last = i;
        }
        while (first < last && support[first] < WEAK_LINE) ++first;
    }
    axis.origin = axis.line(first - before);
    axis.fields = last - first;
    axis.support.assign(support.begin() + first, support.begin() + last + 1);
    if (wanted > 0) {  // at the picture's border, fields end without an edge
        if (axis.origin < 2) axis.support.front() = std::max(axis.support.front(), BORDER);
        if (axis.end() > edges.length() - 2)
            axis.support.back() = std::max(axis.support.back(), BORDER);
    }
    return axis.fields >= 1 && axis.fields <= MAX_FIELDS;
}

// Fit the axis to the edges between two positions across it; false if there are no lines.
bool refine(Axis& axis, const Edges& edges, double from, double to, int wanted) {
    const Profile profile{edges.profile(int(std::lround(from)), int(std::lround(to))),
                          std::max(to - from, 1.0)};
    fit(axis, profile);
    if (!find_inside(axis, profile)) return false;
    fit(axis, profile);
    if (!choose_lines(axis, edges, from, to, wanted)) return false;
    fit(axis, profile);
    return true;
}

// Correct the ends of an axis by the edges between the fields of a row.
void adjust_ends(Axis& axis, const Edges& across, const Axis& other) {
    std::vector<float> rows;
    for (int i = 0; i < axis.fields; ++i) rows.push_back(edges_in_row(axis, across, other, i));
    const float usual = quantile(rows, 0.5);
    if (usual <= 0) return;
    // text and buttons beside the board make weak lines, but no fields
    auto& support = axis.support;
    int first = 0, last = axis.fields;
    while (last - first > 2 && rows[first] < 0.5F * usual &&
           support[first] < 0.75F * support[first + 1])
        ++first;
    while (last - first > 2 && rows[last - 1] < 0.5F * usual &&
           support[last] < 0.75F * support[last - 1])
        --last;
    axis.keep(first, last);
    // at the picture's border, fields end without an edge, and lines near it may be weak
    const auto reach = [&](double room, bool before) {
        const int more = int(std::lround(room / axis.pitch));
        if (more < 1 || more > 3 || std::abs(room - more * axis.pitch) > 2) return 0;
        float sum = 0;
        for (int i = 0; i < more; ++i)
            sum += edges_in_row(axis, across, other, before ? -1 - i : axis.fields + i);
        return sum > 0.15F * usual * float(more) ? more : 0;
    };
    const int before = reach(axis.origin, true);
    const int after = reach(across.breadth() - axis.end(), false);
    axis.origin -= before * axis.pitch;
    axis.fields += before + after;
    support.insert(support.begin(), before, BORDER);
    support.insert(support.end(), after, BORDER);
}

// Whether every other line is weak, so that the pitch is half of that of fields.
bool alternates(const Axis& axis) {
    double sums[2] = {}, counts[2] = {};
    for (int i = 0; i <= axis.fields; ++i) sums[i % 2] += axis.support[i], ++counts[i % 2];
    const double even = sums[0] / counts[0], odd = sums[1] / counts[1];
    return axis.fields >= 4 && std::min(even, odd) < 0.5 * std::max(even, odd);
}

// Whether fields of these sides would be far from square.
bool has_extreme_ratio(double width, double height) {
    return width / height < 0.4 || width / height > 2.5;
}

// The series of two directions that may be the lines of a grid.
struct Crossing {
    Series x, y;
    double score;
};

// Crossings in decreasing order of their score.
std::vector<Crossing> crossings(const Edges& x, const Edges& y) {
    std::vector<Crossing> found;
    for (const bool x_first : {true, false}) {
        const Edges& one = x_first ? x : y;
        const Edges& two = x_first ? y : x;
        for (const Series& s : series_of(one.profile(0, one.breadth()))) {
            const double from = s.first - 0.3 * s.pitch, to = s.first + (s.lines - 0.7) * s.pitch;
            for (const Series& t : series_of(two.profile(int(from), int(to)))) {
                if (has_extreme_ratio(s.pitch, t.pitch)) continue;
                // the score of the second series grows with its lines' lengths
                found.push_back({x_first ? s : t, x_first ? t : s, t.score});
            }
        }
    }
    std::sort(found.begin(), found.end(),
              [](const Crossing& a, const Crossing& b) { return a.score > b.score; });
    return found;
}

// Fit a grid to the edges, and set its score; false if there is no grid.
bool complete(Grid& grid, const Edges& x, const Edges& y, Shape shape) {
    for (int round = 0; round < 3; ++round) {
        const double left = grid.x.origin, right = grid.x.end(), top = grid.y.origin,
                     bottom = grid.y.end();
        if (!refine(grid.x, x, top, bottom, shape.cols) ||
            !refine(grid.y, y, left, right, shape.rows))
            return false;
    }
    if (alternates(grid.x) || alternates(grid.y) ||
        std::min(grid.x.pitch, grid.y.pitch) < SHORTEST_PITCH)
        return false;
    if (shape.cols == 0) adjust_ends(grid.x, y, grid.y);
    if (shape.rows == 0) adjust_ends(grid.y, x, grid.x);
    if (has_extreme_ratio(grid.x.pitch, grid.y.pitch) || grid.fields() < 4) return false;
    // lines at half the pitch are mostly empty, and lines at twice the pitch make fewer fields
    const auto usual = [](const Axis& axis) {
        return std::accumulate(axis.support.begin(), axis.support.end(), 0.0) / (axis.fields + 1);
    };
    grid.score = usual(grid.x) * usual(grid.y) * std::sqrt(grid.fields()) * grid.x.edge_free *
                 grid.y.edge_free;
    return true;
}

bool are_same(const Grid& grid, const Grid& other) {
    return std::abs(grid.x.pitch / other.x.pitch - 1) < 0.02 &&
           std::abs(grid.y.pitch / other.y.pitch - 1) < 0.02 &&
           std::abs(grid.x.origin - other.x.origin) < 0.2 * grid.x.pitch &&
           std::abs(grid.y.origin - other.y.origin) < 0.2 * grid.y.pitch &&
           grid.rows() == other.rows() && grid.cols() == other.cols();
}

}  // namespace

std::vector<Grid> find_grids(const Edges& x, const Edges& y, Shape shape) {
    std::vector<Grid> found;
    const auto add = [&](Grid grid) {
        if (!complete(grid, x, y, shape)) return;
        const auto other = std::find_if(found.begin(), found.end(),
                                        [&](const Grid& known) { return are_same(grid, known); });
        if (other == found.end()) {
            found.push_back(grid);
        } else if (grid.score > other->score) {
            *other = grid;
        }
    };
    const auto halve = [](Axis& axis) {
        axis.pitch /= 2;
        axis.fields *= 2;
        axis.inner_low = 0;
        axis.inner_high = 1;
    };
    const auto add_halves = [&](const Grid& grid) {
        for (int which = 1; which < 4; ++which) {
            // of the columns, of the rows, or of both
            Grid half = grid;
            if (which & 1) halve(half.x);
            if (which & 2) halve(half.y);
            add(half);
        }
    };
    std::vector<Crossing> tried;
    for (const Crossing& p : crossings(x, y)) {
        const bool is_new = std::none_of(tried.begin(), tried.end(), [&](const Crossing& q) {
            return repeats(p.x, q.x) && repeats(p.y, q.y);
        });
        if (!is_new) continue;
        tried.push_back(p);
        const Grid grid{.x = {.origin = p.x.first, .pitch = p.x.pitch, .fields = p.x.lines - 1},
                        .y = {.origin = p.y.first, .pitch = p.y.pitch, .fields = p.y.lines - 1}};
        add(grid);
        if (shape.is_known()) add_halves(grid);  // the grid itself may have too few fields
        if (tried.size() == MAX_CROSSINGS) break;
    }
    // if many lines are faint, only every other one may have been found
    const auto better = [](const Grid& a, const Grid& b) { return a.score > b.score; };
    std::sort(found.begin(), found.end(), better);
    const std::vector<Grid> best(found.begin(),
                                 found.begin() + std::min<int>(found.size(), MAX_HALVED));
    for (const Grid& grid : best) add_halves(grid);
    std::sort(found.begin(), found.end(), better);
    return found;
}

}  // namespace puzzlesat::picture
