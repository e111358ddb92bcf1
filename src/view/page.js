// The page of a check: lanes with steps, arrows and bars, drawn from the story
// in #data (docs/json.md).  Nothing is loaded; no text is ever read as HTML.
"use strict";

const ROW = 24, TOP = 8, LEFT = 64, DOT = 5, MOST_TEXT_STEPS = 2000, SNAPSHOT = 256;
const COLOURS = ["#2f7ed8", "#d9822b", "#3aa655", "#a855c7", "#c2455b", "#178f8f", "#8a6d3b", "#6b6ecf", "#b3a100", "#e377c2"];
const ACQUIRE = new Set(["LOCK", "TRYLOCK", "TIMEDLOCK", "RDLOCK", "WRLOCK", "TRYRDLOCK", "TRYWRLOCK", "RELOCK"]);
const RELEASE = new Set(["UNLOCK", "RWUNLOCK"]);

const root = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {}))
    if (k === "class") e.className = v;
    else if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v);
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return e;
}

function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
// Files are called by what tells them apart.
const folder = (() => {
  const names = Object.keys(root.sources || {}).filter((n) => n.startsWith("/"));
  if (!names.length) return "";
  let prefix = names[0].slice(0, names[0].lastIndexOf("/") + 1);
  while (!names.every((n) => n.startsWith(prefix))) prefix = prefix.slice(0, prefix.lastIndexOf("/", prefix.length - 2) + 1);
  return prefix;
})();
const fileName = (file) => (folder && file.startsWith(folder) ? file.slice(folder.length) : file);
// Functions inside of the C library say nothing.
const placeOf = (p) => (p && p.file ? `${fileName(p.file)}:${p.line}` : p && p.function && !p.function.startsWith("_") ? p.function : "");

// ---------------------------------------------------------------- stories

// What the drawing needs, for all kinds of input:
// lanes [{name, process}], steps [{lane, text, ...}], arrows, bars, waits.
function understand(story) {
  const s = { story, lanes: [], steps: story.steps, arrows: [], bars: [], waits: [], marks: new Set() };
  if (story.input === "model") understandModel(s);
  else understandProgram(s);
  s.steps.forEach((step, i) => { step.number = i; });
  s.rows = fold(s);
  return s;
}

function understandModel(s) {
  const lanes = new Map();
  const lane = (name) => {
    if (!lanes.has(name)) {
      lanes.set(name, s.lanes.length);
      s.lanes.push({ name, process: null });
    }
    return lanes.get(name);
  };
  for (const p of s.story.initial.processes || []) lane(p.name);
  s.steps.forEach((step, i) => {
    step.lane = lane(step.process);
    if (step.partner !== undefined)
      s.arrows.push({ from: i, to: i, lane: step.lane, toLane: lane(step.partner), text: "", kind: "" });
  });
  for (const m of s.story.messages) {
    const from = m.sent - 1, to = m.received === null ? -1 : m.received - 1;
    if (from < 0) continue;
    s.arrows.push({
      from, to, lane: s.steps[from].lane, toLane: to < 0 ? -1 : s.steps[to].lane,
      text: `${m.channel}: ${m.text}`, kind: to < 0 ? "soft" : ""
    });
  }
  s.steps.forEach((step) => { step.matters = true; });
}

function understandProgram(s) {
  const { story } = s;
  s.objects = story.objects;
  story.threads.forEach((t) => s.lanes.push({ name: t.name, process: t.process }));
  if (story.input === "system") orderByProcess(s);
  s.steps.forEach((step) => { step.lane = s.laneOf ? s.laneOf[step.thread] : step.thread; });
  findBars(s);
  findThreadArrows(s);
  findMessages(s);
  markUse(s);
  markAccesses(s);
}

// The threads of a process stand side by side.
function orderByProcess(s) {
  const order = s.lanes.map((_, i) => i).sort((a, b) => s.lanes[a].process - s.lanes[b].process || a - b);
  s.laneOf = [];
  order.forEach((thread, lane) => { s.laneOf[thread] = lane; });
  s.lanes = order.map((i) => s.lanes[i]);
}

const laneOf = (s, thread) => (s.laneOf ? s.laneOf[thread] : thread);

