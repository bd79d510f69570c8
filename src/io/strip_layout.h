#pragma once

#include <string>
#include <vector>

#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// Where the pictures of a film strip lie on the paper, in pixels.
struct StripLayout {
    std::size_t columns = 3;
    double width = 0.0, height = 0.0;              // of the page
    double panel_width = 0.0, panel_height = 0.0;  // of a picture

    /// The upper left corner of picture k.
    Vec2 corner(std::size_t k) const;
    /// Where the line of scales begins, under the pictures.
    Vec2 legend() const;
};

/// The layout of so many pictures of the given width over height.
StripLayout strip_layout(std::size_t pictures, double aspect);

/// Up to six frames, evenly spaced from 0 to `last`.
std::vector<std::size_t> chosen_frames(std::size_t last);

/// Where titles stand on the page.
inline constexpr Vec2 strip_title{12.0, 21.0};

/// "t = 0.250 s".
std::string time_label(double time);

}  // namespace restraint::io
