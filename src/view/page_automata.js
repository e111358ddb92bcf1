// The automata of a model: for each type of process its locations in a column, what
// can be done at each below it, and lines at the left to where that leads.  Where
// processes stand is lit, and so is what the present step does.

const LINE = 20, RAIL = 9, TEXT_WIDTH = 46;

const automataOf = (shown) => (shown ? shown.story.automata : root.automata) || [];

// Rows from top to bottom: a location, then its transitions.
function rowsOf(a) {
  const rows = [], at = new Map();
  for (const l of a.locations) {
    at.set(l.number, rows.length);
    rows.push({ location: l });
    for (const e of a.edges) if (e.from === l.number) rows.push({ edge: e });
  }
  return { rows, at };
}

// One rail for all that lead to the same location, unless they just go on below it.
function railsOf({ rows, at }) {
  const rails = new Map();
  rows.forEach(({ edge }, i) => {
    if (!edge || edge.to === null || at.get(edge.to) === i + 1) return;
    const to = at.get(edge.to), rail = rails.get(edge.to) || { to, from: [], low: to, high: to };
    rail.from.push(i);
    rail.low = Math.min(rail.low, i);
    rail.high = Math.max(rail.high, i);
    rails.set(edge.to, rail);
  });
  const placed = [];
  for (const rail of [...rails.values()].sort((a, b) => a.high - a.low - (b.high - b.low))) {
    rail.lane = 0;
    while (placed.some((p) => p.lane === rail.lane && p.low <= rail.high && rail.low <= p.high)) rail.lane++;
    placed.push(rail);
  }
  return placed;
}

function automaton(a) {
  const table = rowsOf(a), rails = railsOf(table), { rows } = table;
  const lanes = rails.reduce((n, r) => Math.max(n, r.lane + 1), 0);
  const x = 16 + RAIL * (lanes + 1), y = (i) => 16 + i * LINE;
  const longest = Math.max(16, ...a.edges.map((e) => Math.min(TEXT_WIDTH, e.text.length)));
  const width = x + 40 + longest * 7.6, height = y(rows.length);
  const g = svg("svg", { class: "graph automaton", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `automaton of ${a.type}: ${plural(a.locations.length, "location")}` }, patterns());
  for (const r of rails) g.append(...drawRail(r, x, y));
  rows.forEach(({ location, edge }, i) => {
    if (location) g.append(...drawSpine(rows, i, x, y), drawLocation(location, x, y(i)));
    else g.append(drawEdge(edge, x, y(i)));
  });
  return el("div", { class: "automaton" }, el("h3", {}, a.type), g);
}

function drawRail(rail, x, y) {
  const left = x - 14 - RAIL * rail.lane, parts = rail.from.map((i) => svg("path", { class: "edge", d: `M${x} ${y(i)} H${left}` }));
  parts.push(svg("path", { class: "edge", d: `M${left} ${y(rail.low)} V${y(rail.high)}` }));
  parts.push(svg("path", { class: "edge", d: `M${left} ${y(rail.to)} H${x - 8}`, "marker-end": "url(#head-soft)" }));
  return parts;
}

// From a location along its transitions; down into the next one if that is where the
// last of them leads.
function drawSpine(rows, i, x, y) {
  let last = i;
  while (rows[last + 1]?.edge) last++;
  const goesOn = rows[last].edge && rows[last + 1] && rows[last].edge.to === rows[last + 1].location.number;
  return last === i ? [] : [svg("path", { class: "edge", d: `M${x} ${y(i)} V${goesOn ? y(last + 1) - 8 : y(last)}`, ...(goesOn ? { "marker-end": "url(#head-soft)" } : {}) })];
}

function drawLocation(l, x, y) {
  const node = svg("g", { class: `location${l.end ? " end" : ""}`, "data-number": l.number });
  node.append(svg("circle", { cx: x, cy: y, r: 6 }));
  if (l.end) node.append(svg("circle", { cx: x, cy: y, r: 3.5 }));
  const words = svg("text", { x: x + 14, y: y + 4 }, l.label ? svg("tspan", { class: "on" }, `${l.label}: `) : null, svg("tspan", { class: "who" }));
  node.append(words);
  return node;
}

function drawEdge(e, x, y) {
  const short = e.text.length > TEXT_WIDTH ? e.text.slice(0, TEXT_WIDTH - 1) + "…" : e.text;
  const node = svg("g", { class: "transition", "data-transition": e.transition, "data-from": e.from }, svg("title", {}, `${e.text}\n${placeOf(e)}${e.atomic ? "\natomic: goes on alone" : ""}`));
  if (e.to === null) node.append(svg("rect", { x: x - 3.5, y: y - 3.5, width: 7, height: 7 }));
  else node.append(svg("circle", { cx: x, cy: y, r: 2.5 }));
  node.append(svg("text", { class: "mono", x: x + 30, y: y + 4 }, short));
  if (e.atomic) node.append(svg("path", { class: "held", d: `M${x + 24} ${y - 7} V${y + 7}` }));
  node.addEventListener("click", () => nextBy(e.transition));
  return node;
}

// The next step that is this transition.
function nextBy(transition) {
  const count = current?.steps.length || 0;
  for (let n = 1; n <= count; n++)
    if (current.steps[(at + n) % count].transition === transition) { go((at + n) % count); return; }
}

// Where everybody stands after the present step: process -> location.
function standings() {
  const where = { ...current.story.initial.locations };
  for (let i = 0; i <= at && i < current.steps.length; i++)
    for (const [name, l] of Object.entries(current.steps[i].locations || {})) if (l === null) delete where[name]; else where[name] = l;
  return where;
}

function lightAutomata() {
  if (!current?.story.automata) return;
  const stand = new Map(), step = current.steps[at];
  for (const [name, l] of Object.entries(standings())) stand.set(l, [...(stand.get(l) || []), name]);
  document.querySelectorAll(".automaton .location").forEach((node) => {
    const names = stand.get(Number(node.dataset.number)) || [];
    node.classList.toggle("lit", names.length > 0);
    node.classList.toggle("mine", names.includes(step?.process));
    node.querySelector(".who").textContent = names.length ? `◀ ${names.length > 6 ? `${names.length} processes` : names.join(", ")}` : "";
  });
  document.querySelectorAll(".automaton .transition").forEach((node) => node.classList.toggle("taken", step !== undefined && Number(node.dataset.transition) === step.transition));
}

// All of them, below.
function automata(list) {
  const count = list.reduce((n, a) => n + a.locations.length, 0);
  return el("details", count <= 60 ? { open: "" } : {}, el("summary", {}, `The automata: ${plural(count, "location")}`),
    el("div", { class: "cols wide" }, ...list.map(automaton)));
}

// Beside the chart, instead of the source: the one of who moves.
function showAutomaton(step) {
  const section = $("source"), type = step.process.replace(/\(\d+\)$/, "");
  const a = automataOf(current).find((b) => b.type === type);
  shownFile = null;
  section.replaceChildren(el("div", { class: "name" }, a ? "automaton" : "no automaton"), ...(a ? [automaton(a)] : []));
  lightAutomata();
  const here = section.querySelector(".mine") || section.querySelector(".taken");
  if (here) section.scrollTop += here.getBoundingClientRect().top - section.getBoundingClientRect().top - section.clientHeight / 2;
}
