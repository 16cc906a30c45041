// Minesweeper: fields are covered or open; ink on open fields is a number, told by its colour and
// its shape; ink on covered fields is a flag. Which fields are open follows from the rules: around
// a field without ink all are open, and around a number enough are covered.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr int COVERED = -1, FLAGGED = -2;
constexpr int MAX_FACES = 12;    // kinds of fields, each by the colour and the bevel of its face
constexpr float SHADES = 0.15F;  // the largest distance of shades of one colour
constexpr float INK = 0.1F;      // the least distance between ink and its field
constexpr float INKED = 0.03F;   // the least share of a field with ink in its middle
constexpr float BEVELLED = 0.04F;
constexpr float LIFT = 2;  // of the lightness, at most 1, of bevelled fields: a kind of their own
constexpr int W = 8, H = 10;
// Differences of misfits below which two numbers are in doubt; the latter if shapes alone tell them
// and ink of another colour has the same number.
constexpr float CLOSE = 0.05F, CLOSE_OF_ODD = 0.09F;
constexpr float SAME_SHAPE = 0.8F;
// How alike a clear digit is, and how much more than others. Of 14,454 digits that were read
// rightly in 400 pictures (seeds from 50000), 99% have 0.7, none has 0.08 more with another digit,
// and 99.9% have 0.1 less with every other one.
constexpr float CLEAR = 0.7F, LIKELIER = 0.1F;
// A number is sure only if its shape is somewhat alike, and either its colour fits, or its shape
// does and it is far from the next number.
constexpr float SOMEWHAT = 0.3F, COLOUR_FITS = 0.15F, SHAPE_FITS = 0.75F, FAR = 0.08F;

// Digits of upright fonts in their bounding boxes, which are at least 0.6 times as wide as high,
// averaged over fourteen fonts. The last two are other forms of 1, without a foot or narrow.
constexpr const char* SHAPES[10] = {
    "13589300577893002227830000278300002783000027830000278300002783002237843268888987",
    "25789740574347943310049700000596000038820003882001586100168400016964444489999998",
    "25789730374347932310159500001693004788300024588200000487431003886643479536888740",
    "00017950000589500038595001743950057039503820395077556974677789860000395000013951",
    "39999992385444414820000048455310487678811210159600000388420004876643479336888720",
    "01588851078434824950012178334310888778818951049678300388594003871873379302788730",
    "89999998444445961000068200004850000177200004840000177200004850000178200003870000",
    "04788740397337936940049549500593049778402873378278200387882003885962269505888840",
    "01598100387881004308810000088100000881000008810000088100000881002228822279999997",
    "00037950038859500540095000000950000009500000095000000950000009500000095000000950"};

// Flags, with their cloth on the left or on the right of a pole.
constexpr const char* FLAGS[4] = {
    "00000399000039990003999900399999003999990003999900003999000003990000039900000399",
    "99300000999300009999300099999300999993009999300099930000993000009930000099300000",
    "00003990000399900039999003999990003999900003999000000990000009900009999900999999",
    "09930000099930000999930009999930099993000999300009900000099000009999900099999900"};

// The colours of numbers: Windows and Simon Tatham's, Google, minesweeper.online at night. Of other
// colours, the shapes alone tell.
constexpr int SHAPES_ALONE = 3;
constexpr int THEMES[3][8] = {
    {0x0000ff, 0x008000, 0xff0000, 0x000080, 0x800000, 0x008080, 0x000000, 0x808080},
    {0x1976d2, 0x388e3c, 0xd32f2f, 0x7b1fa2, 0xff8f00, 0x0097a7, 0x424242, 0x9e9e9e},
    {0x7cc7ff, 0x66c266, 0xff7788, 0xee88ff, 0xddaa22, 0x66cccc, 0x999999, 0xd0d8e0}};

struct Face {
    Lab colour;  // without ink
    // how much lighter the upper left rim is, and how much darker the lower right one
    float bevel = 0;
    float share = 0;  // of ink in the middle
    Lab ink;
    bool is_flag = false;
    std::vector<float> shape;  // of the ink, W × H, in its bounding box

