// The page of psy inspect: shows the dump that stands in it. docs/dump.md says what its fields mean.
"use strict";

const $ = id => document.getElementById(id);
const began = performance.now();
const dump = JSON.parse($("dump").textContent);
const functions = dump.functions, buffers = dump.buffers;

// The details of buffers stand apart, compressed in chunks of so many; need reads those of a list of buffers. full is buffer i, with its details if
// they have been read.
const chunk = 32;
const packed = $("details").textContent.trim().split("\n");
const reading = [];
async function read(k) {
  const bytes = Uint8Array.from(atob(packed[k]), c => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  text.trim().split("\n").forEach((line, n) => { buffers[k * chunk + n].unread = line; });
}
function need(list) {
  const chunks = new Set();
  for (const i of list) if (i >= 0 && buffers[i].parts === null && buffers[i].unread === undefined) chunks.add(Math.floor(i / chunk));
  return chunks.size ? Promise.all([...chunks].map(k => reading[k] = reading[k] || read(k))) : null;
}
for (const b of buffers) b.parts = null;
function full(i) {
  const b = buffers[i];
  if (b && b.unread !== undefined) {
    Object.assign(b, JSON.parse(b.unread));
    b.parts = b.parts || [];
    b.unread = undefined;
  }
  return b;
}

// el makes an element; children are elements or text.
function el(tag, props, ...children) {
  const e = document.createElement(tag);
  for (const k in props) {
    if (k === "style" || k.startsWith("aria-") || k.startsWith("data-") || k === "role") e.setAttribute(k, props[k]);
    else e[k] = props[k];
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}
const svg = (tag, attrs, ...children) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const k in attrs) e.setAttribute(k, attrs[k]);
  e.append(...children);
  return e;
};
const plural = (n, what) => n.toLocaleString("en") + " " + what + (n === 1 ? "" : "s");
const short = n => n < 10000 ? String(n) : n < 1e6 ? (n / 1e3).toFixed(0) + "k" : n < 1e9 ? (n / 1e6).toFixed(1) + "M" : (n / 1e9).toFixed(1) + "G";
const bytes = n => n < 1024 ? n + " B" : n < 1 << 20 ? (n / 1024).toFixed(1) + " KiB" : (n / (1 << 20)).toFixed(1) + " MiB";
const hex = n => n.toString(16);

const purposes = {
  "fast path": "fast", "guard": "guard", "helper call": "call", "unify": "unify", "cold code": "cold", "stub": "stub", "data": "data", "prologue": "prologue", "exit": "exit",
};
const colour = purpose => `var(--${purposes[purpose] || "cold"})`;

// ---- Indexes

const bufferAt = new Map(buffers.map((b, i) => [b.name, i]));
const mine = functions.map(() => []); // buffers by function
buffers.forEach((b, i) => { if (b.function >= 0) mine[b.function].push(i); });
const sourceOf = new Map(dump.sources.map(s => [s.file, s.lines]));

// ownTime and wholeTime are processor time of functions, as sampled, in nanoseconds. codeRun is about how many bytes of code the processor went through.
const sampled = dump.times ? dump.times.total : 0, enough = sampled >= 1.5e8;
const ownTime = functions.map(() => 0), wholeTime = functions.map(() => 0), timeOf = functions.map(() => new Map());
for (const x of dump.times ? dump.times.functions : []) {
  ownTime[x.function] = x.own;
  wholeTime[x.function] = x.whole;
  for (const l of x.lines) timeOf[x.function].set(l.line, l.own);
}
const share = ns => ns ? (100 * ns / sampled).toFixed(1) + " %" : "";
const codeRun = buffers.map((b, i) => (b.entered || 0) * dump.hot[i]);
const codeRuns = mine.map(list => list.reduce((sum, i) => sum + codeRun[i], 0));
for (const x of dump.executors) if (x.function >= 0) codeRuns[x.function] += x.entered * x.executed.length;
const totalSize = mine.map(list => list.reduce((sum, i) => sum + (buffers[i].dead ? 0 : buffers[i].size), 0));
const cost = enough ? ownTime : codeRuns; // of functions
const hottest = cost.reduce((a, b) => Math.max(a, b), 1);
let hottestBuffer = 1;
for (const c of codeRun) hottestBuffer = Math.max(hottestBuffer, c);
const heat = (c, most) => c > 0 ? `rgba(var(--heat), ${Math.max(.12, 1 + Math.log(c / most) / 12).toFixed(2)})` : "transparent";

// how often code for each bytecode offset of a function ran
const warmth = n => new Map(dump.ran[n]);

// ---- A list of which only the rows in sight are in the page

class List {
  constructor(box, height, draw, choose) {
    Object.assign(this, {box, height, draw, choose, n: 0, cursor: -1});
    this.all = el("div", {className: "all"});
    box.append(this.all);
    box.addEventListener("scroll", () => this.paint());
    box.addEventListener("keydown", e => {
      const step = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9}[e.key];
      if (!step || !this.n || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      this.pick(Math.min(this.n - 1, Math.max(0, this.cursor + step)));
    });
    this.all.addEventListener("click", e => {
      const row = e.target.closest(".row");
      if (row && !e.target.closest(".link")) this.pick(+row.dataset.i);
    });
    new ResizeObserver(() => this.paint()).observe(box);
  }
  pick(i) { this.cursor = i; this.choose(i); this.show(i); }
  set(n) { this.n = n; this.all.style.height = n * this.height + "px"; this.paint(); }
  paint() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 8);
    const last = Math.min(this.n, first + Math.ceil(this.box.clientHeight / this.height) + 16);
    const rows = [];
    for (let i = first; i < last; i++) {
      const row = this.draw(i);
      row.style.top = i * this.height + "px";
      row.dataset.i = i;
      rows.push(row);
    }
    this.all.replaceChildren(...rows);
  }
  show(i) {
    const top = i * this.height, box = this.box;
    if (i < 0) return;
    if (top < box.scrollTop + this.height || top > box.scrollTop + box.clientHeight - 2 * this.height) box.scrollTop = top - box.clientHeight / 3;
    this.paint();
  }
}

