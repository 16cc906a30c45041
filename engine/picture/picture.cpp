#include "picture/picture.hpp"

#include <numbers>
#include <numeric>

#include "picture/fields.hpp"

namespace puzzlesat::picture {

namespace {

constexpr std::size_t MAX_PIXELS = 6'000'000, MAX_PIXELS_AT_FIRST = 700'000;
constexpr double LEAST_PITCH = 20;  // of a board in a smaller picture

// The degrees by which the lines of a picture are turned, clockwise, if they are by a few, or 0.
double turned_by(const Image& image) {
    constexpr double MOST = 10, STEP = 0.5;   // degrees
    constexpr double SHARPER = 1.25;          // the least ratio of the profiles' sums of squares
    std::vector<std::pair<int, int>> points;  // on almost vertical edges
    for (int y = 1; y + 1 < image.height(); ++y) {
        for (int x = 1; x + 1 < image.width(); ++x) {
            const float along = distance(image.at(x - 1, y), image.at(x + 1, y));
            if (along > 0.1F && along > 3 * distance(image.at(x, y - 1), image.at(x, y + 1)))
                points.emplace_back(x, y);
        }
    }
    double best = 0, upright = 0, degrees = 0;
    for (double d = -MOST; d <= MOST; d += STEP) {
        const double angle = d * std::numbers::pi / 180;
        std::vector<double> profile(image.width() + 2 * image.height());
        for (const auto& [x, y] : points)
            ++profile[int(std::floor(x * std::cos(angle) + y * std::sin(angle))) + image.height()];
        const double sharpness =
            std::inner_product(profile.begin(), profile.end(), profile.begin(), 0.0);
        if (d == 0) upright = sharpness;
        if (sharpness > best) best = sharpness, degrees = d;
    }
    return best > SHARPER * upright ? degrees : 0;
}

}  // namespace

Reading read(Game game, std::span<const std::uint8_t> rgba, int width, int height, Shape shape) {
    // a large board is read faster in a smaller picture, which also shows what is no board
    Reading reading;
    for (const std::size_t most_pixels : {MAX_PIXELS_AT_FIRST, MAX_PIXELS}) {
        Image image(rgba, width, height, most_pixels);
        if (std::min(image.width(), image.height()) < 1) return refused("no_board");
        const Scene scene(std::move(image));
        const double scale = scene.image.scale();
        reading = game == Game::floodit    ? read_floodit(scene, shape)
                  : game == Game::flowfree ? read_flowfree(scene, shape)
                                           : read_minesweeper(scene, shape);
        const bool is_clear = reading.is_read() && reading.doubts.empty();
        const double turn = most_pixels == MAX_PIXELS || is_clear ? 0 : turned_by(scene.image);
        if (turn != 0) return refused("turned", turn);
        const double pitch = std::min(reading.pitch_x, reading.pitch_y);
        reading.left *= scale, reading.top *= scale;
        reading.pitch_x *= scale, reading.pitch_y *= scale;
        if (scale == 1 || (is_clear && pitch >= LEAST_PITCH)) break;
    }
    return reading;
}

Reading guess(Game game, std::span<const std::uint8_t> rgba, int width, int height, Shape shape) {
    const Scene scene(Image(rgba, width, height, MAX_PIXELS));
    if (std::min(scene.image.width(), scene.image.height()) < 1) return refused("no_board");
    const auto axis = [](int length, int fields) {
        return Axis{.pitch = double(length) / fields, .fields = fields};
    };
    const Grid grid{axis(scene.image.width(), shape.cols), axis(scene.image.height(), shape.rows)};
    Reading reading = game == Game::floodit    ? contents_of_floodit(scene, grid)
                      : game == Game::flowfree ? contents_of_flowfree(scene, grid)
                                               : contents_of_minesweeper(scene, grid);
    reading.unread.clear();
    reading.doubts.clear();
    return reading;
}

}  // namespace puzzlesat::picture