    bool is_inked() const { return share >= INKED; }
};

// The smallest difference between a rim of a field and its colour, in the directions of a bevel.
float bevel_of(const Scene& scene, const Grid& grid, int r, int c, const Lab& colour) {
    const double w = grid.x.pitch, h = grid.y.pitch, cx = grid.x.centre(c), cy = grid.y.centre(r);
    // the difference of the lightest or darkest line along a side from the field
    const auto rim = [&](double x, double y, bool lightest) {
        float most = 0;
        for (const double at : {0.34, 0.38, 0.42, 0.46}) {
            std::vector<Lab> colours =
                samples(scene.image, cx + x * at * w, cy + y * at * h, (x == 0 ? 0.5 : 0.03) * w,
                        (y == 0 ? 0.5 : 0.03) * h, 5);
            const float lighter = median(colours).l - colour.l;
            most = std::max(most, lightest ? lighter : -lighter);
        }
        return most;
    };
    return std::min({rim(-1, 0, true), rim(0, -1, true), rim(1, 0, false), rim(0, 1, false)});
}

constexpr int N = 24;  // samples along each side of the middle of a field

// The shape of ink of this strength in N × N samples of an area so wide and so tall.
std::vector<float> shape_of(const std::vector<float>& strength, float most, double wide,
                            double tall) {
    int left = N, right = -1, top = N, bottom = -1;
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < N; ++i) {
            if (strength[j * N + i] < 0.5F * most) continue;
            left = std::min(left, i), right = std::max(right, i);
            top = std::min(top, j), bottom = std::max(bottom, j);
        }
    }
    // in samples, which are closer horizontally than vertically
    const double height = bottom - top + 1, least = 0.6 * height * tall / wide;
    const double width = std::max<double>(right - left + 1, least),
                 first = (left + right + 1 - width) / 2;
    std::vector<float> shape;
    for (int y = 0; y < H; ++y) {
        for (int x = 0; x < W; ++x) {
            float sum = 0;
            int count = 0;
            for (int j = int(top + y * height / H); j <= int(top + (y + 1) * height / H - 1e-6);
                 ++j) {
                for (int i = int(std::floor(first + x * width / W));
                     i <= int(std::floor(first + (x + 1) * width / W - 1e-6)); ++i) {
                    if (i >= 0 && i < N) sum += std::min(strength[j * N + i] / most, 1.0F);
                    ++count;
                }
            }
            shape.push_back(sum / float(std::max(count, 1)));
        }
    }
    return shape;
}

// The correlation of two shapes, of which one may be shifted by a column.
template <class Shape>
float correlation(const std::vector<float>& shape, const Shape& other) {
    float best = -1;
    for (const int shift : {-1, 0, 1}) {
        float sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
        for (int i = 0; i < W * H; ++i) {
            const int column = i % W + shift;
            const float x = shape[i], y = column < 0 || column >= W ? 0 : float(other[i + shift]);
            sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
        }
        constexpr float n = W * H;
        const float under = (sxx - sx * sx / n) * (syy - sy * sy / n);
        if (under > 0) best = std::max(best, (sxy - sx * sy / n) / std::sqrt(under));
    }
    return best;
}

// How alike a shape is to a picture of digits '0' to '9'; '0' has the strength 0.
float likeness(const std::vector<float>& shape, const char* picture) {
    std::array<float, W * H> strength;
    for (int i = 0; i < W * H; ++i) strength[i] = float(picture[i] - '0');
    return correlation(shape, strength);
}

// How alike a shape is to each digit.
std::array<float, 8> digits_like(const std::vector<float>& shape) {
    std::array<float, 8> alike;
    for (int d = 0; d < 8; ++d) alike[d] = likeness(shape, SHAPES[d]);
    for (int more = 8; more < 10; ++more)
        alike[0] = std::max(alike[0], likeness(shape, SHAPES[more]));
    return alike;
}

