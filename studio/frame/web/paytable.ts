import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { el } from "./dom.ts";
import type { Language, Say } from "./texts.ts";

/** The paytable as a table: for eyes and for screen readers. */
export function paytable(
  data: GameData,
  say: Say,
  language: Language,
  amountOf: (units: number) => string,
): HTMLElement {
  const rows = data.symbols.map(({ name, titles, role, pays }) => {
    const drawing = el("img", { alt: "", width: "52", height: "52", src: drawingUrl(data.art[name] ?? "") });
    const note = role === "wild" ? say("wildNote") : role === "scatter" ? say("scatterNote") : "";
    const lines = Object.entries(pays ?? {})
      .toReversed()
      .map(([count, units]) => el("div", { class: "pay" }, el("span", {}, count), el("b", {}, amountOf(units))));
    return el(
      "tr",
      {},
      el("td", {}, drawing),
      el("th", { scope: "row" }, titles[language], note && el("small", {}, note)),
      el("td", {}, ...lines),
    );
  });
  const head = el(
    "thead",
    {},
    el(
      "tr",
      {},
      ...["", say("symbol"), say("pays", { amount: amountOf(data.units) })].map(text =>
        el("th", { scope: "col" }, text),
      ),
    ),
  );
  return el("table", { class: "paytable" }, el("caption", {}, say("paytable")), head, el("tbody", {}, ...rows));
}

export function rules(data: GameData, say: Say, language: Language): HTMLElement[] {
  const { evaluation, modes } = data;
  const facts = [
    [
      say("rtp"),
      Object.values(modes)
        .map(({ rtp }) => showPercent(rtp, language))
        .join(" / "),
    ],
    [say("hit"), showPercent(data.hitRate, language)],
    [say("maxWin"), `${showCount(data.maxWin, language)}×`],
    [say("odds"), say("oneIn", { n: showCount(data.maxWinOdds, language) })],
    [say("volatility"), `${data.volatility}/5`],
  ];
  const notes = {
    lines: evaluation.kind === "lines" && evaluation.bothWays ? say("bothNote") : say("lineNote"),
    ways: say("waysNote"),
    clusters: evaluation.kind === "clusters" ? say("clustersNote", { n: evaluation.least }) : "",
    anywhere: evaluation.kind === "anywhere" ? say("anywhereNote", { n: evaluation.least }) : "",
  };
  const about = data.features.map(({ symbol, title, text }) =>
    el(
      "section",
      { class: "feature" },
      el("img", { alt: "", width: "52", height: "52", src: drawingUrl(data.art[symbol] ?? "") }),
      el("div", {}, el("h3", {}, title[language]), el("p", {}, text[language])),
    ),
  );
  return [
    ...about,
    el(
      "dl",
      { class: "facts" },
      ...facts.flatMap(([name, value]) => [el("dt", {}, name ?? ""), el("dd", {}, value ?? "")]),
    ),
    el("p", {}, notes[evaluation.kind]),
    ...(evaluation.kind === "lines" && evaluation.lines.length > 1 ? [lineShapes(data, evaluation.lines, say)] : []),
    el("p", {}, say("fairNote")),
  ];
}

function lineShapes({ grid }: GameData, lines: readonly string[], say: Say): HTMLElement {
  const shapes = lines.map((line, i) => {
    const cells = Array.from({ length: grid.rows * grid.reels }, (_, at) => {
      const [row, reel] = [Math.floor(at / grid.reels), at % grid.reels];
      return el("i", { class: Number(line[reel]) === row ? "on" : "" });
    });
    const shape = el("span", { class: "shape" }, ...cells);
    shape.style.gridTemplateColumns = `repeat(${grid.reels},1fr)`;
    return el("li", {}, el("span", {}, String(i + 1)), shape);
  });
  return el("section", {}, el("h3", {}, say("linesTitle")), el("ol", { class: "lines" }, ...shapes));
}

const urls = new Map<string, string>();

/** An address for a drawing, made once. */
export function drawingUrl(svg: string): string {
  const known = urls.get(svg);
  if (known) return known;
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  urls.set(svg, url);
  return url;
}
