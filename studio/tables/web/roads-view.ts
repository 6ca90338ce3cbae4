import { el } from "#studio/frame/web/dom.ts";
import {
  ask,
  bigRoad,
  type DerivedRoad,
  derivedMarks,
  derivedRoads,
  type Mark,
  onGrid,
  type Result,
  rows,
  runs,
} from "../shared/roads.ts";

/** The five roads on their paper, with counts and what the derived roads would show next. */
export interface RoadsView {
  readonly element: HTMLElement;
  show(results: readonly Result[]): void;
}

export interface RoadNames {
  /** For each side: its name, a letter for its beads, its colour. */
  readonly sides: Readonly<Record<Result, { readonly name: string; readonly letter: string; readonly colour: string }>>;
  /** "Next: Banker". */
  readonly next: (name: string) => string;
  readonly sheet: string;
}

const svg = "http://www.w3.org/2000/svg";
function draw(tag: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const made = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

const red = "#b3202a";
const blue = "#1f5fae";
const inkOf = (mark: Mark) => (mark === "red" ? red : blue);

/** A grid of six rows; what does not fit has left on the left. */
function paper(name: string, columns: number) {
  const drawn = draw("svg", { viewBox: `0 0 ${columns * 10} ${rows * 10}`, class: `road road-${name}` });
  const lines = Array.from({ length: columns + 1 }, (_, i) => `M${i * 10} 0V${rows * 10}`);
  const rules = Array.from({ length: rows + 1 }, (_, i) => `M0 ${i * 10}H${columns * 10}`);
  const marks = draw("g", {});
  drawn.append(
    draw("rect", { width: columns * 10, height: rows * 10, fill: "#fbf7ec" }),
    draw("path", { d: [...lines, ...rules].join(""), stroke: "#d8d0bb", "stroke-width": 0.6, fill: "none" }),
    marks,
  );
  return {
    drawn,
    fill<Item>(
      cells: readonly { item: Item; column: number; row: number }[],
      mark: (item: Item, x: number, y: number) => SVGElement[],
    ) {
      const last = cells.reduce((most, { column }) => Math.max(most, column), 0);
      const shift = Math.max(0, last - columns + 1);
      const shown = cells.filter(({ column }) => column >= shift);
      marks.replaceChildren(...shown.flatMap(({ item, column, row }) => mark(item, (column - shift) * 10, row * 10)));
    },
  };
}

export function createRoadsView({ sides, next, sheet }: RoadNames): RoadsView {
  const bead = paper("bead", 11);
  const big = paper("big", 22);
  const derived = { "big-eye": paper("big-eye", 24), small: paper("small", 12), cockroach: paper("cockroach", 12) };
  const counts = el("dl", { class: "road-counts" });
  const asks = el("div", { class: "road-asks" });
  const element = el(
    "div",
    { class: "roads", "aria-hidden": "true" },
    ...[bead, big, ...Object.values(derived)].map(({ drawn }) => drawn as unknown as Node),
    el("div", { class: "road-facts" }, counts, asks),
  );

  const ring = (x: number, y: number, colour: string, radius = 4) =>
    draw("circle", { cx: x + 5, cy: y + 5, r: radius, fill: "none", stroke: colour, "stroke-width": 1.5 });
  const slash = (x: number, y: number, colour: string) =>
    draw("path", {
      d: `M${x + 2} ${y + 8}L${x + 8} ${y + 2}`,
      stroke: colour,
      "stroke-width": 1.7,
      "stroke-linecap": "round",
    });
  const dot = (x: number, y: number, colour: string) => draw("circle", { cx: x + 5, cy: y + 5, r: 3.6, fill: colour });
  const derivedMark: Readonly<Record<DerivedRoad, (mark: Mark, x: number, y: number) => SVGElement[]>> = {
    "big-eye": (mark, x, y) => [ring(x, y, inkOf(mark), 3.4)],
    small: (mark, x, y) => [dot(x, y, inkOf(mark))],
    cockroach: (mark, x, y) => [slash(x, y, inkOf(mark))],
  };

  function showAsk(results: readonly Result[]): void {
    const rowsShown = (["first", "second"] as const).map(side => {
      const marks = ask(results, side);
      const drawn = draw("svg", { viewBox: "0 0 30 10", class: "ask" });
      for (const [index, road] of (Object.keys(derivedRoads) as DerivedRoad[]).entries()) {
        const mark = marks[road];
        if (mark) drawn.append(...derivedMark[road](mark, index * 10, 0));
      }
      return el("p", {}, el("span", {}, next(sides[side].name)), drawn as unknown as Node);
    });
    asks.replaceChildren(...rowsShown);
  }

  return {
    element,
    show(results) {
      const beads = results.map((item, index) => ({ item, column: Math.floor(index / rows), row: index % rows }));
      bead.fill(beads, (result, x, y) => [
        draw("circle", { cx: x + 5, cy: y + 5, r: 4.4, fill: sides[result].colour }),
        draw("text", { x: x + 5, y: y + 7.2, "text-anchor": "middle", class: "bead-letter" }, sides[result].letter),
      ]);
      const road = bigRoad(results);
      big.fill(onGrid(road), ({ side, ties }, x, y) => [
        ring(x, y, sides[side].colour),
        ...(ties > 0 ? [slash(x, y, sides.tie.colour)] : []),
      ]);
      for (const [name, gap] of Object.entries(derivedRoads) as [DerivedRoad, number][]) {
        const marks = derivedMarks(road, gap);
        derived[name].fill(onGrid(runs(marks, (a, b) => a === b)), derivedMark[name]);
      }
      const facts = (["first", "second", "tie"] as const).flatMap(side => {
        const swatch = el("i", {});
        swatch.style.background = sides[side].colour;
        const count = results.filter(result => result === side).length;
        return [el("dt", {}, swatch, sides[side].name), el("dd", {}, String(count))];
      });
      counts.replaceChildren(el("dt", { class: "sheet-name" }, sheet), el("dd", {}), ...facts);
      showAsk(results);
    },
  };
}

export const roadColours = { red, blue, green: "#1d8a5b", orange: "#c2612a" };
