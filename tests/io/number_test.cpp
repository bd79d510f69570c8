#include "restraint/io/text/number.h"

#include <doctest/doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>

namespace restraint::io {
namespace {

std::string complaint(const std::string& text) {
    try {
        parse_number(text);
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST_CASE("a double that is written reads back to the same bits") {
    for (const double x : {0.0, -0.0, 0.1, 1.0 / 3.0, 1e23, 5e-324, -2.2250738585072014e-308,
                           std::numeric_limits<double>::max(), 9007199254740993.0}) {
        CAPTURE(x);
        CHECK(std::bit_cast<std::uint64_t>(parse_number(to_text(x))) == std::bit_cast<std::uint64_t>(x));
    }
    const std::uint64_t seed = 20;
    CAPTURE(seed);
    std::mt19937_64 bits(seed);
    for (int k = 0; k < 20000; ++k) {
        const double x = std::bit_cast<double>(bits());  // any exponent, any mantissa
        if (!std::isfinite(x)) continue;
        CAPTURE(x);
        REQUIRE(std::bit_cast<std::uint64_t>(parse_number(to_text(x))) == std::bit_cast<std::uint64_t>(x));
    }
}

TEST_CASE("a double is written with as few digits as will do") {
    CHECK(to_text(0.1) == "0.1");
    CHECK(to_text(-9.81) == "-9.81");
    CHECK(to_text(2.0) == "2");
    CHECK(to_text(0.1 + 0.2) == "0.30000000000000004");
}

TEST_CASE("a number may have a sign, a point and an exponent") {
    CHECK(parse_number("+1") == 1.0);
    CHECK(parse_number("-.5") == -0.5);
    CHECK(parse_number("5.") == 5.0);
    CHECK(parse_number("1.5e-3") == 1.5e-3);
    CHECK(parse_number("1E2") == 100.0);
}

TEST_CASE("what is not a finite number is refused with its reason") {
    CHECK(complaint("nan") == "\"nan\" is not a finite number");
    CHECK(complaint("-inf") == "\"-inf\" is not a finite number");
    CHECK(complaint("infinity") == "\"infinity\" is not a finite number");
    CHECK(complaint("1e999") == "\"1e999\" is beyond the range of a double");
    CHECK(complaint("1e-999") == "\"1e-999\" is beyond the range of a double");
    CHECK(complaint("1,5") == "\"1,5\" is not a number: the decimal sign is a point");
    for (const char* text :
         {"", "-", "+", "+-1", "--1", "++1", "0x10", "1.5m", "1 5", " 1", "1 ", "e5", "1e", "."})
        CHECK(complaint(text) == in_quotes(text) + " is not a number");
}

TEST_CASE("a count is a whole number within its limits") {
    CHECK(parse_count("7", 1, 9) == 7);
    for (const std::string text : {"0", "10", "-1", "2.5", "99999999999999999999"})
        CHECK_THROWS_WITH_AS(parse_count(text, 1, 9),
                             (in_quotes(text) + " is not a whole number from 1 to 9").c_str(),
                             std::invalid_argument);
}

TEST_CASE("numbers of sentences have the digits asked for, and no minus before 0") {
    CHECK(rounded(0.1 + 0.2) == "0.3");
    CHECK(rounded(1.23456789, 6) == "1.23457");
    CHECK(rounded(-0.0) == "0");
}

TEST_CASE("a quoted word stays short and printable, whatever is in the file") {
    CHECK(in_quotes("brck") == "\"brck\"");
    CHECK(in_quotes(std::string("a\n\x01\xff", 4)) == "\"a\\x0a\\x01\\xff\"");
    CHECK(in_quotes(std::string(1000, 'x')) == "\"" + std::string(40, 'x') + "...\"");
}

}  // namespace
}  // namespace restraint::io
