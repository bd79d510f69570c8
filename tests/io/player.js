// Added to a page of the player by tests/io/player.sh: what a reader does, and what the page then says.
"use strict";
const results = document.createElement("pre");
results.id = "results";
document.body.append(results);
const check = (name, good) => { results.textContent += `\n${good ? "ok     " : "FAILED "} ${name}`; };
window.onerror = message => check(`no error, but ${message}`, false);
const clock = () => get("clock").textContent;
const key = (name, target = document.body) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const pointer = (canvas, type, x, y, more = {}) => {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + x, clientY: box.top + y, pointerId: 1, buttons: 1, bubbles: true, ...more }));
};
const first = stages[0], canvas = get("stage");
canvas.setPointerCapture = () => {};
const ink = canvas => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, v) => sum + v, 0);

check("starts at 0, paused", clock() === "t = 0.000 s" && !playing && get("play").textContent === "play");
check("says what it shows", document.title === get("title").textContent && /tower|model/.test(document.title + get("look").textContent));
get("play").click();
check("plays when told to", playing && get("play").textContent === "pause");
key(" ", get("play"));
check("the space key pauses after the button was used", !playing);
go(0);
key("ArrowRight", get("scrub"));
const one = time;
check("an arrow key steps after the slider was used", one > 0 && Math.abs(one - film.frames[1].t) < 1e-12);
get("velocities").click();
key("ArrowLeft", get("velocities"));
check("and steps back after a box was used", time === 0);
key("Home");
go(end);
get("restart").click();
check("starts again", time === 0 && !playing);
playing = true; last = performance.now() - 100; time = end - 0.01; tick(performance.now());
check("stops at the end", !playing && time === end);
get("loop").click();
playing = true; last = performance.now() - 100; time = end - 0.01; tick(performance.now());
check("begins anew in a loop", playing && time === 0);
playing = false;
get("speed").value = "4"; time = 0; playing = true; last = 0; tick(20);
check("plays four times as fast", Math.abs(time - 0.08) < 1e-9);
playing = false;
get("scrub").value = String(end / 4);
get("scrub").oninput({ target: get("scrub") });
check("is scrubbed", Math.abs(time - end / 4) < 1e-9);
check("the clock is no live region", !get("clock").matches("output, [aria-live], [role=status]"));
check("buttons, sliders and canvases have names", [...document.querySelectorAll("button, canvas, input, select")].every(
  e => e.textContent.trim() || e.ariaLabel || e.labels?.length));

go(end / 2);
const plain = ink(canvas);
get("names").click();
check("names are drawn", ink(canvas) !== plain);
get("names").click();
get("forces").click();
check("forces are switched off", ink(canvas) !== plain);
get("forces").click();
check("forces are offered where they were recorded", !get("offer_forces").hidden);

const body = first.bodies.find(b => b.body.name === "b25"), at = first.project(body.middle);
pointer(canvas, "pointermove", ...at, { buttons: 0 });
check("tells a brick's name, place, speed and omega",
      /^b25\nposition .* m\nvelocity .* m\/s\nomega .* rad\/s$/.test(first.tip.textContent));