// ---- What is chosen: a view, a function, a buffer of it, a place in that and in the bytecode

const now = {view: "code", fn: -1, buf: -1, at: -1, off: -1};

const named = new Map();
for (const f of functions) named.set(f.name, (named.get(f.name) || 0) + 1);
const anchorOf = n => functions[n].name + (named.get(functions[n].name) > 1 ? ":" + functions[n].line : ""); // its line if there are several
function fragment() {
  let s = "#" + now.view;
  if (now.fn >= 0) s += "/" + encodeURIComponent(anchorOf(now.fn)) + (now.off >= 0 ? "@" + now.off : "");
  if (now.buf >= 0) s += "/" + buffers[now.buf].name + (now.at >= 0 ? "+" + hex(now.at) : "");
  return s;
}
function readFragment() {
  const [view, fn, buf] = location.hash.slice(1).split("/");
  const to = {view: views[view] ? view : "code", fn: -1, buf: -1, at: -1, off: -1};
  if (fn) {
    const [name, off] = decodeURIComponent(fn).split("@");
    to.fn = functions.findIndex((f, n) => f.name === name || f.name + ":" + f.line === name);
    if (off) to.off = +off;
  }
  if (buf) {
    const [name, at] = buf.split("+");
    if (bufferAt.has(name)) {
      to.buf = bufferAt.get(name);
      if (to.fn < 0) to.fn = buffers[to.buf].function;
      if (at) to.at = parseInt(at, 16);
    }
  }
  return to;
}

let written = "", turn = 0;
async function go(to, keepHistory) {
  const mine_ = ++turn;
  const fn = to.fn === undefined ? now.fn : to.fn, buf = to.buf === undefined ? now.buf : to.buf;
  await need((fn >= 0 ? mine[fn] : []).concat(buf));
  if (mine_ !== turn) return; // something else was chosen meanwhile
  Object.assign(now, to);
  if (now.fn >= 0 && now.buf < 0 && mine[now.fn].length) now.buf = mine[now.fn].reduce((a, b) => codeRun[b] > codeRun[a] || buffers[a].dead && !buffers[b].dead ? b : a);
  const f = fragment();
  if (f !== location.hash) {
    written = f;
    history[keepHistory ? "replaceState" : "pushState"](null, "", f);
  }
  render();
}
const goFunction = (n, off = -1) => go({fn: n, buf: -1, at: -1, off});
async function goBuffer(i, at = -1) {
  await need([i]);
  const b = full(i);
  const p = at >= 0 ? partAt(b, at) : null;
  go({fn: b.function, buf: i, at, off: p && p.offset >= 0 && !p.inlined ? p.offset : b.inlined ? -1 : b.offset});
}
const partAt = (b, at) => { let found = null; for (const p of b.parts) if (p.at <= at) found = p; return found; };
const bufferLink = (name, at = -1) => bufferAt.has(name)
  ? el("a", {className: "chip link", onclick: () => goBuffer(bufferAt.get(name), at)}, name + (at > 0 ? "+" + hex(at) : ""))
  : el("span", {className: "chip"}, name);

// ---- The side: functions or buffers, or what was searched for

let kind = "functions", order = "", shown = [];
const statusColour = {compiled: "fast", traced: "fast", inlined: "unify", refused: "call", dropped: "guard", resting: "guard", interpreted: "cold"};
const sideList = new List($("list"), 38, i => {
  const item = shown[i];
  if (item.text !== undefined) {
    return el("div", {className: "row" + (now.buf === item.b && now.at === item.at ? " at" : ""), role: "option"},
      el("div", {}, el("span", {className: "name"}, item.title)), el("div", {className: "sub code"}, el("span", {}, item.text)));
  }
  if (item.f !== undefined) {
    const f = functions[item.f];
    return el("div", {className: "row" + (now.fn === item.f ? " at" : ""), role: "option"},
      el("i", {className: "heat", style: `background:${heat(cost[item.f], hottest)}`}),
      el("div", {}, el("span", {className: "name"}, f.name), el("span", {className: "num"}, enough ? share(ownTime[item.f]) : codeRuns[item.f] ? short(codeRuns[item.f]) : "")),
      el("div", {className: "sub"}, el("span", {style: `color:var(--${statusColour[f.status] || "cold"})`}, f.status),
        el("span", {}, `line ${f.line}` + (mine[item.f].length ? `, ${plural(mine[item.f].length, "buffer")}, ${bytes(totalSize[item.f])}` : ""))));
  }
  const b = buffers[item.b];
  return el("div", {className: "row" + (now.buf === item.b ? " at" : ""), role: "option"},
    el("i", {className: "heat", style: `background:${heat(codeRun[item.b], hottestBuffer)}`}),
    el("div", {}, el("span", {className: "name"}, b.name), el("span", {className: "num"}, b.entered ? "×" + short(b.entered) : "")),
    el("div", {className: "sub"}, b.dead ? el("span", {className: "bad"}, b.dead) : null,
      el("span", {}, (b.function >= 0 ? functions[b.function].name + " " : "") + "@" + b.offset + ", " + bytes(b.size))));
}, i => {
  const item = shown[i];
  if (item.b !== undefined) goBuffer(item.b, item.at === undefined ? -1 : item.at);
  else goFunction(item.f, item.off === undefined ? -1 : item.off);
});

