// A picture in a perceptual colour space, and the straight edges in it.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/bitset.hpp"

namespace puzzlesat::picture {

// A colour in OKLab: lightness 0..1, and two axes of chroma. Distances of 0.02 are just visible.
struct Lab {
    float l = 0, a = 0, b = 0;

    Lab operator+(const Lab& o) const { return {l + o.l, a + o.a, b + o.b}; }
    Lab operator-(const Lab& o) const { return {l - o.l, a - o.a, b - o.b}; }
    Lab operator*(float s) const { return {l * s, a * s, b * s}; }
    float norm() const { return std::sqrt(l * l + a * a + b * b); }
};

inline float distance(const Lab& x, const Lab& y) { return (x - y).norm(); }

std::array<std::uint8_t, 3> to_rgb(const Lab& colour);
Lab to_lab(int red, int green, int blue);

// The median of each coordinate.
Lab median(std::vector<Lab>& colours);
// The median of the colours within a distance of one of them, of every `step`th the one near most.
Lab most_frequent(const std::vector<Lab>& colours, float reach, int step = 1);
float quantile(std::vector<float> values, double share);

class Image {
public:
    // Pixels are row by row, four bytes each; transparent ones are laid on white. Pictures of more
    // pixels than `most` are made smaller by a whole factor. Noise in each pixel is smoothed.
    Image(std::span<const std::uint8_t> rgba, int width, int height, std::size_t most);

    int width() const { return width_; }
    int height() const { return height_; }
    int scale() const { return scale_; }  // pixels of the original along each side of a pixel

    const Lab& at(int x, int y) const { return pixels_[std::size_t(y) * width_ + x]; }
    // The mean around a place, clipped to the picture.
    Lab mean(double x, double y, int radius) const;
    bool contains(double x, double y) const {
        return x >= 0 && y >= 0 && x < width_ && y < height_;
    }

private:
    int width_, height_, scale_ = 1;
    std::vector<Lab> pixels_;

    // If there is noise, replace each pixel by the mean of those around it whose colours are near,
    // which keeps edges and thin lines (J.-S. Lee's sigma filter, 1983).
    void smooth();
};

// The places where colours change along one direction, if they do so on a straight line across it.
// Positions along the direction are called x here, and those across it y.
class Edges {
public:
    // along_x: changes between a pixel and its left neighbour; otherwise to the upper one.
    Edges(const Image& image, bool along_x);

    int length() const { return length_; }
    int breadth() const { return breadth_; }
    // The number of edges at each x whose y is in the range.
    std::vector<float> profile(int from, int to) const;
    // Remove the edges in a rectangle.
    void clear(double left, double right, double low, double high);
    // The share of y in the range at which there is an edge with low <= x <= high.
    float support(double low, double high, double from, double to) const;

private:
    int length_, breadth_;
    // The number of y from `from` to `to` - 1 with an edge from `left` to `right`.
    int count(int left, int right, int from, int to) const;
    std::vector<std::vector<Word>> marks_;  // for each x, the set of y
};

}  // namespace puzzlesat::picture
