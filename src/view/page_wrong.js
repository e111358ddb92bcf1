// What is wrong, in cards, a graph or a table below the chart; and in one sentence.

const stepLink = (i, text) => el("a", { class: "step", href: "#", onclick: (e) => { e.preventDefault(); go(i); } }, text || `step ${i + 1}`);

function frames(stack) {
  return (stack || []).slice(1).map((f) => el("p", { class: "place" }, `called at ${placeOf(f)}${f.function && f.file ? ` in ${f.function}` : ""}`));
}

function threadCard(t, i) {
  const card = el("div", { class: "card" }, el("h3", {}, threadName(i)));
  card.style.setProperty("--c", "var(--bad)");
  card.append(el("p", {}, t.waits.text), el("p", { class: "place" }, `${placeOf(t.waits)}${t.waits.function ? ` in ${t.waits.function}` : ""}`), ...frames(t.waits.stack));
  for (const h of t.holds || []) {
    const dot = el("span", {}, "■ ");
    dot.style.color = colourOf(h.object);
    card.append(el("p", {}, dot, `holds ${current.objects[h.object].name}${h.shared ? " (shared)" : ""}`, " ", el("span", { class: "place" }, placeOf(h))));
  }
  return card;
}

const threadName = (i) => {
  const t = current.story.threads[i];
  return (current.story.input === "system" ? (current.story.processes[t.process]?.name || "?") + " " : "") + t.name;
};

// ": 1 (was 0)": what an access reads or writes, as far as it is known.
const valuesOf = (a) => (a.value === undefined ? (a.was === undefined ? "" : `: was ${a.was}`) : `: ${a.value}${a.was === undefined ? "" : ` (was ${a.was})`}`);

function accessCard(a) {
  const held = a.holds.filter((o) => o >= 0).map((o) => current.objects[o].name);
  const card = el("div", { class: "card" }, el("h3", {}, threadName(a.thread)),
    el("p", {}, `${a.atomic ? "atomic " : ""}${a.how} ${current.objects[a.object]?.name ?? ""}`, valuesOf(a), held.length ? `, holding ${held.join(", ")}` : ", holding no lock"),
    el("p", { class: "place" }, `${placeOf(a)}${a.function ? ` in ${a.function}` : ""}`), ...frames(a.stack));
  if (a.at >= 0) card.append(el("p", {}, stepLink(a.at)));
  card.style.setProperty("--c", a.how === "read" ? "var(--mark)" : "var(--bad)");
  return card;
}

function showWrong() {
  const { story } = current, parts = [];
  if (story.input === "model") {
    if (story.formula) parts.push(truthTable(story.formula));
    const last = current.steps[current.steps.length - 1] || story.initial;
    if (/deadlock/.test(current.violation.kind))
      parts.push(el("table", { class: "plain" }, ...(last.processes || []).map((p) => el("tr", {}, el("th", {}, p.name), el("td", { class: "mono" }, fileName(p.position))))));
  } else if (story.accesses.length) parts.push(...story.accesses.map(accessCard));
  else {
    const waiting = story.threads.map((t, i) => ({ t, i })).filter(({ t }) => t.waits);
    const graph = waitGraph();
    if (graph) parts.push(graph);
    if (/deadlock|livelock/.test(current.violation.kind)) parts.push(...waiting.map(({ t, i }) => threadCard(t, i)));
    else if (story.end.thread !== undefined) {
      const card = el("div", { class: "card" }, el("h3", {}, threadName(story.end.thread)), el("p", {}, current.violation.message),
        el("p", { class: "place" }, `${placeOf(story.end)}${story.end.function ? ` in ${story.end.function}` : ""}`), ...frames(story.end.stack));
      if (story.end.object !== undefined) card.append(el("p", {}, `concerns ${current.objects[story.end.object].name}`));
      card.style.setProperty("--c", "var(--bad)");
      parts.push(card);
    }
  }
  $("wrong").replaceChildren(el("h2", {}, "What is wrong"), el("div", { class: "cols" }, ...parts));
}

