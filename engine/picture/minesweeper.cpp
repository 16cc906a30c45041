// Minesweeper: fields are covered or open; ink on open fields is a number, told by its colour and its
// shape; ink on covered fields is a flag. Which fields are open follows from the rules: around a field
// without ink all are open, and around a number enough are covered.
#include <algorithm>
#include <cmath>

#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr double MIN_EDGE_SHARE = 0.6;  // of sides between fields; with less, a grid is no board
constexpr int SMALLEST = 4;  // shorter sides are those of palettes and of parts of boards
constexpr int COVERED = -1, FLAGGED = -2;
constexpr int MOST_FACES = 8;
constexpr float SHADES = 0.15F;  // the largest distance of shades of one colour
constexpr float INK = 0.1F;      // the least distance between ink and its field
constexpr float INKED = 0.03F;   // the least share of ink in the middle of a field that has some
constexpr float BEVELLED = 0.04F;
constexpr float LIFT = 2;  // of the lightness, at most 1, of bevelled fields: a kind of their own
constexpr int W = 8, H = 10;
// A difference of misfits below which two numbers are in doubt.
constexpr float CLOSE = 0.05F;
// How alike a clear digit is, and how much more than others. Of 14,454 digits that were read rightly
// in 400 pictures (seeds from 50000), 99% have 0.7, none has 0.08 more with another digit, and 99.9%
// have 0.1 less with every other one.
constexpr float CLEAR = 0.7F, LIKELIER = 0.1F;

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

// The colours of numbers: Windows and Simon Tatham's, Google, minesweeper.online at night.
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
    bool has_red = false;
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

Face face_of(const Scene& scene, const Grid& grid, int r, int c) {
    Face face;
    face.colour = corners_of(scene, grid, r, c, 0.3);
    face.bevel = bevel_of(scene, grid, r, c, face.colour);
    const double w = grid.x.pitch, h = grid.y.pitch, wide = 0.6 * w, tall = 0.68 * h;
    std::vector<float> strength(N * N);
    std::vector<Lab> all(N * N);
    float most = 0;
    int inked = 0, red = 0;
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < N; ++i) {
            const double x = grid.x.centre(c) + wide * ((i + 0.5) / N - 0.5),
                         y = grid.y.centre(r) + tall * ((j + 0.5) / N - 0.5);
            const Lab here = scene.image.mean(x, y, std::min(w, h) > 40 ? 1 : 0);
            const float d = distance(here, face.colour);
            all[j * N + i] = here;
            strength[j * N + i] = d;
            most = std::max(most, d);
            inked += d > INK;
            red += d > INK && here.a > 0.06F && here.a > 0.6F * here.b;
        }
    }
    face.share = float(inked) / (N * N);
    face.has_red = red > N * N / 25;
    if (inked == 0) return face;
    std::vector<Lab> strong;
    for (int i = 0; i < N * N; ++i) {
        if (strength[i] > 0.7F * most) strong.push_back(all[i]);
    }
    face.ink = median(strong);
    face.shape = shape_of(strength, most, wide, tall);
    return face;
}

// The correlation with a digit, which may be shifted by a column.
float correlation(const std::vector<float>& shape, const char* digit) {
    float best = -1;
    for (const int shift : {-1, 0, 1}) {
        float sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
        for (int i = 0; i < W * H; ++i) {
            const int column = i % W + shift;
            const float x = shape[i],
                        y = column < 0 || column >= W ? 0 : float(digit[i + shift] - '0');
            sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
        }
        constexpr float n = W * H;
        const float under = (sxx - sx * sx / n) * (syy - sy * sy / n);
        if (under > 0) best = std::max(best, (sxy - sx * sy / n) / std::sqrt(under));
    }
    return best;
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
    float alike[8];  // correlations with the shapes of digits

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
        for (int d = 0; d < 8; ++d) {
            alike[d] = correlation(shape, SHAPES[d]);
            for (int more = 8; d == 0 && more < 10; ++more) {
                alike[d] = std::max(alike[d], correlation(shape, SHAPES[more]));
            }
        }
    }

    std::array<float, 8> misfits(int theme, double light) const {
        std::array<float, 8> result{};
        const float best = *std::max_element(alike, alike + 8);
        for (int d = 0; d < 8; ++d) {
            result[d] = std::min(mismatch(ink, field_colour, THEMES[theme][d], light), 0.3F) +
                        0.25F * (best - alike[d]);
        }
        return result;
    }
};

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
    for (int theme = 0; theme < 3; ++theme) {
        for (const double light : {1.0, 0.85, 0.7, 0.6, 0.5}) {
            float sum = light < 1 ? 0.01F : 0;
            std::vector<Number> found;
            for (const Group& group : groups) {
                const std::array<float, 8> misfits = group.misfits(theme, light);
                const int best =
                    int(std::min_element(misfits.begin(), misfits.end()) - misfits.begin());
                int next = best == 0 ? 1 : 0;
                for (int d = 0; d < 8; ++d) {
                    if (d != best && misfits[d] < misfits[next]) next = d;
                }
                sum += misfits[best] * std::sqrt(float(group.fields.size()));
                const bool is_sure =
                    misfits[next] - misfits[best] > CLOSE && group.alike[best] > 0.3F &&
                    (misfits[best] < 0.15F ||
                     (group.alike[best] > 0.75F && misfits[next] - misfits[best] > 0.08F));
                found.push_back({best + 1, is_sure ? 0 : next + 1});
            }
            if (sum < least) least = sum, numbers = {found, theme, light};
        }
    }
    return numbers;
}

