#include "strip_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace restraint::io {

namespace {

constexpr std::size_t most_pictures = 6;
constexpr double page_width = 960.0, margin = 12.0, title_height = 30.0, legend_height = 34.0;  // pixels
constexpr double label_height = 22.0;  // above each picture

}  // namespace

Vec2 StripLayout::corner(std::size_t k) const {
    return {margin + static_cast<double>(k % columns) * (panel_width + margin),
            title_height + label_height +
                static_cast<double>(k / columns) * (label_height + panel_height + margin)};
}

Vec2 StripLayout::legend() const { return {margin, height - legend_height / 2.0}; }

StripLayout strip_layout(std::size_t pictures, double aspect) {
    StripLayout layout;
    layout.columns = aspect > 2.0 ? 2 : 3;
    layout.width = page_width;
    const double count = static_cast<double>(layout.columns);
    layout.panel_width = (page_width - margin * (count + 1.0)) / count;
    layout.panel_height = std::min(layout.panel_width / aspect, 1.3 * layout.panel_width);
    const double rows = std::ceil(static_cast<double>(pictures) / count);
    layout.height = title_height + rows * (label_height + layout.panel_height + margin) + legend_height;
    return layout;
}

std::vector<std::size_t> chosen_frames(std::size_t last) {
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < most_pictures; ++k) {
        const std::size_t frame = (last * k + (most_pictures - 1) / 2) / (most_pictures - 1);
        if (chosen.empty() || chosen.back() != frame) chosen.push_back(frame);
    }
    return chosen;
}

std::string time_label(double time) {
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), time, std::chars_format::fixed, 3);
    return "t = " + std::string(buffer.data(), end.ptr) + " s";
}

}  // namespace restraint::io