// Each part of the formula, state by state.
function truthTable(formula) {
  const cell = (v) => el("td", { class: v === 1 ? "t" : v === 0 ? "f" : "" }, v === 1 ? "●" : v === 0 ? "○" : "·");
  const { cycle } = current.story, last = formula.violated ?? formula.states[formula.states.length - 1];
  const kind = (n) => (cycle === undefined ? (n === last ? "violating" : "") : n >= cycle ? "round" : "");
  const head = el("tr", {}, el("th", {}, "after step"), ...formula.states.map((n) =>
    el("td", { class: kind(n), "data-step": n }, cycle !== undefined && n === cycle ? "↻" : "", n ? stepLink(n - 1, String(n)) : "0", kind(n) === "violating" ? "✗" : "")));
  const rows = formula.parts.map((p) => el("tr", {}, el("th", {}, p.text), ...p.values.map(cell)));
  return el("div", { class: "wide" }, el("table", { class: "truth" }, head, ...rows),
    el("p", { class: "place" }, `● true, ○ false, · not decided by what is shown${cycle === undefined ? "; ✗ here it is violated" : "; ↻ repeated for ever"}`));
}

// The column of the state in which the present step is.
function lightTruth() {
  const table = document.querySelector("table.truth"), states = current.story.formula?.states;
  if (!table || !states) return;
  const column = 1 + states.filter((n) => n <= at + 1).length - 1;
  table.querySelectorAll("tr").forEach((row) => [...row.children].forEach((cell, i) => cell.classList.toggle("now", i === column && i > 0)));
}

function causeInModel(violation, story) {
  const last = story.steps[story.steps.length - 1] || story.initial;
  const waiting = (last.processes || []).filter((p) => / waits for /.test(p.position));
  if (/deadlock/.test(violation.kind) && waiting.length && waiting.length <= 4)
    return waiting.map((p) => `${p.name} ${p.position.replace(/^.*?:\d+, /, "")}`).join("; ") + ".";
  if (story.cycle === undefined) return "";
  const first = story.cycle + 1, end = story.steps.length;
  return first > end ? "After the last step nothing happens any more, for ever." : `${first === end ? `Step ${end} is` : `Steps ${first} to ${end} are`} repeated for ever.`;
}

// "add writes 1 to total at race.c:8; add reads total (1) at race.c:6; nothing orders them."
function causeOfRace(story) {
  const plain = story.accesses.map((a) => story.threads[a.thread].name.replace(/^\d+ /, ""));
  const who = (a, i) => (plain[0] === plain[1] ? story.threads[a.thread].name : plain[i]);
  const what = (a) => {
    const name = shortName(story.objects[a.object]?.name ?? "it");
    if (a.how === "free") return `frees ${name}`;
    if (a.how === "write") return a.value === undefined ? `is about to write ${name}` : `writes ${a.value} to ${name}`;
    return a.value === undefined ? `reads ${name}` : `reads ${a.value} from ${name}`;
  };
  return story.accesses.map((a, i) => `${who(a, i)} ${what(a)} at ${placeOf(a)}`).join("; ") +
    (story.accesses[0].how === "free" ? "." : "; nothing orders them.");
}

// Without its number, unless another one has the same name.
function nameAmong(thread, list) {
  const plain = (t) => t.name.replace(/^\d+ /, "");
  return list.filter(({ t }) => plain(t) === plain(thread)).length > 1 ? thread.name : plain(thread);
}

// One sentence of cause, where the story has one.
function causeOf(violation) {
  const story = violation.story;
  if (!story) return "";
  if (story.input === "model") return causeInModel(violation, story);
  const holders = story.threads.map((t, i) => ({ t, i })).filter(({ t }) => t.waits?.holder !== undefined && t.waits.object !== undefined);
  if (/deadlock/.test(violation.kind) && holders.length)
    return holders.slice(0, 4).map(({ t }) => `${nameAmong(t, holders)} ${t.holds?.length ? `holds ${t.holds.map((h) => shortName(story.objects[h.object].name)).join(", ")} and ` : ""}waits for ${shortName(story.objects[t.waits.object].name)}`).join("; ") + ".";
  if (story.accesses.length === 2) return causeOfRace(story);
  return "";
}