// Locks from taking to release, waits for conditions, and how it ends.
function findBars(s) {
  const open = new Map(), count = s.steps.length;
  const key = (thread, object) => `${thread} ${object}`;
  const begin = (thread, object, at) => {
    const k = key(thread, object);
    if (!open.has(k)) open.set(k, []);
    open.get(k).push(at);
  };
  const end = (thread, object, at) => {
    const list = open.get(key(thread, object));
    if (list && list.length) s.bars.push({ lane: laneOf(s, thread), object, from: list.pop(), to: at });
  };
  const asleep = new Map();
  s.steps.forEach((step, i) => {
    const t = step.thread;
    if (ACQUIRE.has(step.operation) && !step.failed && step.object !== undefined) begin(t, step.object, i);
    if (RELEASE.has(step.operation) && step.object !== undefined) end(t, step.object, i);
    if (step.operation === "WAIT" && step.object !== undefined) {
      if (step.second !== undefined) end(t, step.second, i);
      asleep.set(t, i);
    }
    if (step.operation === "WAKE") {
      if (asleep.has(t)) s.waits.push({ lane: laneOf(s, t), from: asleep.get(t), to: i });
      asleep.delete(t);
      if (step.second !== undefined) begin(t, step.second, i);
    }
  });
  for (const [k, list] of open)
    for (const from of list) {
      const [thread, object] = k.split(" ").map(Number);
      s.bars.push({ lane: laneOf(s, thread), object, from, to: count });
    }
  s.story.threads.forEach((t, i) => {
    if (!t.waits) return;
    let last = -1;
    s.steps.forEach((step, n) => { if (step.thread === i) last = n; });
    s.waits.push({ lane: laneOf(s, i), from: last, to: count });
  });
  nest(s.bars);
  s.nests = nestsOf(s);
}

// Bars of a lane that overlap stand beside each other.
function nest(bars) {
  bars.sort((a, b) => a.from - b.from);
  const used = new Map();
  for (const bar of bars) {
    if (!used.has(bar.lane)) used.set(bar.lane, []);
    const ends = used.get(bar.lane);
    let place = ends.findIndex((e) => e <= bar.from);
    if (place < 0) place = ends.length;
    ends[place] = bar.to;
    bar.nest = place;
  }
}

// For each step how many bars stand beside it in its lane.
function nestsOf(s) {
  const nests = new Array(s.steps.length).fill(0);
  for (const bar of s.bars)
    for (let i = bar.from; i <= bar.to && i < s.steps.length; i++)
      if (s.steps[i].lane === bar.lane) nests[i] = Math.max(nests[i], bar.nest + 1);
  return nests;
}

function firstStepAfter(s, thread, from) {
  for (let i = from + 1; i < s.steps.length; i++) if (s.steps[i].thread === thread) return i;
  return -1;
}

function lastStepBefore(s, thread, to) {
  for (let i = to - 1; i >= 0; i--) if (s.steps[i].thread === thread) return i;
  return -1;
}

function findThreadArrows(s) {
  s.steps.forEach((step, i) => {
    const p = step.partner;
    if (step.operation === "SIGNAL" && p === undefined && !step.signal)
      s.arrows.push({ from: i, to: -1, lane: step.lane, toLane: -1, text: "nobody waits", kind: "lost" });
    if (p === undefined || p === step.thread) return;
    const toLane = laneOf(s, p);
    if (step.operation === "JOIN" || step.operation === "WAIT_CHILD") {
      const from = lastStepBefore(s, p, i);
      if (from >= 0) s.arrows.push({ from, to: i, lane: toLane, toLane: step.lane, text: "", kind: "soft" });
      return;
    }
    if (step.operation === "HANDLE") return;
    const to = firstStepAfter(s, p, i);
    s.arrows.push({ from: i, to: to < 0 ? s.steps.length : to, lane: step.lane, toLane, text: "", kind: step.operation === "CREATE" || step.operation === "FORK" ? "soft" : "" });
  });
}

function findMessages(s) {
  for (const m of s.story.messages) {
    const from = m.sent - 1, lane = s.steps[from].lane, words = payload(s.steps[from]);
    if (m.received !== null)
      s.arrows.push({ from, to: m.received - 1, lane, toLane: s.steps[m.received - 1].lane, text: m.connection ? "" : words, kind: m.connection ? "soft" : "" });
    else
      s.arrows.push({ from, to: -1, lane, toLane: -1, text: `${words} ${m.lost ? "lost" : "not received"}`, kind: m.lost ? "lost" : "soft" });
  }
}

// The first bytes, as text where they are text.
function payload(step) {
  if (!step.data) return plural(step.bytes || 0, "byte");
  const bytes = step.data.match(/../g).map((h) => parseInt(h, 16));
  const readable = bytes.every((b) => (b >= 32 && b < 127) || b === 10 || b === 13 || b === 9 || b === 0);
  const more = step.bytes > bytes.length ? "…" : "";
  if (!readable) return bytes.slice(0, 8).map((b) => b.toString(16).padStart(2, "0")).join(" ") + (bytes.length > 8 ? "…" : more);
  const names = { 0: "\\0", 9: "\\t", 10: "\\n", 13: "\\r" };
  const text = bytes.map((b) => names[b] || String.fromCharCode(b)).join("");
  return `“${text.length > 20 ? text.slice(0, 20) + "…" : text + more}”`;
}

