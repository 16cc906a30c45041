// Natural numbers of any size: those of placements of mines.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace puzzlesat {

// Add the product of two numbers of n and m words of 32 bits, the lowest first, to a third one,
// modulo the power of two that does not fit its words.
inline void add_product(std::uint32_t* sum, int words, const std::uint32_t* one, int n,
                        const std::uint32_t* other, int m) {
    for (int i = 0; i < n; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; i + j < words && (j < m || carry > 0); ++j) {
            carry += sum[i + j];
            if (j < m) carry += std::uint64_t{one[i]} * other[j];
            sum[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
}

class Natural {
public:
    Natural(std::uint64_t value = 0);
    // Words of 32 bits, the lowest first.
    Natural(const std::uint32_t* words, std::size_t count);
    static Natural power_of_two(int exponent);

    bool is_zero() const { return words_.empty(); }
    const std::vector<std::uint32_t>& words() const { return words_; }
    std::string decimal() const;

    Natural& operator-=(const Natural& other);  // which is at most this
    friend Natural operator-(Natural one, const Natural& other) { return one -= other; }
    Natural& operator*=(std::uint32_t factor);
    std::uint32_t divide(std::uint32_t divisor);  // return the remainder
    // Add a product.
    void add(const Natural& one, const Natural& other);

    friend bool operator==(const Natural&, const Natural&) = default;
    friend std::strong_ordering operator<=>(const Natural& one, const Natural& other);

    // The double nearest to part / whole; 0 <= part <= whole, and the whole is positive.
    friend double quotient(Natural part, Natural whole);

private:
    std::vector<std::uint32_t> words_;  // without zeros at the end

    void trim() {
        while (!words_.empty() && words_.back() == 0) words_.pop_back();
    }
    int bits() const;
    void shift_left(int bits);
};

}  // namespace puzzlesat