// How alike a shape is to the digit that it resembles most.
float closest_digit(const std::vector<float>& shape) {
    const std::array<float, 8> alike = digits_like(shape);
    return *std::max_element(alike.begin(), alike.end());
}

// Whether ink is a flag: if there is red in the field, unless the ink is red, a clear digit and less
// like a flag; otherwise, if its shape is clearly one.
bool is_flag(const Face& face, bool has_red) {
    const float digit = closest_digit(face.shape);
    float flag = 0;
    for (const char* picture : FLAGS) flag = std::max(flag, likeness(face.shape, picture));
    const bool is_red = face.ink.a > 0.06F && face.ink.a > 0.6F * face.ink.b;
    return has_red ? !is_red || digit < CLEAR || flag > digit
                   : flag > CLEAR && flag > digit + LIKELIER;
}

Face face_of(const Scene& scene, const Grid& grid, int r, int c) {
    Face face;
    const double w = grid.x.pitch, h = grid.y.pitch, wide = 0.64 * w, tall = 0.7 * h;
    std::vector<float> strength(N * N);
    std::vector<Lab> all(N * N);
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < N; ++i) {
            const double x = grid.x.centre(c) + wide * ((i + 0.5) / N - 0.5),
                         y = grid.y.centre(r) + tall * ((j + 0.5) / N - 0.5);
            all[j * N + i] = scene.image.mean(x, y, std::min(w, h) > 40 ? 1 : 0);
        }
    }
    face.colour = most_frequent(all, 0.04F, 13);  // ink covers less than half
    // a mine may fill the middle
    const Lab corners = corners_of(scene, grid, r, c, 0.33);
    if (distance(face.colour, corners) > SHADES) face.colour = corners;
    face.bevel = bevel_of(scene, grid, r, c, face.colour);
    float most = 0;
    int inked = 0, red = 0;
    for (int j = 0; j < N; ++j) {
        // fields may be lighter at their tops
        std::vector<Lab> sides;
        for (const int i : {0, 1, 2, N - 3, N - 2, N - 1}) sides.push_back(all[j * N + i]);
        Lab ground = median(sides);
        if (distance(ground, face.colour) > SHADES) ground = face.colour;
        for (int i = 0; i < N; ++i) {
            const Lab& here = all[j * N + i];
            const float d = std::min(distance(here, face.colour), distance(here, ground));
            strength[j * N + i] = d;
            most = std::max(most, d);
            inked += d > INK && std::abs(2 * i - N) < 2 * N / 3 && std::abs(2 * j - N) < 2 * N / 3;
            red += d > INK && here.a > 0.06F && here.a > 0.6F * here.b;
        }
    }
    face.share = float(inked) / (N * N);
    if (!face.is_inked()) return face;
    std::vector<Lab> strong;
    for (int i = 0; i < N * N; ++i) {
        if (strength[i] > 0.7F * most) strong.push_back(all[i]);
    }
    face.ink = median(strong);
    face.shape = shape_of(strength, most, wide, tall);
    face.is_flag = is_flag(face, red > N * N / 25);
    return face;
}

// The distance of an ink to a colour of a theme; small digits are mixed with their field, and the
// screen may be dimmed.
float mismatch(const Lab& ink, const Lab& field_colour, int code, double light) {
    const Lab full = to_lab(int((code >> 16) * light), int((code >> 8 & 255) * light),
                            int((code & 255) * light));
    float best = 1e9F;
    for (const float share : {1.0F, 0.9F, 0.8F, 0.7F, 0.6F}) {
        best = std::min(best, distance(ink, field_colour + (full - field_colour) * share) +
                                  0.08F * (1 - share));
    }
    return best;
}

// Fields whose ink has the same colour, and how little this ink fits each number.
struct Group {
    std::vector<int> fields;
    Lab ink, field_colour;
    std::array<float, 8> alike;  // correlations with the shapes of digits