// A step matters if its object is used by another thread, too, or if it is
// about threads, processes or failures.
function markUse(s) {
  const users = new Map();
  for (const step of s.steps)
    for (const object of [step.object, step.second])
      if (object !== undefined) {
        if (!users.has(object)) users.set(object, new Set());
        users.get(object).add(step.thread);
      }
  s.story.threads.forEach((t, i) => {
    if (t.waits && t.waits.object !== undefined && users.has(t.waits.object)) users.get(t.waits.object).add(i);
  });
  const shared = (o) => o !== undefined && users.get(o).size > 1;
  for (const step of s.steps)
    step.matters = shared(step.object) || shared(step.second) || step.partner !== undefined || step.error !== undefined ||
      step.failed || step.signal || (step.object === undefined && step.operation !== "START");
}

function markAccesses(s) {
  const steps = s.steps.map((step, i) => ({ step, i })).filter(({ step }) => step.access);
  s.story.accesses.forEach((a, k) => { a.at = steps[k] ? steps[k].i : -1; });
  for (const { step } of steps) { step.matters = true; step.wrong = true; }
}

// ---------------------------------------------------------------- folding

// Rows of the drawing: {steps: [first, last], folded: how many}.
function fold(s) {
  const rows = [], on = $("fold").checked;
  for (let i = 0; i < s.steps.length; i++) {
    const last = on ? endOfRun(s, i) : i;
    rows.push({ first: i, last, kind: last > i ? (isRepeat(s, i, i + 1) ? "repeat" : "private") : "" });
    i = last;
  }
  s.rowOf = [];
  rows.forEach((r, n) => { for (let i = r.first; i <= r.last; i++) s.rowOf[i] = n; });
  return rows;
}

function isRepeat(s, i, j) {
  const a = s.steps[i], b = s.steps[j];
  return b && a.text === b.text && a.lane === b.lane && a.line === b.line && a.file === b.file && (a.error || a.failed) &&
    s.story.input !== "model";
}

function endOfRun(s, i) {
  let last = i;
  while (isRepeat(s, i, last + 1)) last++;
  if (last > i) return last;
  const quiet = (k) => k < s.steps.length && !s.steps[k].matters && s.steps[k].lane === s.steps[i].lane && !s.unfolded?.has(k);
  if (!quiet(i)) return i;
  while (quiet(last + 1)) last++;
  return last;
}

// ---------------------------------------------------------------- drawing

let current = null; // the story that is shown
let at = 0;         // the step

let laneWidth = 0;  // what each lane has of the window

const laneX = (lane) => LEFT + 22 + lane * laneWidth;
const rowY = (row) => TOP + row * ROW + ROW / 2;

// Where a step stands; one after the last for what is still so at the end.
function stepY(i) {
  if (i < 0) return rowY(0) - ROW / 2;
  return i >= current.steps.length ? rowY(current.rows.length) : rowY(current.rowOf[i]);
}

const colourOf = (object) => COLOURS[object % COLOURS.length];

// Room for all rows and lanes, so that there is something to scroll; a bar for that
// takes some of it.
function makeRoom() {
  const scroll = $("scroll"), space = $("space");
  let width, before;
  do {
    before = scroll.clientWidth;
    laneWidth = Math.max(150, Math.min(300, (before - LEFT - 30) / current.lanes.length));
    width = Math.max(before - 4, laneX(current.lanes.length));
    space.style.height = `${TOP * 2 + (current.rows.length + 2) * ROW}px`;
    space.style.width = `${width}px`;
  } while (scroll.clientWidth < before);
  return width;
}

function drawHeads() {
  makeRoom();
  const heads = $("heads");
  heads.replaceChildren();
  let before = null;
  current.lanes.forEach((lane, i) => {
    const system = current.story.input === "system";
    if (system && lane.process !== before) {
      const head = el("div", { class: "process" }, current.story.processes[lane.process]?.name || "?");
      head.style.left = `${laneX(i) - 14}px`;
      heads.append(head);
      before = lane.process;
    }
    const head = el("div", { class: system ? "" : "alone" }, lane.name);
    head.title = lane.name;
    head.style.left = `${laneX(i) - 10}px`;
    head.style.width = `${laneWidth - 8}px`;
    heads.append(head);
  });
  heads.scrollLeft = $("scroll").scrollLeft;
}

