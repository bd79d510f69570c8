#pragma once

#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/picture.h"
#include "restraint/io/text/scene_options.h"

namespace restraint::scenes {

/// Writes the pictures that were asked for, under what the scene shows: --svg as a strip, --html as a page.
inline void write_pictures(const io::Knobs& knobs, io::Film film) {
    film.look = knobs.claim;
    for (auto& [option, file] : knobs.files) {
        if (option == "--svg")
            file.stream() << io::film_strip(film, io::camera_by_name(knobs.text("--side")));
        if (option == "--html") file.stream() << io::player_page({film});
        file.finish();
    }
}

}  // namespace restraint::scenes
