import { showCount } from "#kit/i18n/numbers.ts";
import { el, icon } from "#studio/frame/web/dom.ts";
import { type ChipFace, chipFaces, chipImage } from "./chips.ts";
import type { Language, Say } from "./texts.ts";

/** The controls around every table: name, timer, chips and buttons, in DOM for every language, focus and screen readers. */
export type TableView = ReturnType<typeof createTableView>;

export interface TableViewFacts {
  readonly say: Say;
  readonly language: Language;
  readonly title: string;
  readonly limits: string;
  readonly demo: boolean;
  /** Label of the alternative way to place chips, if there is one. */
  readonly tool: string | undefined;
  readonly chipAmount: (face: ChipFace) => string;
  readonly onChip: (face: ChipFace) => void;
}

const svg = "http://www.w3.org/2000/svg";

function ring() {
  const drawn = document.createElementNS(svg, "svg");
  drawn.setAttribute("viewBox", "0 0 50 50");
  drawn.setAttribute("aria-hidden", "true");
  const circle = (classes: string) => {
    const made = document.createElementNS(svg, "circle");
    for (const [key, value] of Object.entries({ cx: "25", cy: "25", r: "21", class: classes }))
      made.setAttribute(key, value);
    drawn.append(made);
    return made;
  };
  circle("back");
  return { drawn, arc: circle("arc") };
}

export function createTableView(root: HTMLElement, facts: TableViewFacts) {
  const { say } = facts;
  const square = (name: Parameters<typeof icon>[0], label: string) =>
    el("button", { type: "button", class: "square", "aria-label": label, title: label }, icon(name, 18));
  const { drawn, arc } = ring();
  const seconds = el("b", { class: "seconds" });
  const phase = el("b");
  const round = el("span", { class: "muted" });
  const watching = el("span", { class: "pill only-wide" }, icon("info", 14));
  const watchers = el("span");
  watching.replaceChildren(watchers);
  const sound = square("sound", say("soundOff"));
  const rules = square("info", say("rules"));
  const full = square("full", say("fullscreen"));
  full.classList.add("only-wide");
  const timer = el(
    "div",
    { class: "timer" },
    el("span", { class: "ring" }, drawn as unknown as Node, seconds),
    el("span", { class: "what" }, phase, round),
  );
  const tools = el("div", { class: "tools" }, sound, rules, full);
  const head = el(
    "header",
    { class: "head" },
    el(
      "div",
      { class: "name" },
      el("h1", {}, facts.title),
      el(
        "div",
        { class: "tags" },
        el("span", { class: "tag live" }, say("live")),
        facts.demo && el("span", { class: "tag only-wide" }, say("demo")),
        el("span", { class: "pill only-wide" }, facts.limits),
        watching,
      ),
    ),
    timer,
    tools,
  );
  const results = el("ol", { class: "results only-narrow" });
  const room = el("div", { class: "room" });
  const boxes = el("div", { class: "boxes" });
  const notice = el("p", { class: "notice", hidden: true });
  const live = el("div", { class: "sr", role: "status", "aria-live": "polite" });

  const field = (label: string) => {
    const value = el("output", { class: "value" });
    return { value, element: el("span", { class: "field" }, el("span", { class: "label" }, label), value) };
  };
  const balance = field(say(facts.demo ? "demoBalance" : "balance"));
  const onTable = field(say("onTable"));
  const chips = new Map(
    chipFaces.map(face => [
      face,
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": "false",
          "aria-label": say("chip", { amount: facts.chipAmount(face) }),
          onclick: () => facts.onChip(face),
        },
        chipImage(face),
        el("span", {}, facts.chipAmount(face)),
      ),
    ]),
  );
  const action = (text: string, classes = "") => el("button", { type: "button", class: `action ${classes}` }, text);
  const undo = action(say("undo"));
  const clear = action(say("clear"));
  const double = action(say("double"));
  const repeat = action(say("repeat"));
  const tool = action(facts.tool ?? "");
  tool.hidden = facts.tool === undefined;
  const strip = el("div", { class: "strip-box" });
  const confirm = action(say("confirmEmpty"), "confirm");
  const hash = el("code");
  const verify = el("button", { type: "button", class: "link" }, icon("shield", 16), say("verify"));
  const seedbar = el("div", { class: "seedbar" }, el("span", { class: "only-wide" }, say("committed")), hash, verify);
  const foot = el(
    "footer",
    { class: "foot" },
    strip,
    el(
      "div",
      { class: "bar" },
      el("div", { class: "sums" }, balance.element, onTable.element),
      el("div", { class: "tray", role: "group", "aria-label": say("limits") }, ...chips.values()),
      el("div", { class: "actions" }, undo, clear, double, repeat, tool),
      confirm,
    ),
    seedbar,
  );
  const dialogs = el("div", { class: "dialogs" });
  root.replaceChildren(el("main", { class: "table" }, head, results, room, boxes, notice, foot, live, dialogs));

  return {
    head,
    room,
    boxes,
    results,
    dialogs,
    sound,
    rules,
    full,
    undo,
    clear,
    double,
    repeat,
    tool,
    strip,
    foot,
    confirm,
    verify,
    balance: balance.value,
    onTable: onTable.value,
    notice,
    /** A phone's head has no room beside the timer. */
    placeTools(isNarrow: boolean) {
      if (isNarrow) verify.before(tools);
      else timer.after(tools);
    },
    showTimer(text: string, roundText: string, left: number | null, part: number) {
      phase.textContent = text;
      round.textContent = roundText;
      seconds.textContent = left === null ? "" : String(left);
      // In steps of half a pixel: each other value paints the whole table again.
      arc.style.strokeDasharray = `${Math.round(Math.max(0, Math.min(1, part)) * 264) / 2} 132`;
      timer.classList.toggle("last", left !== null && left <= 5);
    },
    showWatching(count: number) {
      watching.hidden = count < 1;
      watchers.textContent = say("watching", { n: showCount(count, facts.language) });
    },
    showHash(text: string) {
      hash.textContent = text.length > 20 ? `${text.slice(0, 12)}…${text.slice(-4)}` : text;
      hash.title = text;
    },
    showChip(face: ChipFace) {
      for (const [each, button] of chips) button.setAttribute("aria-pressed", String(each === face));
    },
    announce(text: string) {
      live.textContent = text;
    },
  };
}
