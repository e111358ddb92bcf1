// Runs inside of a page that is tested: does what a reader would do, and leaves
// what he would see in lines of text at the end of the document.
(() => {
  const lines = window.probeErrors.map((e) => `error ${e}`);
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const say = (...words) => lines.push(words.join(" "));
  const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  say("banner", document.querySelector("#banner h1").textContent);
  texts("#banner .cause").forEach((t) => say("cause", t));
  say("tabs", texts("#tabs button").length);
  if (!document.getElementById("main").hidden) {
    texts("#heads div:not(.process)").forEach((t) => say("lane", t));
    texts("#heads .process").forEach((t) => say("process", t));
    document.querySelectorAll("#more details").forEach((d) => {
      if (d.querySelector("summary").textContent !== "The steps as text") return;
      d.querySelectorAll("tr").forEach((row) => say("step", [...row.children].map((c) => c.textContent).join("|")));
    });
    say("last", document.getElementById("counter").textContent, "-", document.getElementById("now").textContent);
    press("Home");
    say("first", document.getElementById("counter").textContent);
    press("ArrowDown");
    press("j");
    press("k");
    say("second", document.getElementById("counter").textContent);
    texts("#source .here").forEach((t) => say("source", t));
    texts("#state tr.changed").forEach((t) => say("changed", t));
    texts("#state td").forEach((t) => say("state", t));
    say("nodes", document.querySelectorAll("#drawing *").length);
    say("arrows", document.querySelectorAll("#drawing path.arrow").length);
    document.querySelectorAll("#drawing rect title").forEach((t) => say("bar", t.textContent));
    say("loop", document.querySelectorAll("#drawing .loop").length);
    document.querySelectorAll("#drawing g > text:not(.n)").forEach((t) => say("label", t.firstChild.textContent));
    press("f");
    say("unfolded", document.querySelectorAll("#drawing .row").length);
    press("f");
    document.querySelectorAll(".truth tr").forEach((row) => say("truth", [...row.children].map((c) => c.textContent).join(" ")));
    texts(".card").forEach((t) => say("card", t));
    say("graph", document.querySelectorAll("svg.graph:not(.states) .edge").length);
    say("self", document.querySelectorAll("svg.graph .edge.self").length);
    press("End");
    say("automata", texts("#more .automaton h3").join(" "), texts("#more .automaton .location").length, texts("#more .automaton .transition").length);
    texts("#more .automaton .location.lit").forEach((t) => say("stands", t));
    texts("#more .automaton .location.mine").forEach((t) => say("moved", t));
    texts("#more .automaton .transition.taken .mono").forEach((t) => say("taken", t));
    press("a");
    texts("#source .automaton .location.lit").forEach((t) => say("beside", t));
    press("a");
    texts(".truth .violating").forEach((t) => say("violating", t));
    texts(".truth .round").forEach((t) => say("round", t));
    texts(".truth tr:first-child .now").forEach((t) => say("truth now", t));
    texts(".states .lit text").forEach((t) => say("lit", t));
    press("Home");
    texts(".states .lit text").forEach((t) => say("lit first", t));
    say("spoken", (press("End"), document.getElementById("say").textContent));
  }
  texts(".written").forEach((t) => say("written", t));
  say("all automata", texts("#more .automaton h3").join(" "));
  say("states", document.querySelectorAll("svg.states .state").length, "edges", document.querySelectorAll("svg.states .edge").length);
  say("dead", document.querySelectorAll("svg.states .bad").length, "ends", document.querySelectorAll("svg.states .end").length);
  texts("#tabs button").slice(1).forEach((t, i) => {
    document.querySelectorAll("#tabs button")[i + 1].click();
    say("tab", document.querySelector("#banner h1").textContent);
  });
  window.probeErrors.forEach((e) => { if (!lines.includes(`error ${e}`)) lines.push(`error ${e}`); });
  document.body.textContent = ["PROBE", ...lines.map((l) => l.replace(/\s+/g, " ")), "END"].join("\n");
})();