    explicit Group(const std::vector<Face>& faces, std::vector<int> members)
        : fields(std::move(members)) {
        std::vector<float> shape(W * H);
        std::vector<Lab> inks, colours;
        for (int f : fields) {
            for (int i = 0; i < W * H; ++i) shape[i] += faces[f].shape[i];
            inks.push_back(faces[f].ink);
            colours.push_back(faces[f].colour);
        }
        ink = median(inks);
        field_colour = median(colours);
        alike = digits_like(shape);
    }

    std::array<float, 8> misfits(int theme, double light) const {
        std::array<float, 8> result{};
        const float best = *std::max_element(alike.begin(), alike.end());
        for (int d = 0; d < 8; ++d) {
            if (theme == SHAPES_ALONE)
                result[d] = 0.09F + 0.6F * (best - alike[d]);
            else
                result[d] = std::min(mismatch(ink, field_colour, THEMES[theme][d], light), 0.3F) +
                            0.25F * (best - alike[d]);
        }
        return result;
    }
};

// The digit that fits best apart from a given one, both counted from 0.
int closest_other(std::array<float, 8> misfits, int given) {
    misfits[given] = 1e9F;
    return int(std::min_element(misfits.begin(), misfits.end()) - misfits.begin());
}

struct Number {
    int digit = 0, other = 0;  // another digit that it may be, or 0
};

struct Numbers {
    std::vector<Number> of_groups;
    int theme = 0;
    double light = 1;
};

// The numbers of groups, with the theme and the brightness that fit all of them best.
Numbers numbers_of(const std::vector<Group>& groups) {
    Numbers numbers{std::vector<Number>(groups.size())};
    float least = 1e9F;
    for (int theme = 0; theme <= SHAPES_ALONE; ++theme) {
        for (const double light : {1.0, 0.85, 0.7, 0.6, 0.5}) {
            float sum = light < 1 ? 0.01F : 0;
            std::vector<Number> found;
            for (const Group& group : groups) {
                const std::array<float, 8> misfits = group.misfits(theme, light);
                const int best =
                    int(std::min_element(misfits.begin(), misfits.end()) - misfits.begin());
                const int next = closest_other(misfits, best);
                sum += misfits[best] * std::sqrt(float(group.fields.size()));
                const bool is_sure =
                    misfits[next] - misfits[best] > CLOSE && group.alike[best] > SOMEWHAT &&
                    (misfits[best] < COLOUR_FITS ||
                     (group.alike[best] > SHAPE_FITS && misfits[next] - misfits[best] > FAR));
                found.push_back({best + 1, is_sure ? 0 : next + 1});
            }
            if (sum < least) least = sum, numbers = {found, theme, light};
        }
    }
    return numbers;
}

// The colours of faces, with their bevels.
std::vector<Lab> looks_of(const std::vector<Face>& faces) {
    std::vector<Lab> looks;
    for (const Face& face : faces) {
        Lab look = face.colour;
        look.l += face.bevel > BEVELLED ? LIFT : 0.0F;
        looks.push_back(look);
    }
    return looks;
}

// The kinds of faces, by colour and bevel; only one if they cannot be told apart.
Clusters kinds_of(const std::vector<Face>& faces) {
    Clusters kinds = cluster(looks_of(faces));
    if (!kinds.separated) {
        kinds.label.assign(faces.size(), 0);
        kinds.centre.resize(1);
    }
    return kinds;
}

// Groups of fields by the colour and the shape of their ink.
std::vector<Group> groups_by_ink(const std::vector<Face>& faces) {
    std::vector<int> inked;
    for (int f = 0; f < int(faces.size()); ++f) {
        if (faces[f].is_inked()) inked.push_back(f);
    }
    // colours of digits differ by more than 0.1; leaders, as antialiasing makes chains
    std::vector<bool> taken(inked.size());
    std::vector<Group> groups;
    for (std::size_t i = 0; i < inked.size(); ++i) {
        if (taken[i]) continue;
        std::vector<int> same{inked[i]};  // even if its shape is like no other, as a full one is
        for (std::size_t j = i + 1; j < inked.size(); ++j) {
            const Face &one = faces[inked[i]], &two = faces[inked[j]];
            if (taken[j] || distance(one.ink, two.ink) >= 0.06F ||
                correlation(one.shape, two.shape) < SAME_SHAPE)
                continue;
            taken[j] = true;
            same.push_back(inked[j]);
        }
        groups.emplace_back(faces, same);
    }
    return groups;
}

