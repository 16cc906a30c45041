// JSON values, read strictly (RFC 8259) and written on one line.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace puzzlesat {

template <class T>
concept Listed = requires(const T& list) {
    list.begin();
    list.end();
} && !std::convertible_to<T, std::string_view>;

class Json {
public:
    using List = std::vector<Json>;
    using Members = std::vector<std::pair<std::string, Json>>;

    // Thrown by read(); the message says where the text is wrong.
    struct Error : std::invalid_argument {
        using std::invalid_argument::invalid_argument;
    };

    Json(std::nullptr_t = nullptr) {}
    Json(const Json&);  // defined in json.cpp: the code is large
    Json(Json&&) noexcept;
    Json& operator=(const Json&);
    Json& operator=(Json&&) noexcept;
    ~Json();
    template <std::same_as<bool> T>
    Json(T value) : value_(value) {}
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    Json(T value) {  // a number that is too large becomes a double, as if it was read
        if (std::in_range<std::int64_t>(value))
            value_ = static_cast<std::int64_t>(value);
        else
            value_ = static_cast<double>(value);
    }
    Json(double value) : value_(value) {}
    Json(const char* text);
    Json(std::string text);
    Json(List items);
    Json(Members members);
    template <Listed T>
    Json(const T& items) : value_(List(items.begin(), items.end())) {}
    template <class T>
    Json(const std::optional<T>& value) {
        if (value) *this = Json(*value);
    }

    // What this is, or nothing if it is something else. A number with a point is not whole.
    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
    const bool* boolean() const { return std::get_if<bool>(&value_); }
    const std::string* string() const { return std::get_if<std::string>(&value_); }
    const List* list() const { return std::get_if<List>(&value_); }
    const Members* members() const { return std::get_if<Members>(&value_); }
    std::optional<std::int64_t> whole() const;
    std::optional<double> number() const;

    // A member of an object; null if there is none, or if this is no object.
    const Json& operator[](std::string_view name) const;

    std::string text() const;
    static Json read(std::string_view text);

    friend bool operator==(const Json& one, const Json& other);

private:
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Members> value_;
};

// A member of an object with a fixed name.
struct Member {
    const char* name;
    Json value;
};
Json object(std::initializer_list<Member> members);

}  // namespace puzzlesat