function draw() {
  const scroll = $("scroll"), drawing = $("drawing"), width = makeRoom();
  const from = Math.max(0, Math.floor(scroll.scrollTop / ROW) - 20);
  const to = Math.min(current.rows.length, Math.ceil((scroll.scrollTop + scroll.clientHeight) / ROW) + 20);
  const top = from ? TOP + from * ROW : 0, bottom = TOP + (to + 2) * ROW;
  drawing.setAttribute("width", width);
  drawing.setAttribute("height", bottom - top);
  drawing.setAttribute("viewBox", `0 ${top} ${width} ${bottom - top}`);
  drawing.style.top = `${top}px`;
  const parts = [patterns()];
  const rows = [];
  for (let r = from; r < to; r++) rows.push(drawRow(r, width));
  parts.push(...rows.map((r) => r.back));
  current.lanes.forEach((_, i) => parts.push(svg("line", { class: "lane", x1: laneX(i), x2: laneX(i), y1: top, y2: rowY(current.rows.length) })));
  const seen = (a, b) => Math.max(stepY(a), stepY(b)) >= top - ROW && Math.min(stepY(a), stepY(b)) <= bottom + ROW;
  for (const w of current.waits) if (seen(w.from, w.to)) parts.push(drawWait(w));
  for (const b of current.bars) if (seen(b.from, b.to)) parts.push(drawBar(b));
  for (const a of current.arrows) if (seen(a.from, a.to < 0 ? a.from : a.to)) parts.push(drawArrow(a));
  parts.push(...rows.map((r) => r.front));
  if (to === current.rows.length) parts.push(...drawEnd());
  if (current.story.cycle !== undefined) parts.push(drawLoop());
  drawing.replaceChildren(...parts);
}

function patterns() {
  const stripes = svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 6, height: 6, fill: "none" }), svg("line", { x1: 0, y1: 0, x2: 0, y2: 6, stroke: "var(--bad)", "stroke-width": 2 }));
  const head = (id, colour) => svg("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    svg("path", { d: "M0 0 L8 4 L0 8 z", fill: colour }));
  return svg("defs", {}, stripes, head("head", "var(--mark)"), head("head-soft", "var(--soft)"), head("head-lost", "var(--bad)"));
}

function label(step, row) {
  if (row.kind === "private") return `${row.last - row.first + 1} steps of its own`;
  if (row.kind === "repeat") return `${brief(step)} ×${row.last - row.first + 1}`;
  return brief(step);
}

// Where a block was allocated is said elsewhere.
const shortName = (text) => text.replace(/ \(allocated [^()]*\)/g, "");

// In a lane there is little room: messages by what is in them.
function brief(step) {
  const result = step.error ? ": " + step.text.slice(step.text.lastIndexOf(": ") + 2) : "";
  const port = () => (current.objects[step.object]?.name || "").replace(/^.*? port /, "port ");
  switch (step.operation) {
  case "SEND": case "SEND_TO": return step.bytes ? `send ${payload(step)}` : `send${result}`;
  case "RECEIVE": case "RECEIVE_FROM":
    return step.bytes ? `receive ${payload(step)}` : step.bytes === 0 ? "end of stream" : `receive${result}`;
  case "CONNECT": return `connect to ${port()}${result}`;
  case "ACCEPT": return `accept at ${port()}${result}`;
  default: return shortName(step.text) + (step.access ? valuesOf(step) : "");
  }
}