// The number that the ink of each field may be.
std::vector<Number> numbers_of_fields(const std::vector<Face>& faces) {
    std::vector<Number> number(faces.size());
    const std::vector<Group> groups = groups_by_ink(faces);
    const Numbers numbers = numbers_of(groups);
    const auto has_other_ink = [&](std::size_t i) {
        for (std::size_t j = 0; j < groups.size(); ++j)
            if (numbers.of_groups[j].digit == numbers.of_groups[i].digit &&
                !faces[groups[j].fields[0]].is_flag && distance(groups[i].ink, groups[j].ink) > INK)
                return true;
        return false;
    };
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Number found = numbers.of_groups[i];
        const bool is_odd = numbers.theme == SHAPES_ALONE && has_other_ink(i);
        for (int f : groups[i].fields) {
            number[f] = found;
            // a field may have another digit than those whose ink resembles its own
            const auto misfits = Group(faces, {f}).misfits(numbers.theme, numbers.light);
            const int next = closest_other(misfits, found.digit - 1);
            if (misfits[next] - misfits[found.digit - 1] < (is_odd ? CLOSE_OF_ODD : CLOSE))
                number[f].other = next + 1;
        }
    }
    return number;
}

// What is seen of the fields; `covered` are kinds of faces, as bits.
struct Fields {
    int rows, cols;
    std::vector<Face> faces;
    Clusters kinds;
    std::vector<Number> numbers;

    int size() const { return rows * cols; }
    int number_of_kinds() const { return int(kinds.centre.size()); }
    bool is_covered(int f, unsigned covered) const { return covered >> kinds.label[f] & 1; }

    template <class Visit>
    void visit_around(int f, Visit visit) const {
        for (int r = std::max(f / cols - 1, 0); r <= std::min(f / cols + 1, rows - 1); ++r) {
            for (int c = std::max(f % cols - 1, 0); c <= std::min(f % cols + 1, cols - 1); ++c) {
                if (r * cols + c != f) visit(r * cols + c);
            }
        }
    }

    // The open fields that do not fit the number of covered ones around them. `least_of` tells the
    // least number of a field with ink.
    template <class Least>
    std::vector<int> broken(unsigned covered, Least least_of) const {
        std::vector<int> found;
        for (int f = 0; f < size(); ++f) {
            if (is_covered(f, covered)) continue;
            int hidden = 0;
            visit_around(f, [&](int g) { hidden += is_covered(g, covered); });
            if (faces[f].is_inked() ? hidden < least_of(f) : hidden > 0) found.push_back(f);
        }
        return found;
    }
};

struct Choice {
    unsigned covered = 0;
    bool is_unique = true;
};

// Which kinds of faces are covered: the choice that breaks the rules least, whatever the numbers
// are. More covered fields break fewer rules, so a colour that may be open is.
Choice covered_kinds(const Fields& fields) {
    Choice chosen;
    std::size_t fewest = 3 * fields.size();
    for (unsigned covered = 1; covered < 1U << fields.number_of_kinds(); ++covered) {
        // a number is never on a covered field, but a flag may be
        std::size_t cost = 2 * fields.broken(covered, [](int) { return 1; }).size();
        for (int f = 0; f < fields.size(); ++f) {
            const Face& face = fields.faces[f];
            cost += 2 * (face.is_inked() && fields.is_covered(f, covered) != face.is_flag);
        }
        cost += std::popcount(covered);
        if (cost == fewest) chosen.is_unique = false;
        if (cost < fewest) fewest = cost, chosen = {covered, true};
    }
    return chosen;
}

