// Clusters of colours.
#pragma once
#include <span>
#include <vector>

#include "picture/image.hpp"

namespace puzzlesat::picture {

constexpr int NONE = -1;  // no colour

// Two colours and their distance.
struct Link {
    float length;
    int a, b;
};

// The links of a minimum spanning tree of colours, the shortest first.
std::vector<Link> shortest_links(const std::vector<Lab>& colours);

// Labels of n colours, equal for linked ones and numbered by first occurrence.
std::vector<int> labels_of(int n, std::span<const Link> links);

struct Clusters {
    std::vector<int> label;   // of each colour
    std::vector<Lab> centre;  // of each cluster
    float spread = 0;         // the longest link within a cluster, before any is split
    bool separated = false;   // whether there is more than one cluster

    // The colours of a cluster.
    std::vector<int> members(int of_label) const;
};

// Single-linkage clusters of colours, with the first threshold at which links jump by a factor.
Clusters cluster(const std::vector<Lab>& colours);
// At most so many, whatever the gaps between them.
Clusters cluster(const std::vector<Lab>& colours, std::size_t most);

}  // namespace puzzlesat::picture