function shorten(text, pixels, bold) {
  const most = Math.max(6, Math.floor(pixels / (bold ? 8 : 6.8)));
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function drawRow(r, width) {
  const row = current.rows[r], step = current.steps[row.first], y = rowY(r), x = laneX(step.lane);
  const here = at >= row.first && at <= row.last;
  const group = svg("g", { class: `row${here ? " now" : ""}` });
  group.append(svg("rect", { class: "hit", x: 0, y: y - ROW / 2, width, height: ROW }));
  group.append(svg("text", { class: "n", x: 38, y: y + 4 }, String(row.first + 1)));
  const front = svg("g", { "pointer-events": "none", class: here ? "now" : "" });
  const before = row.first && current.steps[row.first - 1];
  if (step.preempts) front.append(svg("text", { class: "preempted", x: 42, y: y + 4 }, "⚡", svg("title", {}, "preemption")));
  if (step.atomic && before && before.lane === step.lane)
    front.append(svg("line", { x1: x - 12, x2: x - 12, y1: stepY(row.first - 1), y2: y, stroke: "var(--doubt)", "stroke-width": 2 }));
  front.append(svg("circle", { class: `dot${step.matters ? " matters" : ""}${step.error || step.failed || step.wrong ? " failed" : ""}`, cx: x, cy: y, r: DOT }));
  const text = label(step, row);
  const nests = 12 + 7 * (current.nests?.[row.first] ?? 0);
  const words = svg("text", { class: row.kind ? "soft" : step.wrong ? "bad" : "", x: x + nests, y: y + 4 }, shorten(text, laneWidth - nests - 12, step.wrong));
  words.append(svg("title", {}, `${row.kind ? text : step.text}\n${placeOf(step)}`));
  front.append(words);
  group.addEventListener("click", () => {
    if (row.kind === "private" && here) unfold(row);
    else go(row.first);
  });
  return { back: group, front };
}

function unfold(row) {
  current.unfolded ||= new Set();
  for (let i = row.first; i <= row.last; i++) current.unfolded.add(i);
  refold();
}

function drawBar(b) {
  const x = laneX(b.lane) + 6 + 7 * b.nest, y = stepY(b.from), end = stepY(b.to);
  return svg("rect", { x, y: y - 2, width: 5, height: Math.max(4, end - y + 4), rx: 2, fill: colourOf(b.object) },
    svg("title", {}, `${current.objects[b.object].name}: held from step ${b.from + 1}${b.to < current.steps.length ? ` to ${b.to + 1}` : " on"}`));
}

function drawWait(w) {
  const y = stepY(w.from), end = stepY(w.to);
  return svg("rect", { x: laneX(w.lane) - 4, y: y + DOT, width: 8, height: Math.max(4, end - y - DOT), fill: "url(#hatch)", opacity: 0.7 }, svg("title", {}, "waits"));
}

function drawArrow(a) {
  const x = laneX(a.lane), y = stepY(a.from), g = svg("g", { "pointer-events": "none" });
  const head = a.kind === "lost" ? "head-lost" : a.kind === "soft" ? "head-soft" : "head";
  if (a.toLane < 0) {
    g.append(svg("path", { class: `arrow ${a.kind}`, d: `M${x - DOT} ${y} h-16`, "marker-end": `url(#${head})` }));
    if (a.kind === "lost") g.append(svg("text", { class: "bad", x: x - 36, y: y + 4 }, "✗"));
    g.append(svg("title", {}, a.text));
    return g;
  }
  const tx = laneX(a.toLane), ty = stepY(a.to), right = tx > x;
  if (a.lane === a.toLane) return g;
  const sx = x + (right ? DOT : -DOT), ex = tx + (right ? -DOT - 2 : DOT + 2);
  const d = y === ty ? `M${sx} ${y} L${ex} ${ty}` : `M${sx} ${y} C ${(sx + ex) / 2} ${y} ${(sx + ex) / 2} ${ty} ${ex} ${ty}`;
  g.append(svg("path", { class: `arrow ${a.kind}`, d, "marker-end": `url(#${head})` }));
  if (a.text && a.kind !== "soft")
    g.append(svg("text", { class: "on-arrow", x: ex + (right ? -4 : 4), y: ty - 6, "text-anchor": right ? "end" : "start" }, shorten(a.text, laneWidth - 30)));
  return g;
}

// What is so when it is over, in each lane.
function drawEnd() {
  const y = rowY(current.rows.length), parts = [];
  if (current.story.input === "model") {
    const last = current.steps[current.steps.length - 1];
    for (const p of (last || current.story.initial).processes || []) {
      const lane = current.lanes.findIndex((l) => l.name === p.name);
      if (lane >= 0) parts.push(note(lane, y, p.position.replace(/^.*?:\d+, /, ""), "soft"));
    }
    return parts;
  }
  current.story.threads.forEach((t, i) => {
    if (t.waits) parts.push(note(laneOf(current, i), y, shortName(t.waits.text), "bad"));
  });
  const end = current.story.end;
  if (end.thread !== undefined && !current.story.threads[end.thread]?.waits && !/deadlock/.test(current.violation.kind))
    parts.push(note(laneOf(current, end.thread), y, "✗ " + shortName(current.violation.message), "bad"));
  return parts;
}

function note(lane, y, text, kind) {
  return svg("text", { class: kind, x: laneX(lane) - 8, y: y + 5 }, shorten(text, laneWidth - 4, kind === "bad"), svg("title", {}, text));
}

function drawLoop() {
  const top = current.story.cycle < current.steps.length ? stepY(current.story.cycle) : rowY(current.rows.length);
  const bottom = rowY(current.rows.length) - ROW / 2;
  return svg("g", {}, svg("path", { class: "loop", d: `M54 ${bottom} h-6 V${top} h14`, "marker-end": "url(#head-lost)" }, svg("title", {}, "goes on here for ever")));
}

// ---------------------------------------------------------------- stepping

function go(i, quiet) {
  if (!current.steps.length) { showStep(); return; }
  at = Math.max(0, Math.min(current.steps.length - 1, i));
  makeRoom();
  const scroll = $("scroll"), y = rowY(current.rowOf[at]);
  if (y < scroll.scrollTop + ROW * 2) scroll.scrollTop = Math.max(0, y - ROW * 3);
  if (y > scroll.scrollTop + scroll.clientHeight - ROW * 3) scroll.scrollTop = y - scroll.clientHeight + ROW * 4;
  const x = laneX(current.steps[at].lane);
  if (x < scroll.scrollLeft + LEFT) scroll.scrollLeft = Math.max(0, x - LEFT - 30);
  if (x + laneWidth > scroll.scrollLeft + scroll.clientWidth) scroll.scrollLeft = x + laneWidth - scroll.clientWidth;
  draw();
  showStep();
  lightState();
  lightAutomata();
  lightTruth();
  if (!quiet) $("say").textContent = `step ${at + 1} of ${current.steps.length}: ${nameOf(current.steps[at])}: ${current.steps[at].text} ${placeOf(current.steps[at])}`;
}

const nameOf = (step) => {
  const lane = current.lanes[step.lane];
  const process = current.story.input === "system" ? current.story.processes[lane.process]?.name + " " : "";
  return process + lane.name;
};

function move(by) {
  const row = current.rowOf[at] + by;
  if (row >= 0 && row < current.rows.length) go(current.rows[row].first);
}

function nextMatter() {
  const from = current.rowOf[at] ?? -1;
  for (let n = 1; n <= current.rows.length; n++) {
    const row = current.rows[(from + n) % current.rows.length];
    const step = current.steps[row.first], before = current.steps[row.first - 1];
    if (step.matters && (current.story.input !== "model" ? true : !before || before.lane !== step.lane)) { go(row.first); return; }
  }
}

function find(word) {
  word = word.toLowerCase();
  const count = current.steps.length;
  for (let n = 1; word && n <= count; n++) {
    const i = (at + n) % count, step = current.steps[i];
    if (`${step.text} ${nameOf(step)} ${placeOf(step)}`.toLowerCase().includes(word)) { go(i); return; }
  }
}

function refold() {
  current.rows = fold(current);
  go(at, true);
}

// ---------------------------------------------------------------- beside it

function showStep() {
  const step = current.steps[at];
  $("counter").textContent = step ? `${at + 1} / ${current.steps.length}` : "0 / 0";
  if (!step) {
    $("now").replaceChildren(el("div", {}, "It is wrong in the initial state already."));
    showState();
    return;
  }
  $("now").replaceChildren(el("b", {}, nameOf(step)), " ", el("span", {}, step.text),
    el("div", { class: "place" }, [placeOf(step), step.function && step.file ? `in ${step.function}` : ""].filter(Boolean).join(" ")),
    step.data ? el("div", { class: "mono" }, payload(step)) : "", step.access && valuesOf(step) ? el("div", { class: "mono" }, `value${valuesOf(step)}`) : "",
    step.output ? el("pre", {}, step.output) : "");
  if (current.story.automata && $("flow").checked) showAutomaton(step);
  else showSource(step.file ? step : lastPlaceOf(step));
  showState();
}

// Where the thread was before, if the step has no place of its own.
function lastPlaceOf(step) {
  for (let i = at - 1; i >= 0; i--)
    if (current.steps[i].lane === step.lane && current.steps[i].file) return { ...current.steps[i], past: true };
  return step;
}

let shownFile = null;

function showSource(step) {
  const text = step.file && root.sources[step.file], section = $("source");
  if (!text) {
    section.replaceChildren(el("div", { class: "name" }, step.file ? `${fileName(step.file)} cannot be shown` : "no source"));
    shownFile = null;
    return;
  }
  if (shownFile !== step.file) {
    const pre = el("pre");
    text.replace(/\n$/, "").split("\n").forEach((line, i) => pre.append(el("span", { class: "code" }, el("span", { class: "ln" }, String(i + 1)), line), "\n"));
    section.replaceChildren(el("div", { class: "name" }, fileName(step.file)), pre);
    shownFile = step.file;
  }
  const lines = section.querySelectorAll(".code");
  lines.forEach((l) => l.classList.remove("here", "other"));
  for (const other of nextLines(step)) lines[other - 1]?.classList.add("other");
  const here = lines[step.line - 1];
  if (!here) return;
  here.classList.add(step.past ? "other" : "here");
  section.scrollTop = Math.max(0, here.offsetTop - section.clientHeight / 2);
}

// Where the others have come to, in this file.
function nextLines(step) {
  const seen = new Map();
  for (let i = 0; i < at; i++) if (current.steps[i].lane !== step.lane) seen.set(current.steps[i].lane, current.steps[i]);
  return [...seen.values()].filter((s) => s.file === step.file).map((s) => s.line);
}

// The values of all variables, from those of the last snapshot.
function valuesAfter(last) {
  current.snapshots ||= [current.story.initial.items];
  let values = {}, from = Math.min(Math.floor(last / SNAPSHOT), current.snapshots.length - 1);
  Object.assign(values, current.snapshots[from]);
  for (let i = from * SNAPSHOT; i <= last && i < current.steps.length; i++) {
    if (i === current.snapshots.length * SNAPSHOT) current.snapshots.push({ ...values });
    for (const [k, v] of Object.entries(current.steps[i].changes)) if (v === null) delete values[k]; else values[k] = v;
  }
  return values;
}

function showState() {
  const section = $("state");
  if (current.story.input === "model") {
    const values = valuesAfter(at);
    const changed = current.steps[at]?.changes || {};
    const table = el("table", {}, ...Object.entries(values).map(([k, v]) =>
      el("tr", { class: k in changed ? "changed" : "" }, el("td", {}, k), el("td", { class: "v" }, v))));
    section.replaceChildren(el("h2", {}, "Variables after this step"), table);
    return;
  }
  const held = new Map();
  for (const b of current.bars) if (b.from <= at && at < b.to) held.set(b.object, b.lane);
  const rows = [...held].map(([o, lane]) => {
    const dot = el("span", {}, "■ ");
    dot.style.color = colourOf(o);
    return el("tr", {}, el("td", {}, dot, current.objects[o].name), el("td", {}, `held by ${nameOf({ lane })}`));
  });
  section.replaceChildren(el("h2", {}, "Locks after this step"), rows.length ? el("table", {}, ...rows) : el("div", { class: "place" }, "none is held"));
}

// ---------------------------------------------------------------- the rest

function textOfSteps() {
  if (current.steps.length > MOST_TEXT_STEPS) return null;
  return el("details", {}, el("summary", {}, "The steps as text"), el("table", { class: "plain" },
    ...current.steps.map((step, i) => el("tr", {}, el("td", {}, String(i + 1)), el("td", {}, nameOf(step)), el("td", { class: "mono" }, placeOf(step)),
      el("td", {}, step.text, step.data ? `  ${payload(step)}` : "")))));
}

function statistics() {
  const rows = Object.entries(root.statistics || {}).filter(([, v]) => v !== 0 && v !== null);
  return el("details", {}, el("summary", {}, "What was searched"), el("table", { class: "plain" },
    ...["search", "reduction", "store"].filter((k) => root[k]).map((k) => el("tr", {}, el("th", {}, k), el("td", {}, root[k]))),
    ...rows.map(([k, v]) => el("tr", {}, el("th", {}, k.replaceAll("_", " ")), el("td", { class: "mono" }, typeof v === "number" ? v.toLocaleString("en") : String(v))))));
}

function notes() {
  if (!root.notes?.length) return null;
  return el("details", { open: "" }, el("summary", {}, "Notes"), el("ul", {}, ...root.notes.map((n) => el("li", {}, n.text, n.where ? ` (${n.where})` : "", n.bounds ? " — the verdict is weaker because of it" : ""))));
}

function advice() {
  if (!root.advice?.length) return null;
  return el("details", { open: "" }, el("summary", {}, "What to try next"), el("ul", {}, ...root.advice.map((a) => el("li", {}, a))));
}

// In a system each line begins with the process that wrote it: a column for each.
function writtenBy(output) {
  const lines = output.replace(/\n$/, "").split("\n"), names = (current.story.processes || []).map((p) => p.name);
  const whole = () => el("details", { open: "" }, el("summary", {}, "What was written"), el("pre", {}, output));
  if (current.story.input !== "system") return whole();
  const columns = new Map(names.map((n) => [n, []]));
  for (const line of lines) {
    const [, name, text] = line.match(/^(.*?) \| (.*)$/) || [];
    if (!columns.has(name)) return whole();
    columns.get(name).push(text);
  }
  return el("details", { open: "" }, el("summary", {}, "What each process wrote"), el("div", { class: "cols" },
    ...[...columns].filter(([, l]) => l.length).map(([n, l]) => el("div", { class: "card written" }, el("h3", {}, n), el("pre", {}, l.join("\n"))))));
}

function showMore() {
  const output = current?.story.output;
  $("more").replaceChildren(...[
    output ? writtenBy(output) : null,
    automataOf(current).length ? automata(automataOf(current)) : null,
    graphOf(current) ? stateGraph(graphOf(current)) : null, current ? textOfSteps() : null, propertiesTable(), advice(), notes(), statistics()].filter(Boolean));
}

function propertiesTable() {
  if (!root.properties?.length) return null;
  return el("details", root.properties.length > 1 ? { open: "" } : {}, el("summary", {}, "Properties"), el("table", { class: "plain" },
    ...root.properties.map((p) => el("tr", {}, el("td", {}, p.property), el("td", {}, p.verdict), el("td", {}, plural(p.states, "state"))))));
}

function showBanner(violation) {
  const tone = root.verdict === "verified" ? "good" : root.verdict === "violated" ? "bad" : "doubt";
  const banner = $("banner");
  banner.style.setProperty("--tone", `var(--${tone})`);
  const title = violation ? violation.message : root.meaning || root.diagnostics || "";
  document.title = `${root.verdict}: ${title} – Sett`;
  banner.replaceChildren(el("h1", {}, el("b", {}, root.verdict), title, violation?.property ? `: ${violation.property}` : "",
    violation?.where ? el("span", { class: "place" }, ` ${fileName(violation.where)}`) : ""));
  const cause = violation && causeOf(violation);
  if (cause) banner.append(el("p", { class: "cause" }, cause));
  const count = root.statistics?.executions ? plural(root.statistics.executions, "execution") : root.statistics?.states ? plural(root.statistics.states, "state") : "";
  banner.append(el("p", {}, [(root.input || []).map(fileName).join(", "), root.search, count, `Sett ${root.sett}`].filter(Boolean).join(" · ")));
  if (violation?.trace) {
    const command = `sett replay ${violation.trace}`;
    banner.append(el("p", {}, el("code", {}, command), el("button", { class: "copy", onclick: (e) => { navigator.clipboard?.writeText(command); e.target.textContent = "copied"; } }, "copy")));
  }
}

function show(violation) {
  showBanner(violation);
  if (!violation?.story) { showMore(); return; }
  $("main").hidden = false;
  shownFile = null;
  current = understand(violation.story);
  current.violation = violation;
  at = Math.max(0, current.steps.length - 1);
  $("flow").parentNode.hidden = !current.story.automata;
  $("main").style.setProperty("--need", `${Math.max(440, (current.rows.length + 4) * ROW + 100)}px`); // few steps need little room
  drawHeads();
  showWrong();
  showMore();
  go(at, true);
}

function showTabs() {
  const tabs = $("tabs"), all = root.violations || [];
  if (all.length < 2) return;
  tabs.hidden = false;
  all.forEach((v, i) => tabs.append(el("button", {
    role: "tab", "aria-selected": String(!i), onclick: (e) => {
      tabs.querySelectorAll("button").forEach((b) => b.setAttribute("aria-selected", "false"));
      e.target.setAttribute("aria-selected", "true");
      show(v);
    }
  }, v.message)));
}

const KEYS = {
  ArrowDown: () => move(1), j: () => move(1), ArrowUp: () => move(-1), k: () => move(-1),
  Home: () => go(0), End: () => go(current.steps.length - 1), PageDown: () => move(20) ?? go(current.steps.length - 1), PageUp: () => move(-20) ?? go(0),
  a: () => { if (current.story.automata) $("flow").click(); },
  m: nextMatter, "/": () => $("find").focus(), f: () => { $("fold").checked = !$("fold").checked; refold(); }
};

document.addEventListener("keydown", (e) => {
  if (e.target.tagName === "INPUT" && e.target.type === "search") {
    if (e.key === "Enter") find(e.target.value);
    if (e.key === "Escape") $("scroll").focus();
    return;
  }
  if (!current || e.ctrlKey || e.metaKey || e.altKey || !KEYS[e.key]) return;
  if (e.target.tagName === "SUMMARY" && e.key !== "j" && e.key !== "k") return;
  e.preventDefault();
  KEYS[e.key]();
});

$("first").onclick = () => go(0);
$("last").onclick = () => go(current.steps.length - 1);
$("back").onclick = () => move(-1);
$("forth").onclick = () => move(1);
$("matter").onclick = nextMatter;
$("fold").onchange = () => { current.unfolded = null; refold(); };
$("flow").onchange = () => go(at, true);
$("find").addEventListener("search", (e) => find(e.target.value));
let waiting = false;
$("scroll").addEventListener("scroll", () => {
  $("heads").scrollLeft = $("scroll").scrollLeft;
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
});
window.addEventListener("resize", () => { if (current) { drawHeads(); draw(); } });

showTabs();
show((root.violations || [])[0]);