Fields fields_of(const Scene& scene, const Grid& grid) {
    Fields fields{grid.rows(), grid.cols(), {}, {}, {}};
    for (int f = 0; f < grid.fields(); ++f)
        fields.faces.push_back(face_of(scene, grid, f / grid.cols(), f % grid.cols()));
    fields.kinds = kinds_of(fields.faces);
    fields.numbers = numbers_of_fields(fields.faces);
    return fields;
}

// The contents of fields, as in Reading.
std::vector<int> contents_of(const Fields& fields, unsigned covered) {
    std::vector<int> contents;
    for (int f = 0; f < fields.size(); ++f) {
        contents.push_back(!fields.is_covered(f, covered) ? fields.numbers[f].digit
                           : fields.faces[f].is_inked()   ? FLAGGED
                                                          : COVERED);
    }
    return contents;
}

// For each field that may be read wrongly, the reason.
std::map<int, std::string> doubts_of(const Fields& fields, unsigned covered) {
    std::map<int, std::string> doubts;
    for (int f = 0; f < fields.size(); ++f) {
        const auto [digit, other] = fields.numbers[f];
        if (!fields.faces[f].is_inked()) continue;
        if (fields.is_covered(f, covered)) {
            if (!fields.faces[f].is_flag)
                doubts.emplace(f, "something on a covered field is not a flag");
        } else if (other > 0) {
            doubts.emplace(f,
                           "it may be " + std::to_string(digit) + " or " + std::to_string(other));
        }
    }
    const auto least = [&](int f) { return fields.numbers[f].digit; };
    for (int f : fields.broken(covered, least))
        doubts.emplace(f, fields.numbers[f].digit > 0
                              ? "too few fields around it are covered"
                              : "it has no number, but a field around it is covered");
    return doubts;
}

// The number of fields without a line to the right, to the left, above and below.
int hidden_fields(const LinedGrid& lined) {
    std::vector<int> bare(lined.grid.fields());
    for (const auto& [f, g, along_x] : lined.bare) ++bare[f], ++bare[g];
    return int(std::count(bare.begin(), bare.end(), 4));
}

// Whether fields beyond an end may have been left out: if one has a digit or is covered, or if the
// page there has the colour of open fields and there is no line at the end.
bool may_go_on(const Scene& scene, const LinedGrid& lined, const Fields& fields, unsigned covered) {
    const Grid& grid = lined.grid;
    const auto is_kind = [&](const Lab& colour, bool lifted, bool hidden) {
        for (int a = 0; a < fields.number_of_kinds(); ++a) {
            Lab centre = fields.kinds.centre[a];
            const bool is_lifted = centre.l > LIFT - 0.5F;
            if (is_lifted) centre.l -= LIFT;
            if ((covered >> a & 1) == hidden && is_lifted == lifted &&
                distance(colour, centre) < INK / 4)
                return true;
        }
        return false;
    };
    for (const bool is_row : {true, false}) {
        const Axis &axis = is_row ? grid.y : grid.x, &other = is_row ? grid.x : grid.y;
        const int size = is_row ? scene.image.height() : scene.image.width();
        for (const int beyond : {-1, axis.fields}) {
            const float line = beyond < 0 ? axis.support.front() : axis.support.back();
            if (axis.line(beyond) < 0 || axis.line(beyond + 1) > size) continue;
            int open = 0, hidden = 0, digits = 0;
            for (int j = 0; j < other.fields; ++j) {
                const Face face = face_of(scene, grid, is_row ? beyond : j, is_row ? j : beyond);
                const bool is_lifted = face.bevel > BEVELLED;
                open += is_kind(face.colour, is_lifted, false);
                hidden +=
                    is_kind(face.colour, is_lifted, true) && !is_kind(face.colour, false, false);
                digits += face.is_inked() && !face.is_flag && is_kind(face.colour, false, false) &&
                          closest_digit(face.shape) > CLEAR;
            }
            // the page beside a frame looks like raised fields, but has no lines between them
            const float lines = edges_in_row(axis, is_row ? scene.x : scene.y, other, beyond);
            if (lined.edge_share > 0.9 && lines < 0.1F * float(other.fields)) hidden = 0;
            if (hidden > 1 || digits > 0 || (line < 0.6F && open * 2 > other.fields)) return true;
        }
    }
    return false;
}

