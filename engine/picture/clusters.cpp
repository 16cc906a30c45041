#include "picture/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace puzzlesat::picture {

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
            for (int s = 0; s < 2; ++s)
                if (size[s] > 0) centre[s] = sum[s] * (1 / float(size[s]));
        }
        if (std::min(size[0], size[1]) < 3) continue;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const float d = distance(colours[members[i]], centre[side[i]]);
            deviation[side[i]] += d * d / float(size[side[i]]);
        }
        const float apart = distance(centre[0], centre[1]);
        if (apart < CLOSEST || apart < FACTOR * std::sqrt(std::max(deviation[0], deviation[1])))
            continue;
        for (std::size_t i = 0; i < members.size(); ++i)
            if (side[i]) clusters.label[members[i]] = int(clusters.centre.size());
        clusters.centre[label] = centre[0];
        clusters.centre.push_back(centre[1]);
        return true;
    }
    return false;
}

// Make clusters of linked colours.
void join(const std::vector<Lab>& colours, std::span<const Link> links, Clusters& clusters) {
    clusters.label = labels_of(int(colours.size()), links);
    std::vector<std::vector<Lab>> members;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const std::size_t label = clusters.label[i];
        if (label == members.size()) members.emplace_back();
        members[label].push_back(colours[i]);
    }
    clusters.centre.clear();
    for (auto& m : members) clusters.centre.push_back(median(m));
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
    for (int i = 0; i < int(label.size()); ++i)
        if (label[i] == of_label) found.push_back(i);
    return found;
}

Clusters cluster(const std::vector<Lab>& colours, std::size_t most) {
    constexpr float APART = 0.03F;
    Clusters result = cluster(colours);
    if (result.separated && result.centre.size() <= most) return result;
    std::vector<Link> links = shortest_links(colours);
    for (std::size_t k = 1; k < most && !links.empty() && links.back().length > APART; ++k)
        links.pop_back();
    join(colours, links, result);
    return result;
}

Clusters cluster(const std::vector<Lab>& colours) {
    constexpr float SMALLEST = 0.015F;  // between colours that people can tell apart
    constexpr float FACTOR = 2.2F;
    const std::vector<Link> links = shortest_links(colours);
    Clusters result;
    std::size_t cut = links.size();
    for (std::size_t i = 0; i < links.size(); ++i) {
        const float before = i > 0 ? links[i - 1].length : 0;
        if (links[i].length >= SMALLEST && links[i].length >= FACTOR * before) {
            cut = i;
            result.separated = true;
            break;
        }
    }
    result.spread = cut > 0 ? links[cut - 1].length : 0;
    join(colours, {links.data(), cut}, result);
    while (split_one(colours, result)) result.separated = true;
    return result;
}

}  // namespace puzzlesat::picture
