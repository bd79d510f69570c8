#include <clocale>
#include <locale>

#include "run.h"

namespace restraint::io {
namespace {

/// 1234.5 is 1.234,5 here, as in German.
class Comma : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// While it lives, every new stream of the process writes and reads numbers so.
class CommaEverywhere {
  public:
    CommaEverywhere() : before_(std::locale::global(std::locale(std::locale::classic(), new Comma))) {}
    ~CommaEverywhere() { std::locale::global(before_); }
    CommaEverywhere(const CommaEverywhere&) = delete;
    CommaEverywhere& operator=(const CommaEverywhere&) = delete;

  private:
    std::locale before_;
};

TEST_CASE("in a program that writes commas and groups thousands, all input and output stays as it is") {
    const std::string wall = run({"tower", "wall", "5", "6", "--scale", "1234.5"}).out;
    const std::string program =
        "NAME p\nROWS\n N f\n G g\nCOLUMNS\n x f 1.5 g 1\nRHS\n rhs g 2500.5\nENDATA\n";
    const std::string far = "table -1 5000 0\nbrick b 1234.5 0.5 0 2 1 velocity 0.5 0 0\n";
    const std::vector<std::pair<std::vector<std::string>, std::string>> runs{
        {{"tower", "bond", "1234", "1"}, ""},
        {{"tower", "wall", "5", "6", "--scale", "1234.5"}, ""},
        {{"stability", "-", "--force-range"}, wall},
        {{"stability", "-"}, far},
        {{"accelerate", "-"}, far},
        {{"collapse", "-", "--dt", "0.0001", "--time", "0.2", "--every", "1000"}, far},
        {{"stability", "-"}, "brick b 0 0,5 0 1 1\n"},
        {{"lp", "-", "--solution"}, program},
        {{"collapse", "-", "--every", "0"}, far},
    };
    for (const auto& [words, input] : runs) {
        const Answer plain = run(words, input);
        const CommaEverywhere comma;
        CHECK((std::ostringstream() << 1234.5).str() == "1.234,5");  // it is on
        const Answer same = run(words, input);
        const std::string& word = words[0];
        CAPTURE(word);
        CHECK(same.status == plain.status);
        CHECK(same.out == plain.out);
        CHECK(same.err == plain.err);
    }
}

TEST_CASE("in such a program pictures and saved towers have their points, too") {
    const Folder folder;
    const std::string tower = "brick b 1.5 2000.5 0.25 1 1\n";
    const auto draw = [&](const std::string& name) {
        CHECK(run({"collapse", "-", "--time", "0.1", "--svg", folder.file(name + ".svg"), "--html",
                   folder.file(name + ".html"), "--save", folder.file(name + ".tower"), "--forces",
                   folder.file(name + ".forces")},
                  tower)
                  .status == 0);
    };
    draw("plain");
    {
        const CommaEverywhere comma;
        draw("comma");
    }
    for (const std::string kind : {".svg", ".html", ".tower", ".forces"}) {
        CAPTURE(kind);
        CHECK(folder.read("plain" + kind).size() > 20);
        CHECK(folder.read("plain" + kind) == folder.read("comma" + kind));
    }
}

TEST_CASE("numbers are written and read with a point, whatever the locale") {
    const std::string overlap = "brick a 0 0.5 0 1 1\nbrick b 0.5 1.25 0 1 1\n";
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char* locale : {"C", "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {  // those that there are
        if (!std::setlocale(LC_ALL, locale)) continue;
        const std::string message = run({"stability", "-"}, overlap).err;
        CHECK(message == "<stdin>:2: a and b overlap by 0.25 m\n");
        CHECK(to_text(1.5) == "1.5");
        CHECK(parse_number("1.5") == 1.5);
    }
    std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace restraint::io