Reading read_board(const Scene& scene, const LinedGrid& lined, Shape shape) {
    const Grid& grid = lined.grid;
    const int n = grid.fields();
    if (lined.is_cut) return refused("cut");
    if (lined.is_unclear || is_skewed(grid)) return refused("unclear_ends");
    if (lined.edge_share > 0.9 && hidden_fields(lined) > std::max(1, n / 100))
        return refused("covered");
    const Fields fields = fields_of(scene, grid);
    const int k = fields.number_of_kinds();
    if (k > MAX_FACES) return refused("many_colours", k);
    const auto [covered, is_unique] = covered_kinds(fields);
    const bool all_covered = covered == (1U << k) - 1;
    if (all_covered ? fields.faces[0].bevel < BEVELLED : !is_unique) return refused("like_open");
    if (!shape.is_known() && may_go_on(scene, lined, fields, covered))
        return refused("unclear_ends");
    Reading reading = reading_of(grid);
    reading.fields = contents_of(fields, covered);
    const std::map<int, std::string> doubts = doubts_of(fields, covered);
    if (std::all_of(reading.fields.begin(), reading.fields.end(), [](int x) { return x >= 0; }))
        return refused("over");
    if (int(doubts.size()) > std::max(8, n / 8)) return refused("against_rules");
    add_doubts(doubts, reading);
    return reading;
}

template <bool all_lined>
LinedGrid board_of(const Scene& scene, const Grid& candidate, Shape shape) {
    return with_lines(scene, candidate, shape, {.has_discs = false, .all_lined = all_lined});
}

}  // namespace

Reading read_minesweeper(const Scene& scene, Shape shape) {
    // programs draw lines between all fields, or none between open ones
    const std::vector<LinedGrid> boards = boards_in(scene, shape, board_of<true>);
    const auto best = likeliest(boards);
    if (best == boards.end() || best->quality <= 0) return refused("no_board");
    const Grid& grid = best->grid;
    if (has_second(scene, shape, *best, board_of<true>)) return refused("several");
    if (!shape.is_known() && touches_one_border(scene, grid)) return refused("unclear_ends");
    const Reading reading = read_board(scene, *best, shape);
    if (reading.is_read() && reading.doubts.empty()) return reading;
    std::vector<LinedGrid> others = boards;
    for (LinedGrid& board : boards_in(scene, shape, board_of<false>))
        others.push_back(std::move(board));
    // strokes of digits may look like lines at half of the pitch, and open fields like the page
    for (const LinedGrid& other : others) {
        const Grid& twin = other.grid;
        const auto contains = [](const Axis& a, const Axis& b) {
            const double most = 0.6 * std::max(a.pitch, b.pitch);
            return a.origin < b.origin + most && a.end() > b.end() - most;
        };
        const bool differs = twin.rows() != grid.rows() || twin.cols() != grid.cols();
        if (other.quality < 0.2 * best->quality || !differs || !contains(twin.x, grid.x) ||
            !contains(twin.y, grid.y))
            continue;
        const Reading again = read_board(scene, other, shape);
        const bool has_number =
            std::any_of(again.fields.begin(), again.fields.end(), [](int x) { return x > 0; });
        if (again.is_read() && again.doubts.empty() && has_number) return again;
    }
    return reading;
}

Reading contents_of_minesweeper(const Scene& scene, const Grid& grid) {
    Fields fields = fields_of(scene, grid);
    fields.kinds = cluster(looks_of(fields.faces), MAX_FACES);
    Reading reading = reading_of(grid);
    reading.fields = contents_of(fields, covered_kinds(fields).covered);
    return reading;
}

}  // namespace puzzlesat::picture