const force = moment(film).frame.forces[0], foot = first.project(force.slice(0, 3));
pointer(canvas, "pointermove", ...foot, { buttons: 0 });
check("tells a contact's force", /^contact force [\d.e+-]+ N$/.test(first.tip.textContent));
pointer(canvas, "pointerdown", ...at);
pointer(canvas, "pointerup", ...at, { buttons: 0 });
check("traces the point that was clicked", first.trace?.index === body.index && Math.abs(first.trace.point[0]) < 0.02);
const before = { ...first.view };
canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -300, cancelable: true }));
check("the wheel zooms", first.view.scale > before.scale);
pointer(canvas, "pointerdown", 50, 50);
pointer(canvas, "pointermove", 60, 55);
pointer(canvas, "pointerup", 60, 55, { buttons: 0 });
const zoomed = first.view.scale;
pointer(canvas, "pointerdown", 100, 100);
pointer(canvas, "pointerdown", 150, 100, { pointerId: 2 });
pointer(canvas, "pointermove", 200, 100, { pointerId: 2 });
check("two fingers zoom", Math.abs(first.view.scale / zoomed - 2) < 1e-9);
pointer(canvas, "pointerup", 200, 100, { pointerId: 2 });
pointer(canvas, "pointerup", 100, 100);
const kept = first.view.scale;
window.onresize();
check("a resize keeps the view", Math.abs(first.view.scale - kept) < 1e-9);
get("home").click();
check("and the first view comes back", Math.abs(first.view.scale - before.scale) < 1e-9);
canvas.style.width = "200px";
window.onresize();
check("a narrower window shows all that was to be seen", first.project(film.window.slice(0, 3))[0] > 0 && first.project(film.window.slice(3))[0] < 200);
canvas.style.width = "";
window.onresize();
check("and a wide one as before", Math.abs(first.view.scale - before.scale) < 1e-9);
const chartBox = first.energy;
chartBox.onclick({ offsetX: 52 + (chartBox.clientWidth - 60) / 2 });
check("a click on a chart goes there", Math.abs(time - end / 2) < 1e-9);
check("charts let the page scroll", getComputedStyle(chartBox).touchAction.includes("pan"));
check("rounding noise is 0", shown(1e-14, 1) === "0" && shown(-0.12345, 1) === "-0.1235");
check("scales are round", roundBelow(0.7) === 0.5 && roundBelow(20.1) === 20 && Math.abs(roundBelow(0.03) - 0.02) < 1e-12);
check("nothing is wider than the window", [...document.body.querySelectorAll("*")].every(
  e => e === results || e.getBoundingClientRect().right <= document.body.getBoundingClientRect().right + 1));

if (films.length === 2) {
  check("two motions, two stages, one clock", stages.length === 2 && get("stage1") && document.querySelectorAll("#clock").length === 1);
  check("both in one window", stages[0].view.scale === stages[1].view.scale);
  go(0.1);
  check("both at one time", moment(films[0]).frame.t <= 0.1 && moment(films[1]).frame.t <= 0.1 && moment(films[1]).frame.t > 0.08);
}

// In space: a ball before a near wall, which is glass; a floor under it; a far ball is drawn before a near one.
const cube = s => [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => [s[0] * x, s[1] * y, s[2] * z])));
const faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
const still = [1, 0, 0, 0];
const room = {
  title: "room", look: "", flat: false, weight: 1, mass: 1, window: [-1, -1, 0, 1, 1, 2], tables: [],
  bodies: [{ name: "floor", fixed: true, radius: 0, points: cube([9, 9, 0.1]), faces },
           { name: "wall", fixed: true, radius: 0, points: cube([9, 0.1, 9]), faces },
           { name: "near", fixed: false, radius: 0.5, points: [], faces: [] },
           { name: "far", fixed: false, radius: 0.5, points: [], faces: [] }],
  frames: [{ t: 0, poses: [[0, 0, -0.1, ...still], [0, -3, 5, ...still], [0, 0, 0.5, ...still], [0, 2, 0.5, ...still]],
             velocities: [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], spins: [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
             forces: [], lines: [[0, 0, 0.5, 0, 2, 0.5]], energy: [0, 1], momentum: [0, 0, 0], angular: [0, 0, 0] }],
};
const space = new Stage(room, 7);
space.home();
space.draw();
const order = space.bodies.map(({ body }) => body.name);
check("floor, far ball, near ball, near wall", order.join() === "floor,far,near,wall");
check("the wall that would hide them is glass", space.bodies[3].glass && !space.bodies[0].glass);
const yaw = space.yaw;
pointer(space.canvas, "pointerdown", 50, 50);
pointer(space.canvas, "pointermove", 60, 50);
check("dragging turns space", space.yaw !== yaw);
check("without recorded forces there are none to offer", space.strongest === 0);
results.textContent += "\ndone";
