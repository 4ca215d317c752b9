// SPDX-License-Identifier: Apache-2.0

"use strict";

{
  const svg = document.currentScript
    ? document.currentScript.closest("svg")
    : document.documentElement;
  const width = Number(svg.dataset.width);
  const upward = svg.dataset.upward !== "";
  const part = (id) => svg.querySelector("#" + id);
  const input = part("search").querySelector("input");

  // A letter, as the program that wrote the picture counts it.
  const LETTER = 6.6;

  const read = (group) => {
    const [title, rect, text] = group.children;
    const at = (name) => Number(rect.getAttribute(name));
    const end = title.textContent.indexOf("\n");
    return {
      group,
      rect,
      text,
      name: title.textContent.slice(0, end),
      details: title.textContent.slice(end + 1),
      x: at("x"),
      y: at("y"),
      width: at("width"),
    };
  };
  const frames = Array.from(svg.querySelectorAll(".f"), read);
  const frameOf = new Map(frames.map((frame) => [frame.group, frame]));
  const ticks = Array.from(svg.querySelectorAll(".tick"), (group) => ({
    group,
    x: Number(group.firstElementChild.getAttribute("x")),
  }));
  const view = { x: 0, width };
  let zoomed = null;

  // Names

  const shorten = (name, room) => {
    const fits = Math.trunc((room - 4) / LETTER);
    if (fits < 3) return "";
    let rest = name;
    while (rest.length > fits) {
      const dot = rest.indexOf(".");
      const stop = rest.search(/[( ]/);
      if (dot < 0 || dot === rest.length - 1 || (stop >= 0 && stop < dot)) break;
      rest = rest.slice(dot + 1);
    }
    return rest.length <= fits ? rest : rest.slice(0, fits - 1) + "…";
  };

  const label = (frame, x, room) => {
    const text = shorten(frame.name, room);
    if (!frame.text) {
      if (text === "") return;
      frame.text = document.createElementNS(svg.namespaceURI, "text");
      frame.text.setAttribute("y", frame.y + 11);
      frame.group.append(frame.text);
    }
    frame.text.setAttribute("x", x + 3);
    frame.text.textContent = text;
  };

  // Zoom

  const place = (frame) => {
    const scale = width / view.width;
    const left = Math.max((frame.x - view.x) * scale, 0);
    const right = Math.min((frame.x + frame.width - view.x) * scale, width);
    const shown = right - left > 1e-6;
    frame.group.style.display = shown ? "" : "none";
    if (!shown) return;
    frame.rect.setAttribute("x", left);
    frame.rect.setAttribute("width", right - left);
    frame.group.classList.toggle(
      "around",
      zoomed !== null && frame.x <= zoomed.x && frame !== zoomed &&
        frame.x + frame.width >= zoomed.x + zoomed.width && isOutside(frame.y, zoomed.y)
    );
    label(frame, left, right - left);
  };

  const isOutside = (y, other) => (upward ? y > other : y < other);

  const zoom = (frame) => {
    zoomed = frame;
    view.x = frame ? frame.x : 0;
    view.width = frame ? Math.max(frame.width, 1e-9) : width;
    frames.forEach(place);
    for (const tick of ticks) {
      const x = ((tick.x - view.x) * width) / view.width;
      const shown = x >= 0 && x <= width;
      tick.group.style.display = shown ? "" : "none";
      if (!shown) continue;
      tick.group.children[0].setAttribute("x", x);
      tick.group.children[1].setAttribute("x", x + 3);
    }
    part("reset").style.display = frame ? "" : "none";
    if (part("note")) part("note").style.display = frame ? "none" : "";
  };

  // Search

  const makePattern = (text) => {
    const flags = text === text.toLowerCase() ? "i" : "";
    try {
      return new RegExp(text, flags);
    } catch {
      return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), flags);
    }
  };

  // Where a hit is inside another one, time counts once.
  const sumWidths = (hits) => {
    let sum = 0;
    let end = 0;
    for (const hit of hits.sort((a, b) => a.x - b.x || b.width - a.width)) {
      const right = hit.x + hit.width;
      sum += Math.max(right - Math.max(hit.x, end), 0);
      end = Math.max(end, right);
    }
    return sum;
  };

  const search = () => {
    const pattern = input.value === "" ? null : makePattern(input.value);
    const hits = [];
    for (const frame of frames) {
      const isHit = pattern !== null && pattern.test(frame.name);
      frame.group.classList.toggle("hit", isHit);
      if (isHit) hits.push(frame);
    }
    part("matched").textContent =
      pattern === null
        ? ""
        : svg.dataset.matched.replace("%s", ((sumWidths(hits) / width) * 100).toFixed(1));
  };

  // What is under the pointer, or has the focus

  const describe = (frame) => {
    part("details").textContent = frame ? `${frame.name}: ${frame.details}` : "";
  };
  const frameAt = (event) => frameOf.get(event.target.closest(".f"));

  const focus = (frame) => {
    if (!frame) return;
    frame.group.setAttribute("tabindex", "-1");
    frame.group.focus();
    describe(frame);
  };

  const isShown = (frame) => frame.group.style.display !== "none";

  // The nearest row in that direction that has a frame over or under this one, and of
  // that row the widest.
  const findVertical = (frame, down) => {
    let best = null;
    for (const other of frames) {
      const touches =
        other.x < frame.x + frame.width && other.x + other.width > frame.x;
      if (!touches || !isShown(other)) continue;
      if (down ? other.y <= frame.y : other.y >= frame.y) continue;
      const step = Math.abs(other.y - frame.y);
      const bestStep = best ? Math.abs(best.y - frame.y) : Infinity;
      if (step < bestStep || (step === bestStep && other.width > best.width))
        best = other;
    }
    return best;
  };

  const findBeside = (frame, right) => {
    let best = null;
    for (const other of frames) {
      if (other.y !== frame.y || other === frame || !isShown(other)) continue;
      if (right ? other.x < frame.x : other.x > frame.x) continue;
      if (!best || Math.abs(other.x - frame.x) < Math.abs(best.x - frame.x)) best = other;
    }
    return best;
  };

  const moves = {
    ArrowUp: (frame) => findVertical(frame, false),
    ArrowDown: (frame) => findVertical(frame, true),
    ArrowLeft: (frame) => findBeside(frame, false),
    ArrowRight: (frame) => findBeside(frame, true),
  };

  const pressInFrames = (event) => {
    const frame = frameOf.get(document.activeElement);
    if (event.key in moves) {
      focus(frame ? moves[event.key](frame) : frames.find(isShown));
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && frame) {
      zoom(frame);
      event.preventDefault();
    }
  };

  const press = (event) => {
    const finds =
      event.key === "F3" ||
      (event.key === "/" && event.target !== input) ||
      (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey));
    if (finds) {
      input.focus();
      input.select();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (event.target === input) {
        input.value = "";
        search();
        focus(frames.find(isShown));
      } else zoom(null);
    } else if (event.target === part("reset") && event.key === "Enter") zoom(null);
    else if (event.target !== input) pressInFrames(event);
  };

  svg.addEventListener("click", (event) => {
    const frame = frameAt(event);
    if (frame) {
      zoom(frame);
      focus(frame);
    } else if (event.target === part("reset")) zoom(null);
  });
  svg.addEventListener("mouseover", (event) => describe(frameAt(event)));
  input.addEventListener("input", search);
  document.addEventListener("keydown", press);

  // The root of a tall picture is at its bottom.
  if (upward && svg === document.documentElement)
    window.scrollTo(0, svg.getBoundingClientRect().height);
}
