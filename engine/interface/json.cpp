#include "interface/json.hpp"

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace puzzlesat {

namespace {

// What strtod and snprintf take for a point depends on the host's locale.
std::string decimal_point() { return std::localeconv()->decimal_point; }

std::string replaced(const std::string& text, const std::string& part, const std::string& by) {
    const auto at = text.find(part);
    return at == std::string::npos ? text : text.substr(0, at) + by + text.substr(at + part.size());
}

constexpr int DEEPEST = 64;  // lists and objects in each other: reading recurses

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Json whole_text() {
        Json value = this->value(0);
        skip_space();
        if (at_ < text_.size()) fail("the end of the text");
        return value;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;

    [[noreturn]] void fail(const std::string& expected) const {
        throw Json::Error("the text is no JSON: at byte " + std::to_string(at_) +
                          " there must be " + expected);
    }

    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool skip(char c) {
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\n\r", at_), text_.size()); }
    bool skip_word(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    Json value(int depth) {
        skip_space();
        if (depth > DEEPEST) fail("no deeper list or object");
        if (next() == '{') return members(depth);
        if (next() == '[') return list(depth);
        if (next() == '"') return string();
        if (skip_word("null")) return nullptr;
        if (skip_word("true")) return true;
        if (skip_word("false")) return false;
        return number();
    }

    // Read what is between brackets, item by item.
    template <class Read>
    void items(char close, Read read) {
        ++at_;
        skip_space();
        if (skip(close)) return;
        do {
            skip_space();
            read();
            skip_space();
        } while (skip(','));
        if (!skip(close)) fail(std::string("a comma or ") + close);
    }

    Json list(int depth) {
        Json::List list;
        items(']', [&] { list.push_back(value(depth + 1)); });
        return list;
    }

    Json members(int depth) {
        Json::Members members;
        std::set<std::string> names;
        items('}', [&] {
            if (next() != '"') fail("a name in quotation marks");
            auto name = string();
            if (!names.insert(name).second) fail("a name that the object does not have yet");
            skip_space();
            if (!skip(':')) fail("a colon");
            auto item = value(depth + 1);
            members.emplace_back(std::move(name), std::move(item));
        });
        return members;
    }

    int digits() {
        const auto begin = at_;
        while (next() >= '0' && next() <= '9') ++at_;
        if (at_ == begin) fail("a value");
        return static_cast<int>(at_ - begin);
    }

    Json number() {
        const auto begin = at_;
        skip('-');
        const bool has_zero = next() == '0';
        if (digits() > 1 && has_zero) fail("a number without a zero in front");
        if (skip('.')) digits();
        if (next() == 'e' || next() == 'E') {
            ++at_;
            if (!skip('+')) skip('-');
            digits();
        }
        const std::string token(text_.substr(begin, at_ - begin));
        std::int64_t integer = 0;
        const auto* end = token.data() + token.size();
        const auto read = std::from_chars(token.data(), end, integer);
        if (read.ec == std::errc() && read.ptr == end) return integer;  // and no point or exponent
        const double real = std::strtod(replaced(token, ".", decimal_point()).c_str(), nullptr);
        if (!std::isfinite(real)) fail("a number that is not too large");
        return real;
    }

    unsigned hexadecimal() {
        unsigned code = 0;
        const auto digits = text_.substr(at_, 4);
        const auto* end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, code, 16);
        if (digits.size() < 4 || read.ec != std::errc() || read.ptr != end) fail("four digits");
        at_ += 4;
        return code;
    }

    unsigned code_point() {
        const unsigned high = hexadecimal();
        if (high < 0xD800 || high > 0xDFFF) return high;
        if (high > 0xDBFF || !skip_word("\\u")) fail("both halves of a character");
        const unsigned low = hexadecimal();
        if (low < 0xDC00 || low > 0xDFFF) fail("both halves of a character");
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }

    std::string string() {
        ++at_;
        std::string found;
        while (!skip('"')) {
            if (at_ == text_.size()) fail("the end of a string");
            if (static_cast<unsigned char>(next()) < ' ') fail("no control character");
            if (!skip('\\')) {
                found += text_[at_++];
                continue;
            }
            constexpr std::string_view ESCAPED = "\"\\/bfnrt", MEANT = "\"\\/\b\f\n\r\t";
            if (skip('u')) {
                append(found, code_point());
                continue;
            }
            const auto which = ESCAPED.find(next());
            if (at_ == text_.size() || which == std::string_view::npos)
                fail("an escaped character");
            found += MEANT[which];
            ++at_;
        }
        return found;
    }

    // Append a character as UTF-8.
    static void append(std::string& text, unsigned code) {
        if (code < 0x80) {
            text += static_cast<char>(code);
            return;
        }
        const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        constexpr unsigned LEADING[] = {0, 0xC0, 0xE0, 0xF0};
        text += static_cast<char>(LEADING[more] | code >> 6 * more);
        for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> 6 * i & 63));
    }
};

void write(std::string& text, const std::string& content) {
    text += '"';
    for (const char c : content) {
        if (static_cast<unsigned char>(c) < ' ') {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
            text += escaped;
            continue;
        }
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    text += '"';
}

void write(std::string& text, const Json& value) {
    if (const auto* items = value.list()) {
        text += '[';
        for (const auto& item : *items) {
            if (&item != items->data()) text += ',';
            write(text, item);
        }
        text += ']';
    } else if (const auto* members = value.members()) {
        text += '{';
        for (const auto& member : *members) {
            if (&member != members->data()) text += ',';
            write(text, member.first);
            text += ':';
            write(text, member.second);
        }
        text += '}';
    } else if (const auto* content = value.string()) {
        write(text, *content);
    } else if (const auto* holds = value.boolean()) {
        text += *holds ? "true" : "false";
    } else if (const auto whole = value.whole()) {
        text += std::to_string(*whole);
    } else if (const auto number = value.number(); number && std::isfinite(*number)) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", *number);  // reads back as the same number
        text += replaced(digits, decimal_point(), ".");
    } else {
        text += "null";
    }
}

}  // namespace

Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(List items) : value_(std::move(items)) {}
Json::Json(Members members) : value_(std::move(members)) {}

bool operator==(const Json& one, const Json& other) { return one.value_ == other.value_; }

std::optional<std::int64_t> Json::whole() const {
    const auto* found = std::get_if<std::int64_t>(&value_);
    return found ? std::optional(*found) : std::nullopt;
}

std::optional<double> Json::number() const {
    if (const auto integer = whole()) return static_cast<double>(*integer);
    const auto* found = std::get_if<double>(&value_);
    return found ? std::optional(*found) : std::nullopt;
}

const Json& Json::operator[](std::string_view name) const {
    static const Json null;
    if (const auto* all = members())
        for (const auto& [other, value] : *all)
            if (other == name) return value;
    return null;
}

Json object(std::initializer_list<Member> members) {
    Json::Members found;
    for (const auto& member : members) found.emplace_back(member.name, member.value);
    return found;
}

std::string Json::text() const {
    std::string text;
    write(text, *this);
    return text;
}

Json Json::read(std::string_view text) { return Reader(text).whole_text(); }

}  // namespace puzzlesat