const orders = {
  functions: {...(enough ? {"own time": n => -ownTime[n], "time with calls": n => -wholeTime[n]} : {}), "code run": n => -codeRuns[n], size: n => -totalSize[n], name: n => functions[n].name, line: n => functions[n].line},
  buffers: {"code run": n => -codeRun[n], size: n => -buffers[n].size, ran: n => -(buffers[n].entered || 0), made: n => n},
};
function fillSide() {
  const query = $("search").value.trim().toLowerCase();
  const key = orders[kind][order] || Object.values(orders[kind])[0];
  const by = (a, b) => { const x = key(a), y = key(b); return x < y ? -1 : x > y ? 1 : a - b; };
  if (!query) {
    shown = kind === "functions" ? functions.map((_, n) => n).sort(by).map(f => ({f})) : buffers.map((_, n) => n).sort(by).map(b => ({b}));
  } else {
    shown = [];
    functions.forEach((f, n) => { if (f.name.toLowerCase().includes(query)) shown.push({f: n}); });
    buffers.forEach((b, n) => { if (b.name.includes(query)) shown.push({b: n}); });
    if (query.length > 1) {
      const waiting = need(buffers.keys());
      if (waiting) waiting.then(() => { if ($("search").value.trim().toLowerCase() === query) fillSide(); });
      else searchInside(query);
    }
  }
  sideList.cursor = -1;
  sideList.set(shown.length);
  $("list").scrollTop = 0;
}
const most = 400;
function searchInside(query) {
  const enough = shown.length + most;
  functions.forEach((f, n) => {
    for (const in_ of f.bytecode) {
      if (shown.length < enough && (in_.opcode + " " + (in_.text || "")).toLowerCase().includes(query)) {
        shown.push({f: n, off: in_.offset, title: `${f.name} @${in_.offset}`, text: in_.opcode + " " + (in_.text || "")});
      }
    }
  });
  for (let n = 0; n < buffers.length && shown.length < enough; n++) {
    if (buffers[n].unread !== undefined && !buffers[n].unread.includes(query)) continue;
    const b = full(n);
    for (const p of b.parts) {
      for (const l of p.lines || []) {
        if (shown.length < enough && l.text.includes(query)) shown.push({b: n, at: l.at, title: `${b.name}+${hex(l.at)}`, text: l.text});
      }
    }
  }
}

// ---- The panes

let lines = [], instructions = [], machine = [];
const fn = () => now.fn >= 0 ? functions[now.fn] : null;
const lineAt = off => { let line = 0; for (const i of fn().bytecode) { if (i.offset > off) break; line = i.line || 0; } return line; };

const sourceList = new List($("source"), 21, i => {
  const here = fn() && now.off >= 0 && lineAt(now.off) === i + 1;
  const row = el("div", {className: "row" + (here ? " at" : "")}, el("span", {className: "no"}, String(i + 1)), lines[i]);
  const w = lineHeat.get(i + 1), ns = enough ? lineTime.get(i + 1) : 0;
  if (ns || w) {
    row.prepend(el("i", {className: "heat", style: `background:${enough ? heat(ns, hottest) : heat(w, lineHeat.most)}`,
      title: [ns ? share(ns) + " of the processor time" : "", w ? `ran ${w} times` : ""].filter(x => x).join(", ")}));
  }
  return row;
}, i => {
  const at = instructionsOf(i + 1);
  if (at) go({fn: at.fn, off: at.off, ...(at.fn === now.fn ? placeOf(at.off) : {buf: -1, at: -1})});
});
let lineHeat = new Map(), lineTime = new Map();
function instructionsOf(line) { // the innermost function that has code of the line
  let best = null;
  functions.forEach((f, n) => {
    if (f.file !== fn().file) return;
    const in_ = f.bytecode.find(i => i.line === line && i.opcode !== "RESUME");
    if (in_ && (!best || n === now.fn || f.line > functions[best.fn].line && best.fn !== now.fn)) best = {fn: n, off: in_.offset};
  });
  return best;
}

const bytecodeList = new List($("bytecode"), 21, i => {
  const x = instructions[i], f = fn();
  const row = el("div", {className: "row" + (x.offset === now.off ? " at" : now.off >= 0 && x.line && x.line === lineAt(now.off) ? " near" : "")},
    el("span", {className: "no", style: "min-width:3em"}, i && instructions[i - 1].line === x.line ? "" : String(x.line || "")),
    el("span", {className: "hex"}, String(x.offset)), el("span", {style: "min-width:13.5em"}, (x.label ? x.label + ": " : "") + x.opcode),
    el("span", {}, x.text !== undefined ? x.text : x.arg || ""));
  for (const s of siteRows.get(x.offset) || []) row.append(s.cloneNode(true));
  const w = warmth(now.fn).get(x.offset);
  if (w) row.prepend(el("i", {className: "heat", style: `background:${heat(w, lineHeat.most)}`, title: `ran ${w} times`}));
  return row;
}, i => { const off = instructions[i].offset; go({off, ...placeOf(off)}); });
const siteColour = {helper: "call", respawn: "guard", promotion: "compile", megamorphic: "call", exit: "exit", invalidated: "call", evicted: "cold", inlined: "unify", "late call": "guard"};
let siteRows = new Map();

// placeOf is where in a buffer the code for a bytecode offset is, in the chosen one if it has some.
function placeOf(off) {
  const inBuffer = i => full(i).parts.find(p => p.offset === off && !p.inlined);
  if (now.buf >= 0 && buffers[now.buf].function === now.fn) {
    const p = inBuffer(now.buf);
    if (p) return {buf: now.buf, at: p.at};
  }
  const i = mine[now.fn].filter(inBuffer).sort((a, b) => codeRun[b] - codeRun[a])[0];
  return i === undefined ? {at: -1} : {buf: i, at: inBuffer(i).at};
}

