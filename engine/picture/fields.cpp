#include "picture/fields.hpp"

#include <limits>
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

float edge_between(const Edges& edges, const Axis& axis, int i, double from, double to) {
    return edges.support(axis.low(i), axis.high(i), from, to);
}

Clusters cluster(const std::vector<Lab>& colours) {
    constexpr float NOISE = 0.005F;     // links below this are never compared
    constexpr float SMALLEST = 0.015F;  // between colours that people can tell apart
    constexpr float FACTOR = 2.2F;
    const int n = int(colours.size());
    // Prim's algorithm: the links of a minimum spanning tree
    struct Link {
        float length;
        int a, b;
    };
    std::vector<Link> links;
    std::vector<float> nearest(n, std::numeric_limits<float>::infinity());
    std::vector<int> from(n, 0);
    std::vector<bool> reached(n);
    for (int last = 0, k = 1; k < n; ++k) {
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
    Clusters result;
    int cut = int(links.size());
    for (int i = 0; i < int(links.size()); ++i) {
        const float before = std::max(i > 0 ? links[i - 1].length : 0, NOISE);
        if (links[i].length >= SMALLEST && links[i].length >= FACTOR * before) {
            cut = i;
            result.separated = true;
            result.separation = links[i].length;
            break;
        }
    }
    result.spread = cut > 0 ? links[cut - 1].length : 0;
    std::vector<int> root(n);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int x) {
        while (root[x] != x) x = root[x] = root[root[x]];
        return x;
    };
    for (int i = 0; i < cut; ++i) root[find(links[i].a)] = find(links[i].b);
    std::vector<int> number(n, NONE);
    std::vector<std::vector<Lab>> members;
    for (int i = 0; i < n; ++i) {
        int& label = number[find(i)];
        if (label == NONE) {
            label = int(members.size());
            members.emplace_back();
        }
        members[label].push_back(colours[i]);
        result.label.push_back(label);
    }
    for (auto& m : members) result.centre.push_back(median(m));
    return result;
}

Reading refused(std::string sentence) {
    Reading reading;
    reading.refusal = std::move(sentence);
    return reading;
}

Reading read(Game game, std::span<const std::uint8_t> rgba, int width, int height,
             const Options& options) {
    if (width < 1 || height < 1 || rgba.size() != std::size_t(width) * height * 4) {
        return refused("the picture has no pixels");
    }
    std::vector<std::uint8_t> part;
    int w = width, h = height;
    if (options.left || options.top || options.width || options.height) {
        w = options.width ? options.width : width - options.left;
        h = options.height ? options.height : height - options.top;
        if (options.left < 0 || options.top < 0 || w < 1 || h < 1 || options.left > width - w ||
            options.top > height - h) {
            return refused("the part to read is not inside the picture of " +
                           std::to_string(width) + "×" + std::to_string(height) + " pixels");
        }
        part.reserve(std::size_t(w) * h * 4);
        for (int y = 0; y < h; ++y) {
            const auto row = rgba.subspan((std::size_t(y + options.top) * width + options.left) * 4,
                                          std::size_t(w) * 4);
            part.insert(part.end(), row.begin(), row.end());
        }
        rgba = part;
    }
    const Scene scene(Image(rgba, w, h));
    Reading reading = game == Game::floodit    ? read_floodit(scene, options)
                      : game == Game::flowfree ? read_flowfree(scene, options)
                                               : read_minesweeper(scene, options);
    const double scale = scene.image.scale();
    reading.left = reading.left * scale + options.left;
    reading.top = reading.top * scale + options.top;
    reading.pitch_x *= scale;
    reading.pitch_y *= scale;
    return reading;
}

}  // namespace puzzlesat::picture
