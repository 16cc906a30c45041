#include "common/natural.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace puzzlesat {

Natural::Natural(std::uint64_t value)
    : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
    trim();
}

Natural::Natural(const std::uint32_t* words, std::size_t count) : words_(words, words + count) {
    trim();
}

Natural Natural::power_of_two(int exponent) {
    Natural power = 1;
    power.shift_left(exponent);
    return power;
}

std::string Natural::decimal() const {
    Natural rest = *this;
    std::string digits;
    do {
        std::uint32_t nine = rest.divide(1'000'000'000);
        for (int i = 0; i < 9; ++i, nine /= 10) digits += static_cast<char>('0' + nine % 10);
    } while (!rest.is_zero());
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    std::reverse(digits.begin(), digits.end());
    return digits;
}

Natural& Natural::operator-=(const Natural& other) {
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        borrow += words_[i];
        if (i < other.words_.size()) borrow -= other.words_[i];
        words_[i] = static_cast<std::uint32_t>(borrow);
        borrow >>= 32;  // 0 or -1
    }
    trim();
    return *this;
}

Natural& Natural::operator*=(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (auto& word : words_) {
        carry += std::uint64_t{word} * factor;
        word = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry > 0) words_.push_back(static_cast<std::uint32_t>(carry));
    trim();
    return *this;
}

std::uint32_t Natural::divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
        rest = rest << 32 | words_[i];
        words_[i] = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

void Natural::add(const Natural& one, const Natural& other) {
    const std::size_t n = one.words_.size(), m = other.words_.size();
    if (n == 0 || m == 0) return;
    words_.resize(std::max(words_.size(), n + m) + 1);
    add_product(words_.data(), static_cast<int>(words_.size()), one.words_.data(),
                static_cast<int>(n), other.words_.data(), static_cast<int>(m));
    trim();
}

std::strong_ordering operator<=>(const Natural& one, const Natural& other) {
    if (one.words_.size() != other.words_.size()) return one.words_.size() <=> other.words_.size();
    for (std::size_t i = one.words_.size(); i-- > 0;)
        if (one.words_[i] != other.words_[i]) return one.words_[i] <=> other.words_[i];
    return std::strong_ordering::equal;
}

int Natural::bits() const {
    return words_.empty() ? 0
                          : static_cast<int>(32 * words_.size()) - std::countl_zero(words_.back());
}

void Natural::shift_left(int bits) {
    if (const int left = bits % 32; left > 0) *this *= std::uint32_t{1} << left;
    words_.insert(words_.begin(), bits / 32, 0);
}

double quotient(Natural part, Natural whole) {
    if (part.is_zero()) return 0.0;
    const int shift = whole.bits() - part.bits();
    part.shift_left(shift);
    // 64 binary digits; the last one is set if there is a remainder, so that rounding to 53 digits
    // rounds the quotient.
    std::uint64_t digits = 0;
    for (int i = 0; i < 64; ++i) {
        digits <<= 1;
        if (part >= whole) {
            part -= whole;
            digits |= 1;
        }
        part *= 2;
    }
    if (!part.is_zero()) digits |= 1;
    return std::ldexp(static_cast<double>(digits), -63 - shift);
}

}  // namespace puzzlesat
