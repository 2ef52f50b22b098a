const [home, input, channelsTab, modulesTab, main, status, svg] = document.querySelectorAll("a, input, main, p, svg");
const map = JSON.parse(document.querySelector("#map").textContent);
const isOfNotifications = map.of === "notifications";
const noun = isOfNotifications ? "notification" : "channel";
const sent = isOfNotifications ? "posted" : "sent";
const sends = isOfNotifications ? "posts" : "sends";
const senderNoun = isOfNotifications ? "post" : "sender";
let search = null; // what the page that is being made was searched for, as a regular expression

// The graph: each use joins a channel, a class (or another type, or a function), and the module of the class.
const nodes = { channel: new Map, class: new Map, module: new Map };

function node(kind, id, facts) {
  if (!nodes[kind].has(id)) {
    const isWithoutModule = kind === "module" || kind === "channel" && isOfNotifications;
    // Nor does code of Objective-C name one.
    const module = isWithoutModule || !id.includes(".") ? "" : id.split(".")[0];
    nodes[kind].set(id, { ...facts, kind, id, module, name: shortened(id, module), uses: [] });
  }
  return nodes[kind].get(id);
}

for (const { senders, observers, kind: origin, ...channel } of map.channels) {
  const { methods = [], conformers = [], notes = [] } = channel;
  const keys = senders.flatMap(({ userInfo }) => userInfo ?? []); // of notifications, which have no messages
  const messages = [...new Set([...methods.map(({ name }) => name), ...keys])];
  const documentation = Object.fromEntries(methods.map(({ name, documentation }) => [name, documentation]));
  const sentences = [channel.documentation, ...Object.values(documentation)];
  const texts = [channel.file, ...sentences, ...conformers.map(({ name }) => name)].filter(Boolean);
  const facts = { ...channel, origin, conformers, notes, messages, messageDocumentation: documentation, texts };
  for (const recorded of [...senders, ...observers]) {
    const isSender = senders.includes(recorded);
    const use = { ...recorded, isSender };
    use.messages = [use.methods, use.handles, use.userInfo].flat().filter(Boolean);
    use.channel = node("channel", channel.name, facts);
    use.class = node("class", use.type ?? use.in ?? [use.module, use.name].filter(Boolean).join("."));
    use.texts = [use.class.id, use.name, use.handler, use.file, use.key, use.object, use.form].filter(Boolean);
    use.channel.uses.push(use);
    use.class.uses.push(use);
    use.module = use.class.module ? node("module", use.class.module) : null;
    use.module?.uses.push(use);
  }
}
const channels = [...nodes.channel.values()];
const sorted = nodes => [...nodes].sort((a, b) => a.id < b.id ? -1 : 1);

/** What stands left (0) or right (1) of a node, with the uses: left of a channel are senders; of a class, channels. */
function beside(node, side) {
  const senderSide = isChannel(node) ? 0 : 1;
  const uses = node.uses.filter(({ isSender }) => isSender === (side === senderSide));
  return Map.groupBy(uses, use => isChannel(node) ? use.class : use.channel);
}

function isChannel({ kind }) {
  return kind === "channel" || kind === "pair";
}

function titles(node) {
  return isChannel(node) ? [`${sent} by`, "observed by"] : ["observes", sends];
}

/** The name without its module, and so are the parts of a composition. */
function shortened(name, module) {
  return ` ${name}`.replaceAll(` ${module}.`, " ").trim();
}

/** What a problem says of its channel or message. */
function predicate({ name, text }) {
  return text.replace(name, "").trim();
}

/** The same with its places, which its text has in their order. */
function linkedPredicate(problem) {
  const parts = [];
  let rest = predicate(problem);
  for (const at of problem.places ?? []) {
    const title = `${at.file}:${at.line}`;
    const start = rest.indexOf(title);
    parts.push(rest.slice(0, start), place(at));
    rest = rest.slice(start + title.length);
  }
  return [...parts, rest];
}

