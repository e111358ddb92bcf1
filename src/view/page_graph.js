// Graphs: who waits for whom; and the states of a small model, in layers by their
// distance from the initial one, the present one lit.

// Who waits for whom, as a ring.
function waitGraph() {
  const threads = current.story.threads;
  const nodes = threads.map((t, i) => ({ t, i })).filter(({ t, i }) => t.waits?.holder !== undefined || threads.some((o) => o.waits?.holder === i));
  if (!nodes.length) return null;
  const radius = 34 + 16 * nodes.length, size = 2 * radius + 150, c = size / 2, place = new Map();
  nodes.forEach(({ i }, k) => {
    const angle = (2 * Math.PI * k) / nodes.length - Math.PI / 2;
    place.set(i, [c + radius * Math.cos(angle), c + radius * 0.7 * Math.sin(angle)]);
  });
  const g = svg("svg", { class: "graph", width: size, height: radius * 1.4 + 60, viewBox: `0 ${c - radius * 0.7 - 30} ${size} ${radius * 1.4 + 60}`, role: "img", "aria-label": "wait-for graph" }, patterns());
  for (const { t, i } of nodes) {
    const to = t.waits?.holder;
    if (to === undefined || !place.has(to)) continue;
    const self = to === i && place.get(i);
    if (self) {
      const [x, y] = self;
      g.append(svg("path", { class: "edge bad self", d: `M${x + 24} ${y - 12} C${x + 84} ${y - 40} ${x + 84} ${y + 40} ${x + 26} ${y + 13}`, "marker-end": "url(#head-lost)" }));
      if (t.waits.object !== undefined) g.append(svg("text", { class: "on", x: x + 72, y: y + 4 }, current.objects[t.waits.object].name));
      continue;
    }
    const [x1, y1] = place.get(i), [x2, y2] = place.get(to), d = Math.hypot(x2 - x1, y2 - y1) || 1;
    const ux = (x2 - x1) / d, uy = (y2 - y1) / d, bend = 18;
    const mx = (x1 + x2) / 2 - uy * bend, my = (y1 + y2) / 2 + ux * bend;
    g.append(svg("path", { class: "edge bad", d: `M${x1 + ux * 34} ${y1 + uy * 18} Q${mx} ${my} ${x2 - ux * 36} ${y2 - uy * 20}`, "marker-end": "url(#head-lost)" }));
    if (t.waits.object !== undefined) g.append(svg("text", { class: "on", x: mx, y: my, "text-anchor": "middle" }, current.objects[t.waits.object].name));
  }
  for (const { i } of nodes) {
    const [x, y] = place.get(i), name = threadName(i), w = Math.max(44, name.length * 7.4 + 14);
    g.append(svg("rect", { class: "node", x: x - w / 2, y: y - 14, width: w, height: 28, rx: 8 }), svg("text", { x, y: y + 4, "text-anchor": "middle" }, name));
  }
  return g;
}

const GAP = 54, LAYER = 58, RADIUS = 11;

function layersOf(graph) {
  const depth = graph.states.map(() => -1), next = graph.states.map(() => []), layers = [];
  for (const e of graph.edges) next[e.from].push(e.to);
  depth[0] = 0;
  for (let queue = [0]; queue.length;) {
    const s = queue.shift();
    (layers[depth[s]] ??= []).push(s);
    for (const t of next[s]) if (depth[t] < 0) { depth[t] = depth[s] + 1; queue.push(t); }
  }
  return { layers, depth };
}

// Each layer in the order of where its predecessors stand.
function placesOf(graph) {
  const { layers, depth } = layersOf(graph), place = [];
  const widest = Math.max(...layers.map((l) => l.length)), width = Math.max(320, widest * GAP + 2 * GAP);
  layers.forEach((layer, d) => {
    const mean = (s) => {
      const from = graph.edges.filter((e) => e.to === s && depth[e.from] === d - 1).map((e) => place[e.from][0]);
      return from.length ? from.reduce((a, b) => a + b) / from.length : 0;
    };
    const sorted = layer.map((s) => [mean(s), s]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, s]) => s);
    sorted.forEach((s, i) => { place[s] = [width / 2 + (i - (sorted.length - 1) / 2) * GAP, 30 + d * LAYER]; });
  });
  return { place, width, height: layers.length * LAYER + 20 };
}

function edgePath([x1, y1], [x2, y2]) {
  if (x1 === x2 && y1 === y2) return `M${x1 + 8} ${y1 - 8} C${x1 + 30} ${y1 - 26} ${x1 + 30} ${y1 + 26} ${x1 + 9} ${y1 + 8}`;
  const d = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / d, uy = (y2 - y1) / d, bend = y2 > y1 && d < 2 * LAYER ? 0 : 22;
  const mx = (x1 + x2) / 2 - uy * bend, my = (y1 + y2) / 2 + ux * bend;
  return `M${x1 + ux * RADIUS} ${y1 + uy * RADIUS} Q${mx} ${my} ${x2 - ux * (RADIUS + 3)} ${y2 - uy * (RADIUS + 3)}`;
}

function describeState(graph, i) {
  const s = graph.states[i];
  return [`state ${i}${i ? "" : " (initial)"}${s.deadlock ? ": no process can proceed" : s.end ? ": end" : ""}`, s.text,
    ...s.processes.map((p) => `${p.name}  ${fileName(p.position)}`),
    ...graph.edges.filter((e) => e.from === i).map((e) => `→ ${e.to}  ${e.process}: ${e.text}`)].filter(Boolean).join("\n");
}

const graphOf = (shown) => (shown ? shown.story.graph : root.graph);

function stateGraph(graph) {
  const { place, width, height } = placesOf(graph), words = el("pre", {}, describeState(graph, 0));
  const g = svg("svg", { class: "graph states", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `state graph: ${plural(graph.states.length, "state")}` }, patterns());
  for (const e of graph.edges) g.append(svg("path", { class: "edge", d: edgePath(place[e.from], place[e.to]), "marker-end": "url(#head)" }, svg("title", {}, `${e.process}: ${e.text}`)));
  graph.states.forEach((s, i) => {
    const [x, y] = place[i], kind = `state${s.deadlock ? " bad" : s.end ? " end" : ""}${i ? "" : " initial"}`;
    const node = svg("g", { class: kind, id: `state-${i}` },
      svg("title", {}, describeState(graph, i)), svg("circle", { cx: x, cy: y, r: RADIUS }), svg("text", { x, y: y + 4, "text-anchor": "middle" }, String(i)));
    node.addEventListener("click", () => { words.textContent = describeState(graph, i); });
    g.append(node);
  });
  return el("details", { open: "" }, el("summary", {}, `The state graph: ${plural(graph.states.length, "state")}, ${plural(graph.edges.length, "transition")}`),
    el("div", { class: "wide" }, g), words);
}

// The state after this step; within an atomic sequence the one before it.
function lightState() {
  document.querySelectorAll(".states .lit").forEach((n) => n.classList.remove("lit"));
  if (!current?.story.graph) return;
  let state = 0;
  for (let i = 0; i <= at && i < current.steps.length; i++) state = current.steps[i].state ?? state;
  $(`state-${state}`)?.classList.add("lit");
}