const machineList = new List($("machine"), 21, i => {
  const m = machine[i], b = buffers[now.buf];
  if (m.part) {
    const p = m.part, name = p.offset < 0 ? "" : `${opcodeAt(p)} `;
    return el("div", {className: "row" + (now.off >= 0 && p.offset === now.off && !p.inlined ? " near" : "")},
      el("span", {className: "part"}, p.offset >= 0 ? el("b", {}, `${p.offset} ${name}`) : el("b", {style: `color:${colour(p.purpose)}`}, p.purpose),
        p.inlined ? `inlined ${p.inlined} ` : "", news(p)));
  }
  if (!b) return el("div", {className: "row"}, m.line.text); // of an executor
  const end = i + 1 < machine.length ? (machine[i + 1].part || machine[i + 1].line).at : b.size;
  const c = colour(m.line.purpose || m.of.purpose);
  const row = el("div", {className: "row" + (m.line.at === now.at ? " at" : "")},
    el("i", {className: "heat", style: `background:${c}`, title: m.line.purpose || m.of.purpose}),
    el("span", {className: "hex"}, hex(m.line.at)), el("span", {className: "bytes", style: `color:${c}`}, (b.code || "").slice(2 * m.line.at, 2 * end)));
  const jump = (b.jumps || []).find(j => j.at === end - 4);
  row.append(m.line.text);
  if (jump && jump.to) row.append(bufferLink(jump.to, jump.entry || -1));
  if (jump) row.append(el("span", {className: "part"}, [jump.what, jump.reason, jump.case].filter(x => x).join(" ")));
  return row;
}, i => {
  const m = machine[i], p = m.part || m.of;
  go({at: (m.part || m.line).at, ...(p.offset >= 0 && !p.inlined ? {off: p.offset} : {})}, true);
});
function news(p) { // of which variables more is known
  const names = (p.changed || []).filter(s => s.info).map(s => s.name);
  return names.length ? "new: " + names.slice(0, 3).join(", ") + (names.length > 3 ? " ..." : "") : "";
}
function opcodeAt(p) {
  const f = p.inlined ? functions.find(f => f.name === p.inlined) : fn();
  const i = f && f.bytecode.find(i => i.offset === p.offset);
  return i ? i.opcode + (i.text ? " " + i.text : "") : "";
}

let paneFunction = -2, paneBuffer = -2;
function renderPanes() {
  const f = fn();
  if (paneFunction !== now.fn) {
    paneFunction = now.fn;
    lines = f && sourceOf.get(f.file) || [];
    instructions = f ? f.bytecode : [];
    lineHeat = new Map();
    lineTime = new Map();
    lineHeat.most = 1;
    siteRows = new Map();
    if (f) {
      functions.forEach((g, n) => {
        if (g.file !== f.file) return;
        for (const [line, ns] of timeOf[n]) lineTime.set(line, (lineTime.get(line) || 0) + ns);
        const w = warmth(n);
        for (const i of g.bytecode) {
          const x = w.get(i.offset);
          if (x && i.line) { lineHeat.set(i.line, Math.max(lineHeat.get(i.line) || 0, x)); lineHeat.most = Math.max(lineHeat.most, x); }
        }
      });
      for (const s of f.sites) {
        if (!siteColour[s.what]) continue;
        const tag = el("span", {className: "tag", style: `background:var(--${siteColour[s.what]})`, title: `${s.what} ${s.reason || ""}: ${s.count}`}, `${s.what}${s.count > 1 ? " ×" + short(s.count) : ""}`);
        siteRows.set(s.offset, (siteRows.get(s.offset) || []).concat(tag));
      }
    }
    $("source-title").textContent = f ? f.file + (lines.length ? "" : ": not found") : "";
    $("bytecode-title").textContent = f ? `${f.name}${f.why ? ": " + f.why : ""}` : "";
    $("bytecode-title").title = f && f.why || "";
    sourceList.set(lines.length);
    bytecodeList.set(instructions.length);
    $("buffer").replaceChildren(...(f ? mine[now.fn].map(i => el("option", {value: i}, `${buffers[i].name} @${buffers[i].offset}${buffers[i].dead ? " †" : ""}`)) : []));
    if (f) sourceList.show((now.off >= 0 ? lineAt(now.off) || f.line : f.line) - 1);
  }
  if (paneBuffer !== now.buf) {
    paneBuffer = now.buf;
    renderBuffer();
  }
  $("buffer").value = now.buf;
  const line = f && now.off >= 0 ? lineAt(now.off) : 0;
  if (line) sourceList.show(line - 1); else sourceList.paint();
  const at = instructions.findIndex(i => i.offset === now.off);
  bytecodeList.cursor = at;
  if (at >= 0) bytecodeList.show(at); else bytecodeList.paint();
  const m = machine.findIndex(m => m.line ? m.line.at === now.at : false);
  machineList.cursor = m;
  if (m >= 0) machineList.show(m); else machineList.paint();
  renderVinfo();
}