// Elements. A name may be any text, so it never becomes HTML.
function h(tag, properties, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.append(...children.flat(Infinity).filter(child => child || child === 0));
  return Object.assign(element, { className: classes.join(" ") }, properties);
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const hash = query => `#${new URLSearchParams(query)}`;

function link({ kind, id, name }, text = name) {
  return h("a", { href: hash({ [kind]: id }), title: id }, marked(text));
}

const moduleLink = name => nodes.module.has(name) ? link(nodes.module.get(name)) : name;

// The kinds of problems that a call of a sender or an observer has.
const kindsOfUses = new Set(["unkeyed", "unheardKey", "unreachable",
  "retainedOwner", "observedAgain", "releasedObserver", "lateLoop"]);

/** Elements for problems, each of which is what the address of the problem leads to. */
function problemsOf(isAbout, tag) {
  const elements = map.problems.map((problem, index) =>
    isAbout(problem) && h(tag, { id: `problem${index}`, tabIndex: -1 }, linkedPredicate(problem)));
  return elements.filter(Boolean);
}

const isProblemOf = use => ({ channel, kind, file, line }) =>
  channel === use.channel.id && kindsOfUses.has(kind) && file === use.file && line === use.line;

/** A text that may break at the joints of Swift's names, with what was searched for highlighted. */
function marked(text) {
  const parts = search ? text.split(search) : [text];
  return parts.map((part, index) => {
    const isFound = index % 2 === 1;
    return isFound ? h("mark", {}, part) : breakable(part);
  });
}

function breakable(text) {
  const words = text.split(/(?<=[.:(])(?=\w)|(?<=[a-z])(?=[A-Z])/);
  return words.flatMap((word, index) => index ? [h("wbr"), word] : word);
}

/** A link if the map has a template of links, or else a button that copies. */
function place({ file, line }) {
  if (!file) return null;
  const title = `${file}:${line}`;
  const text = title.split("/").pop();
  if (map.link) {
    const values = { root: map.root, file, line: `${line}` };
    const encoded = (_, name) => values[name].split("/").map(encodeURIComponent).join("/");
    return h("a.place", { href: map.link.replace(/{(root|file|line)}/g, encoded), title }, text);
  }
  const onclick = async ({ target }) => {
    await navigator.clipboard.writeText(title);
    status.textContent = `Copied ${title}`;
    target.textContent = "Copied";
    setTimeout(() => target.textContent = text, 1500);
  };
  return h("button.place", { onclick, title, ariaLabel: `Copy ${title}` }, text);
}

// The overview, and what a search finds.
function overview(terms) {
  const found = channels.filter(({ id, messages, texts, uses }) => {
    const all = [id, ...messages, ...texts, ...uses.flatMap(({ texts }) => texts)].map(text => text.toLowerCase());
    return terms.every(term => all.some(text => text.includes(term)));
  });
  const groups = [...Map.groupBy(found, groupOf)].sort(([a], [b]) => rankOf(a) - rankOf(b));
  const own = found.filter(({ origin }) => origin !== "framework");
  const others = found.length - own.length;
  const title = [count(own.length, noun), others > 0 && ` and ${others} of frameworks`];
  const names = new Set(found.map(({ id }) => id));
  return h("div", {},
    h("h1", { tabIndex: -1 }, terms.length ? `${found.length} of ${count(channels.length, noun)}` : title),
    !terms.length && h("p.lead", {}, size()),
    problems(map.problems.filter(({ channel }) => !terms.length || names.has(channel))),
    !terms.length && [unresolved(), notInThisTrace(), notInThisBuild()],
    groups.map(([name, list]) => h("section", {},
      h("h2.name", {}, moduleLink(name), " ", h("small", {}, count(list.length, noun))),
      h("p.columns", {}, [`${sent} by`, noun, "observed by"].map(title => h("small", {}, title))),
      h("ul", {}, list.map(flow)))));
}

function size() {
  const uses = channels.flatMap(({ uses }) => uses);
  const senders = uses.filter(({ isSender }) => isSender).length;
  const counts = `${count(senders, senderNoun)}, ${count(uses.length - senders, "observer")}`;
  const isClean = !map.problems.length && !map.unresolved.length && channels.every(({ notes }) => !notes.length);
  return `${counts} in ${count(nodes.module.size, "module")}${isClean ? ", no problems" : ""}`;
}

// The groups of notifications, in the order of the work; those of channels are the modules.
const noteGroups = ["Nothing to check", "To check before the move",
  "Feedback loops: decide first whether these are sent synchronously", "Of frameworks, which stay notifications"];
const namesWithProblems = new Set(map.problems.map(({ channel }) => channel));
const nameOfKind = kind => kind === "echo" ? "feedback loop" : kind;

function groupOf({ id, module, origin, notes }) {
  if (!isOfNotifications) return module;
  if (origin === "framework") return noteGroups[3];
  if (notes.some(({ kind }) => kind === "echo")) return noteGroups[2];
  return noteGroups[notes.length || namesWithProblems.has(id) ? 1 : 0];
}

function rankOf(group) {
  return noteGroups.indexOf(group);
}

/** A list of facts, each with its place. */
function facts(tag, title, items) {
  if (!items.length) return null;
  return h(tag, {}, h("h2", {}, title), h("ul", {}, items.map(({ name, text, at }) =>
    h("li", {}, h("span", {}, name, " ", text), place(at)))));
}

function problems(shown) {
  const short = ({ channel, name }) => shortened(name, nodes.channel.get(channel)?.module ?? "");
  const texts = Map.groupBy(shown, problem => `${short(problem)} ${predicate(problem)}`);
  const items = [...texts.values()].flatMap(alike => alike.map(problem => {
    const channel = nodes.channel.get(problem.channel);
    const name = alike.length > 1 ? problem.name : short(problem); // with the module, if two read alike
    const href = hash({ channel: problem.channel, problem: map.problems.indexOf(problem) });
    return {
      name: channel ? h("a", { href, title: channel.id }, marked(name)) : name,
      text: linkedPredicate(problem), at: problem,
    };
  }));
  return facts("section.facts.alert", count(items.length, "problem"), items);
}

const places = all => all.flatMap((at, index) => [index > 0 && ", ", place(at)]);

function explanation({ reason, expression, callers = [], traced, tracedChannels }) {
  return h("span.soft", {}, expression ? `${reason}: ${expression}` : reason,
    callers.length > 0 && [", called at ", places(callers)],
    tracedChannels && `, traced: ${traced} (${tracedChannels.join(", ")})`);
}

function unresolved() {
  const items = map.unresolved.map(use => ({ name: use.name, text: explanation(use), at: use }));
  return facts("section.facts", `${items.length} unresolved: each may account for a problem`, items);
}

function notInThisBuild() {
  const items = (map.notInThisBuild ?? []).map(code => {
    const clause = code.condition === "else" ? "#else" : `#if ${code.condition}`;
    return { name: h("code", {}, code.text), text: h("span.soft", {}, clause), at: code };
  });
  return facts("section.facts", `${items.length} not in this build: search before you delete a name`, items);
}

function notInThisTrace() {
  const items = (map.notInThisTrace ?? []).map(({ channel, sender, message, observer, ...at }) => {
    const node = nodes.channel.get(channel);
    const text = [sender, message ?? "an unknown message", observer].join(" → ");
    return { name: node ? link(node) : channel, text, at };
  });
  return facts("section.facts", `${items.length} not in this trace: each may lack a test`, items);
}

function flow(channel) {
  const texts = [...channel.messages, ...channel.texts].filter(text => search?.test(text));
  const kinds = new Set(channel.notes.map(({ kind }) => nameOfKind(kind)));
  if (kinds.size) texts.push(`check ${[...kinds].join(", ")}`);
  const middle = h("div", {}, link(channel), texts.map(text => h("small", {}, marked(text))));
  return h("li.flow", {}, classes(channel, 0), middle, classes(channel, 1));
}

/** The classes beside a channel, with what a search found if it isn't their name. */
function classes(channel, side) {
  const all = [...beside(channel, side)].map(([node, uses], index) => {
    const text = search && uses.flatMap(({ texts }) => texts).find(text => search.test(text));
    const isModuleKnown = nodes.module.size === 1 || [channel.module, node.name].includes(node.module);
    const module = node.module && !isModuleKnown && [" ", h("span.module", {}, node.module)];
    const number = uses.length > 1 && h("span.module", {}, ` ${uses.length}×`);
    const name = uses.every(isUntraced) ? h("span.untraced", {}, link(node)) : link(node);
    return [index > 0 && ", ", name, module, number,
      text && !search.test(node.name) && h("small", {}, marked(text))];
  });
  if (all.length > 5 && !search) all.splice(4, Infinity, ", ", link(channel, `${all.length - 4} more`));
  return h("div", {}, all.length ? all : h("span.soft", {}, `not ${side ? "observed" : sent} here`));
}

// A card between what comes in and what goes out, with lines from each use to its rows.
function focus(subject) {
  const { kind, id, module, name, messages, uses, messageDocumentation = {} } = subject;
  const { notes = [], conformers = [], mentions = [] } = subject;
  const isOfChannel = ({ channel, message, kind: problem }, row) =>
    channel === id && message === row && !kindsOfUses.has(problem);
  const rowOf = use => ({ class: use.name, module: use.class, pair: use.channel })[kind];
  const rowsOf = use => messages ? rowsOfMessages(use) : [rowOf(use)];
  const rowKeys = uses.toSorted((a, b) => a.line - b.line).flatMap(rowsOf);
  const keys = [...new Set([...messages ?? [], ...rowKeys])];
  const rows = new Map(keys.map(key => [key, h("div.row", {},
    key.id ? link(key) : h("code", {}, marked(shortened(key, name))), sentence("small", messageDocumentation[key]),
    problemsOf(problem => isOfChannel(problem, key), "small.alert"))]));
  const title = { channel: noun, class: uses[0].type ?? uses[0].in ? "type" : "function", module: "module" }[kind];
  const head = h("div", {}, h("h2", {}, title ?? "from module to module", module && [" in ", moduleLink(module)]),
    h("h1", { tabIndex: -1 }, marked(name)), sentence("p", subject.documentation), place(subject),
    problemsOf(problem => isOfChannel(problem, null), "p.alert"),
    mentions.length > 0 && h("p.soft", {}, "mentioned at ", places(mentions)),
    notes.length > 0 && [h("h2", {}, "check"), notes.map(({ text }) => h("p", {}, text))]);

  const threads = [];
  const column = side => {
    const rank = uses => Math.min(...uses.map(use => keys.indexOf(rowsOf(use)[0])));
    const neighbors = [...beside(subject, side)].sort(([, a], [, b]) => rank(a) - rank(b));
    const items = neighbors.map(([other, uses]) => {
      const starts = uses.map(use => detail(use, kind, other));
      const element = uses.every(isUntraced) ? "li.item.untraced" : "li.item";
      const item = h(element, {}, other.module && h("small", {}, other.module), link(other), starts,
        onward(other, side, [subject], kind === "class"));
      uses.forEach((use, index) => {
        const ends = rowsOf(use).map(key => rows.get(key) ?? head);
        const isDimmed = isUntraced(use);
        for (const end of ends.length ? ends : [head]) {
          threads.push({ item, start: starts[index], end, side, isDimmed });
        }
      });
      return item;
    });
    if (side === 1) items.push(...conformers.map(neverRegistered));
    return h("section", {}, h("h2", {}, titles(subject)[side]), items.length ? h("ul", {}, items) : "Nothing");
  };
  const left = column(0);
  const right = column(1);
  const card = h("section.card", {}, head, ...rows.values());
  return h("div.focus", { threads }, left, card, right, svg.cloneNode(true));
}

/** The messages of a use, where closures and streams receive every one. */
function rowsOfMessages({ messages, isSender, handles, how }) {
  if (messages.length || isOfNotifications) return messages;
  if (isSender) return ["an unknown message"];
  return handles === null && how !== "register" ? ["every message"] : [];
}

const sentence = (tag, text) => text && h(`${tag}.sentence`, {}, marked(text));
const isUntraced = ({ traced }) => traced === 0;

function neverRegistered(conformer) {
  return h("li.item", {}, h("small", {}, "never registers"), marked(conformer.name), " ", place(conformer));
}

/** Draws the lines of a card, and highlights those of a part. */
function draw(page, part) {
  const drawn = ["", "", ""];
  const origin = page.getBoundingClientRect();
  for (const { item, start, end, side, isDimmed } of page.threads ?? []) {
    const [box, from, to] = [item, start, end].map(element => element.getBoundingClientRect());
    const [x1, x2] = (side ? [box.left, to.right] : [box.right, to.left]).map(x => x - origin.left);
    const [y1, y2] = [from, to].map(({ top, height }) => top + Math.min(height / 2, 40) - origin.top);
    const middle = (x1 + x2) / 2;
    const isHighlighted = part && (part.contains(start) || part === end);
    drawn[isHighlighted ? 1 : isDimmed ? 2 : 0] += `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  }
  page.querySelectorAll("path").forEach((path, index) => path.setAttribute("d", drawn[index]));
  page.classList.toggle("tracing", drawn[1] !== "");
}

// What stands for a method of Broadcaster beside a use; other methods are named as they are.
const ways = { notify: "", observers: "", post: "", observe: "closure", messages: "stream", record: "recorder" };

/** The arguments of a use that it writes. */
function written({ key, object, queue, userInfoVariable }) {
  const userInfo = userInfoVariable && `in a variable, ${userInfoVariable}`;
  const values = Object.entries({ for: key, object, queue, userInfo });
  return values.flatMap(([label, value]) => value ? `${label}: ${value}` : []);
}

/** Where and how a use sends or observes. */
function detail(use, kind, other) {
  const { how, form, handler, reads, removals, traced, sharesTrace, file } = use;
  const way = how === "register" ? (use.type === null ? "object" : "") : ways[how] ?? how;
  const messages = rowsOfMessages(use).join(", ");
  const text = kind === "class" ? messages : shortened(use.name, other.name);
  const keys = reads?.length && `reads: ${reads.join(", ")}`;
  const ran = traced !== undefined && `traced: ${traced}${sharesTrace ? ", shared" : ""}`;
  const language = file.endsWith(".swift") ? "" : "Objective-C";
  const all = [way, form && `[${form}]`, ...written(use), keys, removals && `removals: ${removals}`, language, ran];
  const marks = all.filter(Boolean);
  return h(isUntraced(use) ? "div.use.untraced" : "div.use", {}, text && h("code", {}, marked(text)),
    marks.map(text => h("small", {}, text)),
    handler && h("small", {}, "handled by ", h("code", {}, marked(handler))), place(use),
    problemsOf(isProblemOf(use), "small.alert"),
    kind === "channel" && messages && h("small.spoken", {}, messages)); // as the lines show
}

/** What a class sends in turn, and who observes that, unfolding step by step; on the left, what came before. */
function onward(node, side, path, open, label) {
  const isAgain = path.includes(node);
  const next = isAgain ? [] : sorted(beside(node, side).keys());
  if (!next.length) return label && h("div.leaf", {}, label, isAgain && h("small", {}, " again"));
  const summary = h("summary", {}, label, label && " ", h("small", {}, `${titles(node)[side]} ${next.length}`));
  const trail = [...path, node];
  const items = () => h("ul", {}, next.map(node => h("li", {}, onward(node, side, trail, false, link(node)))));
  const ontoggle = () => summary.nextSibling ?? summary.after(items());
  return h("details", { open, ontoggle }, summary, open && items());
}

/** What leads from a module to a module. */
function pair(from, to) {
  const senders = from.uses.filter(use => use.isSender);
  const observers = to.uses.filter(use => !use.isSender);
  const observed = new Set(observers.map(use => use.channel));
  const shared = new Set(senders.map(use => use.channel)).intersection(observed);
  const uses = [...senders, ...observers].filter(use => shared.has(use.channel));
  return { kind: "pair", name: `${from.id} → ${to.id}`, uses, size: shared.size };
}

function matrix() {
  const share = ({ uses }) => uses.filter(use => use.isSender).length / uses.length;
  const modules = sorted(nodes.module.values()).sort((a, b) => share(b) - share(a));
  const cell = (from, to) => {
    const { name, size } = pair(from, to);
    const title = `${count(size, noun)}, ${name}`;
    return h("td", {}, size > 0 && h("a", { href: hash({ from: from.id, to: to.id }), title, ariaLabel: title },
      size, " ", h("small", {}, size === 1 ? noun : `${noun}s`)));
  };
  const rows = modules.map(from =>
    h("tr", {}, h("th", { scope: "row" }, link(from)), modules.map(to => cell(from, to))));
  const head = h("tr", {}, h("td"), modules.map(to => h("th", { scope: "col" }, link(to))));
  return h("div", {}, h("h1", { tabIndex: -1 }, count(modules.length, "module")),
    h("p.lead", {}, `From a module at the left, ${noun}s lead to one at the top. Those that mostly send come first.`),
    h("div.scroll", {}, h("table", {}, h("thead", {}, head), h("tbody", {}, rows))));
}

// Navigation. The address says what is shown, so that a comment can link to it.
const visits = []; // what each depth of the history shows, so that Back shows it as it was left
let depth = -1;

function page(query) {
  const terms = (query.get("search") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const pattern = terms.map(term => term.replace(/[^\w\s]/g, "\\$&")).join("|");
  search = terms.length ? new RegExp(`(${pattern})`, "i") : null;

  const kind = Object.keys(nodes).find(kind => query.has(kind));
  if (kind) {
    const id = query.get(kind);
    const named = [...nodes[kind].values()].filter(({ id: own, name }) => own === id || name === id);
    return named.length === 1 ? focus(named[0]) : choices(kind, id, named);
  }
  const [from, to] = ["from", "to"].map(end => nodes.module.get(query.get(end)));
  if (from && to) return focus(pair(from, to));
  return query.has("modules") ? matrix() : overview(terms);
}

/** What an address may mean whose name the map doesn't have, or has several times. */
function choices(kind, id, named) {
  const isNear = ({ id: own }) => own.toLowerCase().includes(id.split(".").pop().toLowerCase());
  const near = named.length ? named : [...nodes[kind].values()].filter(isNear).slice(0, 10);
  const title = named.length ? `Several are called ${id}.` : `The map has no ${kind} ${id}.`;
  const links = near.map(node => h("li", {}, link(node, node.id)));
  return h("div", {}, h("h1", { tabIndex: -1 }, title),
    links.length > 0 && [h("p.lead", {}, "Open one of these:"), h("ul", {}, links)]);
}

function show() {
  if (visits[depth]) Object.assign(visits[depth], { focused: document.activeElement, scroll: scrollY });
  if (history.state === null) visits.length = depth + 1; // a new page, so nothing lies ahead of it
  depth = history.state ?? depth + 1;
  history.replaceState(depth, "");
  const { hash } = location;
  const text = new URLSearchParams(hash.slice(1)).get("search") ?? "";
  const isFirst = !main.firstChild;
  const isTyping = text && document.activeElement === input;
  if (visits[depth]?.hash !== hash) visits[depth] = { hash, page: page(new URLSearchParams(hash.slice(1))) };
  main.replaceChildren(visits[depth].page);
  const problem = document.getElementById(`problem${new URLSearchParams(hash.slice(1)).get("problem")}`);
  const { focused = problem, scroll } = visits[depth];
  const heading = main.querySelector("h1");
  if (!isFirst && !isTyping) (focused?.isConnected ? focused : heading).focus({ preventScroll: true });
  if (problem && scroll === undefined) problem.scrollIntoView({ block: "center" });
  else scrollTo(0, scroll ?? 0);
  draw(main.firstChild);
  if (input.value !== text) input.value = text;
  document.title = `${heading.textContent} – ${home.textContent}`;
  status.textContent = isTyping ? heading.textContent : "";
  const current = /^#(module|from)/.test(hash) ? modulesTab : channelsTab;
  for (const tab of [channelsTab, modulesTab]) tab.ariaCurrent = tab === current ? "page" : null;
}

addEventListener("keydown", event => {
  const isTyping = event.target === input;
  const find = selector => main.querySelector(selector);
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  else if (event.key === "/" && !isTyping) input.select();
  else if (event.key === "Escape") depth > 0 ? history.back() : location.assign("#channels");
  else if (event.key === "Enter" && isTyping) (find("[href^='#channel']:has(mark)") ?? find("a:has(mark)"))?.click();
  else if (event.key === "ArrowDown" && isTyping) find("a")?.focus();
  else return;
  event.preventDefault();
});
input.addEventListener("input", () => {
  const isSearching = location.hash.startsWith("#search="); // so Back leaves the search, and not its last letter
  history[isSearching ? "replaceState" : "pushState"](isSearching ? depth : null, "", hash({ search: input.value }));
  show();
});
addEventListener("hashchange", show);
for (const name of ["scroll", "pointerover", "focusin"]) {
  addEventListener(name, ({ target }) => draw(main.firstChild, target.closest?.(".use, .item, .row")));
}
new ResizeObserver(() => draw(main.firstChild)).observe(main);
history.scrollRestoration = "manual";
home.textContent = map.package ?? "Broadcast map";
channelsTab.textContent = `${noun}s`;
show();