// The faces of fields in the order of the board.
std::vector<Face> faces_of(const Scene& scene, const Grid& grid) {
    std::vector<Face> faces;
    for (int r = 0; r < grid.rows(); ++r) {
        for (int c = 0; c < grid.cols(); ++c) faces.push_back(face_of(scene, grid, r, c));
    }
    return faces;
}

// The kinds of faces, by colour and bevel; only one if they cannot be told apart.
Clusters kinds_of(const std::vector<Face>& faces) {
    std::vector<Lab> looks;
    for (const Face& face : faces) {
        Lab look = face.colour;
        look.l += face.bevel > BEVELLED ? LIFT : 0.0F;
        looks.push_back(look);
    }
    Clusters kinds = cluster(looks);
    if (!kinds.separated) {
        kinds.label.assign(faces.size(), 0);
        kinds.centre.resize(1);
    }
    return kinds;
}

// Groups of fields by the colour of their ink.
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
        std::vector<int> same;
        for (std::size_t j = i; j < inked.size(); ++j) {
            if (taken[j] || distance(faces[inked[i]].ink, faces[inked[j]].ink) >= 0.06F) continue;
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
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (int f : groups[i].fields) {
            number[f] = numbers.of_groups[i];
            // a field may have another digit than those whose ink resembles its own
            const Group alone(faces, {f});
            const std::array<float, 8> misfits = alone.misfits(numbers.theme, numbers.light);
            const int likely = int(std::max_element(alone.alike, alone.alike + 8) - alone.alike);
            const int given = number[f].digit - 1;
            const float more = alone.alike[likely] - alone.alike[given];
            const bool has_shape = alone.alike[likely] > 0.6F && more > 0.25F;
            const bool has_both = alone.alike[likely] > CLEAR && more > LIKELIER &&
                                  misfits[likely] - misfits[given] < CLOSE;
            if (has_shape || has_both) number[f].other = likely + 1;
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

    // The open fields that do not fit the number of covered ones around them.
    std::vector<int> broken(unsigned covered) const {
        std::vector<int> found;
        for (int f = 0; f < size(); ++f) {
            if (is_covered(f, covered)) continue;
            int hidden = 0;
            visit_around(f, [&](int g) { hidden += is_covered(g, covered); });
            const int digit = numbers[f].digit;
            if (digit > 0 ? hidden < digit : hidden > 0) found.push_back(f);
        }
        return found;
    }
};

struct Choice {
    unsigned covered = 0;
    bool is_unique = true;
};

// Which kinds of faces are covered: the choice that breaks the rules least.
Choice covered_kinds(const Fields& fields) {
    Choice chosen;
    std::size_t fewest = fields.size() + 1;
    for (unsigned covered = 1; covered < 1U << fields.number_of_kinds(); ++covered) {
        // a number is never on a covered field, but a flag may be
        std::size_t cost = fields.broken(covered).size();
        for (int f = 0; f < fields.size(); ++f) {
            const Face& face = fields.faces[f];
            cost += face.is_inked() && fields.is_covered(f, covered) && !face.has_red;
        }
        if (cost == fewest) chosen.is_unique = false;
        if (cost < fewest) fewest = cost, chosen = {covered, true};
    }
    return chosen;
}

// Whether covered fields, or open ones, have more than one colour or two shades of it; bevels change
// the colour.
bool has_many_colours(const Clusters& kinds, unsigned covered) {
    for (std::size_t a = 0; a < kinds.centre.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if ((covered >> a & 1) == (covered >> b & 1) &&
                distance(kinds.centre[a], kinds.centre[b]) > SHADES &&
                std::max(kinds.centre[a].l, kinds.centre[b].l) < LIFT - 0.5F) {
                return true;
            }
        }
    }
    return false;
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
            if (!fields.faces[f].has_red)
                doubts.emplace(f, "something on a covered field is not a flag");
        } else if (other > 0) {
            doubts.emplace(f,
                           "it may be " + std::to_string(digit) + " or " + std::to_string(other));
        }
    }
    for (int f : fields.broken(covered))
        doubts.emplace(f, fields.numbers[f].digit > 0
                              ? "too few fields around it are covered"
                              : "it has no number, but a field around it is covered");
    return doubts;
}