function renderBuffer() {
  machine = [];
  const b = full(now.buf), about = $("about");
  about.replaceChildren();
  $("strip").replaceChildren();
  $("machine-title").textContent = b ? `${b.name}, ${bytes(b.size)}` + (b.entered ? `, ran ${plural(b.entered, "time")}` : "") : "";
  if (!b) {
    const x = dump.executors.filter(x => x.function === now.fn);
    about.replaceChildren(...(x.length ? [`tier 2: ${plural(x.length, "executor")}`] : ["none of this function"]));
    for (const ex of x) {
      const part = {purpose: "fast path", offset: ex.offset, at: 0};
      machine.push({part: {...part, changed: []}});
      for (const [n, text] of ex.executed.entries()) machine.push({line: {at: n, text}, of: part});
    }
    machineList.set(machine.length);
    return;
  }
  const parts = b.parts;
  parts.forEach((p, n) => {
    machine.push({part: p});
    for (const line of p.lines || []) machine.push({line, of: p});
    const end = n + 1 < parts.length ? parts[n + 1].at : b.size;
    (p.lines || []).forEach((l, k) => {
      const size = (k + 1 < p.lines.length ? p.lines[k + 1].at : end) - l.at;
      const last = $("strip").lastChild, c = colour(l.purpose || p.purpose);
      if (last && last.dataset.c === c) { last.dataset.n = +last.dataset.n + size; last.style.flexGrow = last.dataset.n; }
      else $("strip").append(el("i", {style: `background:${c};flex:${size} 0 0`, title: l.purpose || p.purpose, "data-c": c, "data-n": size, onclick: () => goBuffer(now.buf, l.at)}));
    });
  });
  const say = (...what) => about.append(el("div", {}, ...what));
  if (b.dead) say(el("b", {className: "bad"}, b.dead), b.broken ? `: ${b.broken} changed` : "");
  say(el("b", {}, b.general ? "The general version" : b.merge ? "A version of a merge point" : b.kind === "respawned" ? "The other side of a condition" : "Made"),
    b.why ? `, because ${b.why}` : "", b.inlined ? `; begins in ${b.inlined}` : "", `; ${bytes(b.metadata)} of metadata`);
  if (b.from && b.from.length) say("from ", ...b.from.slice(0, 40).map(r => bufferLink(r.buffer, r.at)));
  const to = [...new Set((b.jumps || []).filter(j => j.to).map(j => j.to))];
  const open = (b.jumps || []).length - (b.jumps || []).filter(j => j.to).length;
  if (to.length || open) say("to ", ...to.map(n => bufferLink(n)), open ? `${plural(open, "stub")} not reached` : "");
  if (b.assumes) say("assumes ", ...b.assumes.map(a => el("span", {className: "chip"}, a)));
  if (b.patches) say("patched ", ...b.patches.slice(0, 20).map(p => el("span", {className: "chip", title: `before event ${p.event}`}, `+${hex(p.at)} ${p.what}${p.to ? " " + p.to : ""}`)));
  machineList.set(machine.length);
  $("machine").scrollTop = 0;
}

// ---- The vinfos at the chosen place: the snapshot, and what changed since

function stateAt(b, at) {
  const slots = new Map(b.snapshot.map(s => [s.name, s]));
  const fresh = new Set();
  const here = at >= 0 ? partAt(b, at) : null;
  for (const p of b.parts) {
    if (!here || p.at > here.at) break;
    fresh.clear();
    for (const s of p.changed || []) {
      fresh.add(s.name);
      if (s.info) slots.set(s.name, s); else slots.delete(s.name);
    }
    if (p === here) break;
  }
  return {slots: [...slots.values()], fresh};
}

const stageColour = {"compile-time": "compile", "run-time": "run", virtual: "virtual"};
function describe(i) {
  if (!i) return el("span", {className: "value"}, "?");
  if (i.same) return el("span", {className: "value"}, `the same as ${i.same}`);
  const e = el("span", {}, el("span", {className: "tag", style: `background:var(--${stageColour[i.stage]})`}, i.stage), " ");
  if (i.stage === "compile-time") e.append(el("span", {className: "value"}, i.value || ""), i.fixed ? el("span", {className: "chip", title: "the code depends on the value: it is never un-promoted"}, "fixed") : "");
  else if (i.stage === "run-time") e.append(el("span", {className: "value"}, `${i.kind} in ${i.place}`));
  else e.append(el("span", {className: "value"}, i.value || ""));
  if (i.type && i.stage === "run-time") e.append(" is ", el("b", {className: "value"}, i.type));
  if (i.not) e.append(el("span", {className: "chip"}, `not ${i.not}`));
  if (i.items && i.items.length) e.append(el("ul", {}, ...i.items.map(x => el("li", {}, describe(x)))));
  return e;
}
function originOf(i) {
  if (!i) return "";
  const one = (o, what) => {
    const n = o.function ? functions.findIndex(f => f.name === o.function) : now.fn;
    return el("div", {}, what, el("b", {}, o.by), " ", el("a", {className: "link", onclick: () => n === now.fn ? go({off: o.offset, ...placeOf(o.offset)}) : n >= 0 && goFunction(n, o.offset)},
      `at ${o.offset}${o.function ? " of " + o.function : ""}`));
  };
  return el("div", {}, i.by ? one(i.by, "") : "", i.typed ? one(i.typed, "class: ") : "");
}
function renderVinfo() {
  const b = full(now.buf), box = $("vinfo");
  if (!b) {
    const f = fn();
    box.replaceChildren(el("div", {className: "empty"}, ...(f ? [el("b", {}, f.name), ` is ${f.status}. `, f.why || ""] : ["Choose a function or a buffer on the left."])));
    $("vinfo-title").textContent = "";
    return;
  }
  const {slots, fresh} = stateAt(b, now.at);
  const p = now.at >= 0 ? partAt(b, now.at) : null;
  $("vinfo-title").textContent = p ? `in ${b.name}${p.offset >= 0 ? ` before ${p.offset} ${opcodeAt(p)}` : ""}` : `at the start of ${b.name}: its snapshot`;
  const others = p && p.offset >= 0 && !p.inlined ? mine[now.fn].filter(i => i !== now.buf && full(i).parts.some(q => q.offset === p.offset && !q.inlined)) : [];
  box.replaceChildren(
    el("table", {}, el("thead", {}, el("tr", {}, ...["variable", "what the compiler knows", "in the frame", "who made it so"].map(h => el("th", {}, h)))),
      el("tbody", {}, ...slots.map(s => el("tr", {className: fresh.has(s.name) ? "fresh" : ""},
        el("td", {className: "name"}, s.name), el("td", {}, describe(s.info)), el("td", {}, s.stored ? "stored" : ""), el("td", {}, originOf(s.info)))))),
    others.length ? el("div", {style: "padding:6px 10px"}, "this instruction is also in ", ...others.slice(0, 30).map(i => bufferLink(buffers[i].name))) : "");
}

// ---- The graph of a function's buffers

function renderGraph() {
  const box = $("graph");
  if (now.fn < 0 || !mine[now.fn].length) { box.replaceChildren(el("div", {className: "empty"}, "Choose a function that has machine code.")); $("graph-title").textContent = ""; return; }
  const all = mine[now.fn].filter(i => !buffers[i].dead), list = all.slice(0, 300), own = new Set(list);
  $("graph-title").replaceChildren(el("b", {}, fn().name), el("span", {style: "color:var(--soft)"}, `${plural(all.length, "buffer")} and their jumps; the stronger its colour, the more a buffer ran; dashed lines lead back`));
  const edges = [], depth = new Map();
  for (const i of list) {
    const seen = new Map();
    for (const j of buffers[i].jumps || []) {
      const to = j.to && bufferAt.get(j.to);
      if (to === undefined || to === "" || !own.has(to)) continue;
      if (!seen.has(to)) { seen.set(to, true); edges.push({from: i, to, what: j.reason || j.case || j.what}); }
    }
  }
  const incoming = new Map(list.map(i => [i, 0]));
  for (const e of edges) if (e.from !== e.to) incoming.set(e.to, incoming.get(e.to) + 1);
  const queue = list.filter(i => !incoming.get(i) || (buffers[i].from || []).some(r => !own.has(bufferAt.get(r.buffer))));
  if (!queue.length) queue.push(list[0]);
  queue.forEach(i => depth.set(i, 0));
  for (let n = 0; n < queue.length || n < list.length; n++) {
    if (n >= queue.length) { const left = list.find(i => !depth.has(i)); if (left === undefined) break; depth.set(left, 0); queue.push(left); }
    for (const e of edges) if (e.from === queue[n] && !depth.has(e.to)) { depth.set(e.to, depth.get(queue[n]) + 1); queue.push(e.to); }
  }
  const layers = [];
  for (const i of list) (layers[depth.get(i)] = layers[depth.get(i)] || []).push(i);
  for (const layer of layers) { // under those that lead there
    const spot = new Map();
    for (const l of layers) l.forEach((i, x) => spot.set(i, x));
    const wish = i => {
      const from = edges.filter(e => e.to === i && depth.get(e.from) < depth.get(i)).map(e => spot.get(e.from));
      return from.length ? from.reduce((a, b) => a + b) / from.length : spot.get(i);
    };
    const wishes = new Map(layer.map(i => [i, wish(i)]));
    layer.sort((a, b) => wishes.get(a) - wishes.get(b) || a - b);
  }
  const w = 172, h = 52, gx = 44, gy = 56, place = new Map();
  let width = 0;
  const left = 70; // room for the edges that lead back
  layers.forEach((layer, y) => layer.forEach((i, x) => { place.set(i, {x: left + x * (w + gx), y: 10 + y * (h + gy)}); width = Math.max(width, left + (x + 1) * (w + gx)); }));
  const back = svg("g", {}), nodes = svg("g", {});
  edges.forEach((e, n) => {
    const a = place.get(e.from), b = place.get(e.to), x1 = a.x + w / 2, y1 = a.y + h, x2 = b.x + w / 2, y2 = b.y;
    const d = b.y > a.y ? `M${x1} ${y1} C${x1} ${y1 + gy / 1.6} ${x2} ${y2 - gy / 1.6} ${x2} ${y2}`
      : `M${a.x} ${a.y + h / 2} C${a.x - 40} ${a.y + h / 2 + (a === b ? 24 : 0)} ${b.x - 40} ${b.y + h / 2 - (a === b ? 24 : 0)} ${b.x} ${b.y + h / 2 - 8}`;
    back.append(svg("path", {class: "edge" + (b.y > a.y ? "" : " back") + (e.from === now.buf || e.to === now.buf ? " at" : ""), d, "marker-end": "url(#arrow)"}, svg("title", {}, document.createTextNode(e.what || ""))));
  });
  for (const i of list) {
    const b = buffers[i], p = place.get(i);
    const node = svg("g", {class: "node" + (i === now.buf ? " at" : ""), transform: `translate(${p.x} ${p.y})`, tabindex: 0, role: "button"});
    const x = b.offset >= 0 && !b.inlined ? fn().bytecode.find(k => k.offset === b.offset) : null;
    node.append(svg("rect", {class: "box", width: w, height: h}), svg("rect", {width: w, height: h, style: `fill:${heat(codeRun[i], hottestBuffer)};opacity:.16;stroke:none`}), svg("rect", {width: 6, height: h, style: `fill:${heat(codeRun[i], hottestBuffer)};stroke:none`}));
    const text = (y, s, dim) => { const t = svg("text", {x: 14, y, class: dim ? "dim" : ""}); t.textContent = s.length > 27 ? s.slice(0, 26) + "…" : s; node.append(t); };
    text(17, b.name + (b.general ? " (general)" : ""));
    text(31, `@${b.offset} ${b.inlined ? "in " + b.inlined : x ? x.opcode : ""}`, true);
    text(45, `${bytes(b.size)}${b.entered ? ", ran ×" + short(b.entered) : ""}`, true);
    node.addEventListener("click", () => goBuffer(i));
    node.addEventListener("keydown", e => { if (e.key === "Enter") { goBuffer(i); go({view: "code"}); } });
    node.addEventListener("dblclick", () => go({view: "code"}));
    nodes.append(node);
  }
  const arrow = svg("marker", {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse"}, svg("path", {d: "M0 0 L8 4 L0 8 z", style: "fill:var(--cold)"}));
  box.replaceChildren(svg("svg", {width: width + 20, height: layers.length * (h + gy) + 20}, svg("defs", {}, arrow), back, nodes));
}

// ---- Memory

const palette = ["fast", "compile", "virtual", "guard", "unify", "call", "exit", "data", "prologue", "cold"];
function renderMemory() {
  const m = dump.memory, used = m.code + m.metadata, box = $("memory");
  const card = (n, what) => el("div", {className: "card"}, el("b", {}, n), el("span", {}, what));
  const name = o => o.function < 0 ? "the engine itself" : functions[o.function].name;
  const total = m.owners.reduce((s, o) => s + o.code + o.metadata, 0) || 1;
  const points = dump.events.map((e, n) => [n, e.used]);
  const W = 900, H = 170, top = Math.max(m.peak, ...sample(points, 900).map(p => p[1]), 1), scale = m.code_cap && m.code_cap < 4 * top ? m.code_cap * 1.05 : top * 1.1;
  const x = n => 60 + n / Math.max(1, points.length - 1) * (W - 70), y = v => H - 20 - v / scale * (H - 30);
  const path = sample(points, 1200).map((p, n) => `${n ? "L" : "M"}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join("");
  const chart = svg("svg", {width: W, height: H});
  for (const f of [0, .5, 1]) {
    const t = svg("text", {x: 54, y: y(scale * f) + 4, "text-anchor": "end", class: "dim"});
    t.textContent = bytes(Math.round(scale * f));
    chart.append(t, svg("line", {x1: 60, x2: W - 10, y1: y(scale * f), y2: y(scale * f), style: "stroke:var(--line)"}));
  }
  if (m.code_cap <= scale) chart.append(svg("line", {x1: 60, x2: W - 10, y1: y(m.code_cap), y2: y(m.code_cap), style: "stroke:var(--call);stroke-dasharray:5 4;stroke-width:1.5"}));
  if (path) chart.append(svg("path", {d: path, style: "fill:none;stroke:var(--accent);stroke-width:1.8"}));
  box.replaceChildren(
    el("div", {className: "cards"}, card(bytes(m.code), "machine code"), card(bytes(m.metadata), "metadata"), card(bytes(m.peak), "peak of both"),
      card(m.code_cap ? bytes(m.code_cap) : "none", "cap"), card(m.code_cap ? (100 * used / m.code_cap).toFixed(used * 100 < m.code_cap ? 2 : 0) + " %" : "-", "of the cap in use"), card(bytes(m.heap), "Python objects" + (m.heap_cap ? `, of ${bytes(m.heap_cap)}` : ""))),
    el("h3", {}, "Code and metadata as events went by" + (m.code_cap <= scale ? "; the dashed line is the cap" : "")), chart,
    el("h3", {}, "Who has it"),
    el("div", {className: "meter"}, ...m.owners.map((o, n) => el("div", {style: `background:var(--${palette[n % palette.length]});flex:${o.code + o.metadata} 0 0`, title: `${name(o)}: ${bytes(o.code + o.metadata)}`}))),
    el("table", {style: "max-width:900px"}, el("thead", {}, el("tr", {}, ...["function", "buffers", "code", "metadata", "share"].map(h => el("th", {}, h)))),
      el("tbody", {}, ...m.owners.slice(0, 200).map((o, n) => el("tr", {}, el("td", {}, el("span", {style: `color:var(--${palette[n % palette.length]})`}, "■ "),
        o.function < 0 ? name(o) : el("a", {className: "link", onclick: () => { now.view = "code"; goFunction(o.function); }}, name(o))),
        el("td", {}, String(o.buffers)), el("td", {}, bytes(o.code)), el("td", {}, bytes(o.metadata)), el("td", {}, (100 * (o.code + o.metadata) / total).toFixed(1) + " %"))))));
}
function sample(points, n) { // no more than n of the points, the last among them
  if (points.length <= n) return points;
  const out = [];
  for (let i = 0; i < n; i++) out.push(points[Math.floor(i * (points.length - 1) / (n - 1))]);
  return out;
}

// ---- Time: promotions, and all events

const eventColour = {promotion: "compile", megamorphic: "call", invalidated: "call", evicted: "guard", respawn: "guard", resumed: "unify", refused: "call", dropped: "call", rests: "cold", discarded: "cold"};
const eventsList = new List($("events"), 21, i => {
  const e = dump.events[i], c = eventColour[e.what] || "fast";
  return el("div", {className: "row"}, el("span", {className: "no", style: "min-width:4em"}, String(i)), el("span", {style: `min-width:9em;color:var(--${c})`}, e.what),
    el("span", {style: "min-width:18em"}, e.function < 0 ? "" : `${functions[e.function].name} @${e.offset}`), el("span", {style: "min-width:12em"}, e.reason || ""),
    el("span", {style: "min-width:9em"}, e.buffer || ""), e.value || "");
}, i => {
  const e = dump.events[i];
  if (e.buffer && bufferAt.has(e.buffer)) { now.view = "code"; goBuffer(bufferAt.get(e.buffer)); }
  else if (e.function >= 0) { now.view = "code"; goFunction(e.function, e.offset); }
});
function renderTime() {
  const n = Math.max(1, dump.events.length), box = $("timeline");
  const lanes = dump.promotions.slice(0, 500).map(p => {
    const f = p.function >= 0 ? functions[p.function] : null;
    const in_ = f && f.bytecode.find(i => i.offset === p.offset);
    const track = el("div", {className: "track"});
    p.values.forEach((v, k) => track.append(el("button", {className: "dot", style: `left:${100 * v.event / n}%;background:var(--${palette[k % palette.length]})`, title: `${v.value} (asked ${plural(v.count, "time")})${v.buffer ? ", code: " + v.buffer : ""}`,
      "aria-label": v.value, onclick: () => { if (bufferAt.has(v.buffer)) { now.view = "code"; goBuffer(bufferAt.get(v.buffer)); } }})));
    if (p.given_up) track.append(el("span", {className: "tag mega", style: "background:var(--call)"}, "megamorphic"));
    return el("div", {className: "lane"}, el("a", {className: "link what", onclick: () => { now.view = "code"; if (p.function >= 0) goFunction(p.function, p.offset); }},
      f ? `${f.name} @${p.offset} ${in_ ? in_.opcode : ""}` : ""), el("span", {className: "chip"}, p.what === "switch" ? "class" : p.what), track);
  });
  box.replaceChildren(el("h3", {}, `Promotions: ${plural(dump.promotions.length, "site")}; each dot is a value or class when it came first`), ...lanes);
  eventsList.set(dump.events.length);
}

// ---- Views, keys, theme

const views = {code: ["Code", renderPanes], graph: ["Graph", renderGraph], memory: ["Memory", renderMemory], time: ["Timeline", renderTime]};
function render() {
  for (const v in views) {
    $("view-" + v).classList.toggle("shown", v === now.view);
    $("tab-" + v).setAttribute("aria-selected", v === now.view);
  }
  views[now.view][1]();
  sideList.paint();
}

function setTheme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  try { localStorage.setItem("psy-theme", dark ? "dark" : "light"); } catch (e) { /* a page from a file may have none */ }
}
function setKind(k) {
  kind = k;
  for (const b of $("kinds").children) b.setAttribute("aria-pressed", b.dataset.kind === k);
  $("order").replaceChildren(...Object.keys(orders[k]).map(o => el("option", {value: o}, o)));
  order = "";
  fillSide();
}
function neighbour(step) {
  const list = now.fn >= 0 ? mine[now.fn] : [];
  const n = list.indexOf(now.buf) + step;
  if (n >= 0 && n < list.length) goBuffer(list[n]);
}
const keys = [
  ["/", "search", () => $("search").focus()],
  ["j k ↑ ↓", "move in the list that has the focus"],
  ["f", "the list", () => $("list").focus()],
  ["s", "the source", () => $("source").focus()],
  ["b", "the bytecode", () => $("bytecode").focus()],
  ["m", "the machine code", () => $("machine").focus()],
  ["[", "the function's previous buffer", () => neighbour(-1)],
  ["]", "its next one", () => neighbour(1)],
  ["1", "code", () => go({view: "code"})],
  ["2", "graph", () => go({view: "graph"})],
  ["3", "memory", () => go({view: "memory"})],
  ["4", "timeline", () => go({view: "time"})],
  ["d", "light or dark", () => $("theme").click()],
  ["?", "this", () => $("help").showModal()],
];
document.addEventListener("keydown", e => {
  if (e.target.matches("input, select")) {
    if (e.key === "Escape") { $("search").value = ""; fillSide(); e.target.blur(); }
    if (e.key === "Enter" && shown.length) { $("list").focus(); sideList.pick(0); }
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const key = keys.find(k => k[0] === e.key);
  if (key && key[2]) { e.preventDefault(); key[2](); }
});

function start() {
  document.title = `${dump.program} - psy inspect`;
  $("program").textContent = dump.program.split("/").pop();
  $("program").title = dump.program;
  const live = buffers.filter(b => !b.dead).length;
  $("facts").textContent = [dump.engine, plural(functions.length, "function"), buffers.length ? plural(live, "buffer") + (buffers.length > live ? ` and ${buffers.length - live} thrown away` : "") : "",
    dump.executors.length ? plural(dump.executors.length, "executor") : "", bytes(dump.memory.code) + " of code"].filter(x => x).join(" · ");
  $("views").append(...Object.keys(views).map(v => el("button", {id: "tab-" + v, role: "tab", onclick: () => go({view: v})}, views[v][0])));
  $("kinds").append(...["functions", "buffers"].map(k => el("button", {"data-kind": k, onclick: () => setKind(k)}, k)));
  $("order").onchange = e => { order = e.target.value; fillSide(); };
  $("buffer").onchange = e => goBuffer(+e.target.value);
  $("search").oninput = fillSide;
  $("theme").onclick = () => setTheme(!document.documentElement.classList.contains("dark"));
  $("help-button").onclick = () => $("help").showModal();
  $("help").append(el("table", {}, ...keys.map(k => el("tr", {}, el("td", {}, ...k[0].split(" ").map(x => el("kbd", {}, x))), el("td", {}, k[1])))));
  $("legend").append(...Object.keys(purposes).map(p => el("span", {}, el("i", {style: `background:${colour(p)}`}), p)));
  let theme = null;
  try { theme = localStorage.getItem("psy-theme"); } catch (e) { /* none */ }
  document.documentElement.classList.toggle("dark", theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  setKind("functions");
  window.onpopstate = window.onhashchange = () => { if (location.hash !== written) { written = location.hash; go(readFragment(), true); } };
  const to = readFragment();
  if (to.fn < 0 && shown.length) to.fn = shown[0].f;
  go(to, true).then(() => { window.psyReady = performance.now() - began; }); // how long it took, for tests
}
start();