std::vector<std::string> remarks_of(const Fields& fields, const std::vector<int>& contents) {
    std::vector<std::string> remarks;
    for (int f = 0; f < fields.size(); ++f) {
        if (contents[f] <= 0) continue;
        int flags = 0;
        fields.visit_around(f, [&](int g) { flags += contents[g] == FLAGGED; });
        if (flags > contents[f])
            remarks.push_back("more flags than its number are around row " +
                              std::to_string(f / fields.cols) + ", column " +
                              std::to_string(f % fields.cols));
    }
    return remarks;
}

Reading read_board(const Scene& scene, const Lined& lined) {
    const Grid& grid = lined.grid;
    const int n = grid.fields();
    if (lined.is_cut) return refused("the board is cut off at the border of the picture");
    if (lined.is_unclear || is_skewed(grid)) return refused(UNCLEAR_END);
    if (lined.edge_share > 0.93 && int(lined.bare.size()) > std::max(5, n / 25))
        return refused("something lies over the board");
    Fields fields{grid.rows(), grid.cols(), faces_of(scene, grid), {}, {}};
    fields.kinds = kinds_of(fields.faces);
    const int k = fields.number_of_kinds();
    if (k > MOST_FACES)
        return refused("the fields have too many colours for a board of Minesweeper");
    fields.numbers = numbers_of_fields(fields.faces);
    const auto [covered, is_unique] = covered_kinds(fields);
    const bool all_covered = covered == (1U << k) - 1;
    if (all_covered ? k == 1 && fields.faces[0].bevel < BEVELLED : !is_unique)
        return refused("covered fields cannot be told from open ones");
    if (has_many_colours(fields.kinds, covered))
        return refused("the fields have too many colours for a board of Minesweeper");
    Reading reading = reading_of(grid);
    reading.fields = contents_of(fields, covered);
    const std::map<int, std::string> doubts = doubts_of(fields, covered);
    reading.remarks = remarks_of(fields, reading.fields);
    if (std::all_of(reading.fields.begin(), reading.fields.end(), [](int x) { return x >= 0; }))
        return refused("no field is covered, so the game is over");
    if (int(doubts.size()) > std::max(8, n / 8))
        return refused(
            "the fields do not obey the rules of Minesweeper, as in a game that is over");
    add_doubts(doubts, reading);
    return reading;
}

struct Board {
    Lined lined;
    double quality = 0;
};

Board board_of(const Scene& scene, const Grid& candidate, Shape shape) {
    Board board{with_lines(scene, candidate, shape, false), 0};
    const Grid& grid = board.lined.grid;
    const int least = shape.rows * shape.cols > 0 ? 2 : SMALLEST;
    if (std::min(grid.rows(), grid.cols()) >= least && board.lined.edge_share >= MIN_EDGE_SHARE) {
        board.quality = quality_of(board.lined);
    }
    return board;
}

}  // namespace

Reading read_minesweeper(const Scene& scene, const Options& options) {
    const Shape shape{options.rows, options.cols};
    const std::vector<Board> boards = boards_in(scene, shape, board_of);
    const auto best = likeliest(boards);
    if (best == boards.end() || best->quality <= 0)
        return refused("no board with lines between its fields was found");
    const Lined& lined = best->lined;
    const Grid& grid = lined.grid;
    if (has_second(scene, shape, *best, board_of))
        return refused("there are several boards; choose one with --crop");
    if (shape.rows * shape.cols == 0 && touches_one_border(scene, grid))
        return refused(UNCLEAR_END);
    const Reading reading = read_board(scene, lined);
    if (reading.refusal.empty() && reading.doubts.empty()) return reading;
    // strokes of digits may look like lines at half of the pitch
    for (const Board& other : boards) {
        const Grid& twin = other.lined.grid;
        const auto same_ends = [](const Axis& a, const Axis& b) {
            const double most = 0.6 * std::max(a.pitch, b.pitch);
            return std::abs(a.origin - b.origin) < most && std::abs(a.end() - b.end()) < most;
        };
        const bool differs = twin.rows() != grid.rows() || twin.cols() != grid.cols();
        if (other.quality < 0.2 * best->quality || !differs || !same_ends(twin.x, grid.x) ||
            !same_ends(twin.y, grid.y))
            continue;
        const Reading again = read_board(scene, other.lined);
        const bool has_number =
            std::any_of(again.fields.begin(), again.fields.end(), [](int x) { return x > 0; });
        if (again.refusal.empty() && again.doubts.empty() && has_number) return again;
    }
    return reading;
}

}  // namespace puzzlesat::picture
