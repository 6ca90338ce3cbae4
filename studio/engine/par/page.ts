import type { ModeFigures } from "#studio/engine/proof/figures.ts";
import { currencies, type SlotGame } from "#studio/engine/shared/types.ts";
import type { StoredProof } from "./stored.ts";

/** The PAR sheet of a game, printed from its data, its stored proof and the text of its rules. */
export function parPage(game: SlotGame, proof: StoredProof, rules: string): string {
  return [
    `# ${game.titles.en}: PAR sheet`,
    `Printed by \`npm run par ${game.slug}\` from the game's data and its proof (${game.proof.join(", ")}). A test compares this page with the code.`,
    facts(game),
    "## How a round is played",
    rules.trim(),
    "## The draws",
    `A draw takes words of the stream \`fairhouse-1:${game.slug}:{client seed}:{nonce}:{answer}:{block}\`, keyed by the provider's seed, as those of the casino's own games do. The answer is the first 16 bytes, in hex, of HMAC-SHA256(the casino's seed, \`fwp-1:${game.slug}:{nonce}\`): neither company knows a result alone.`,
    "## Symbols and pays",
    `Pays are in units; one stake is ${game.units} units. A win is \`floor(stake × units / ${game.units})\` in millionths of the currency's unit.`,
    pays(game),
    ...lines(game),
    ...(Object.keys(game.strips).length > 0 ? ["## Strips", howReelsStop, ...strips(game)] : []),
    ...Object.entries(game.tables).flatMap(([name, table]) => [
      `## Weights: ${name}`,
      rows(
        ["value", "weight"],
        table.map(({ value, weight }) => [`${value}`, `${weight}`]),
      ),
    ]),
    ...proof.modes.flatMap(figures => modeSection(game, figures)),
    "## Stakes",
    rows(
      ["currency", "stakes"],
      currencies.map(currency => [currency, game.stakes[currency].join(", ")]),
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

function facts(game: SlotGame): string {
  const { evaluation, grid, pot } = game;
  const wins = {
    lines: () =>
      `${evaluation.kind === "lines" ? evaluation.lines.length : 0} lines${evaluation.kind === "lines" && evaluation.bothWays ? ", both ways" : ""}`,
    ways: () => `${grid.rows ** grid.reels} ways at most`,
    clusters: () => `clusters of ${evaluation.kind === "clusters" ? evaluation.least : 0} or more`,
    anywhere: () => `${evaluation.kind === "anywhere" ? evaluation.least : 0} or more anywhere`,
  }[evaluation.kind]();
  return rows(
    ["", ""],
    [
      ["grid", `${grid.reels} reels of ${grid.rows} rows`],
      ["wins", wins],
      ["volatility", `${game.volatility} of 5`],
      ["maximum win", `${thousands(game.maxWin)} stakes, once in ${thousands(game.maxWinOdds)} rounds`],
      [
        "stated return",
        Object.entries(game.modes)
          .map(([mode, { rtp, price }]) => `${mode} ${rtp} %${price === 1 ? "" : ` at ${price} stakes`}`)
          .join("; "),
      ],
      ["hit rate", `${game.hitRate} %`],
      ...(pot
        ? [
            [
              "pot",
              `${pot.contribution / 100} % of each stake, ${pot.reserve / 100} % to its reserve; not in the return above`,
            ],
          ]
        : []),
    ],
  );
}

function pays(game: SlotGame): string {
  const counts = [...new Set(game.symbols.flatMap(({ pays = {} }) => Object.keys(pays).map(Number)))].sort(
    (a, b) => a - b,
  );
  return rows(
    ["letter", "symbol", "role", ...counts.map(String)],
    game.symbols.map(({ letter, name, role, pays = {} }) => [
      letter,
      name,
      role,
      ...counts.map(count => (pays[count] === undefined ? "" : thousands(pays[count]))),
    ]),
  );
}

const howReelsStop =
  "A reel stops at a draw below the number of its stops, 0 being the first, and shows the symbols from there on, downwards; the first follows the last. Reels are drawn from the left, except where the description above says otherwise.";

/** Every line, so that a reader can pay a window: ten to a row. */
function lines({ evaluation }: SlotGame): string[] {
  if (evaluation.kind !== "lines") return [];
  const tens = Array.from({ length: Math.ceil(evaluation.lines.length / 10) }, (_, row) =>
    evaluation.lines.slice(row * 10, row * 10 + 10).join(" "),
  );
  return [
    "## Lines",
    "A line has one cell on each reel from the left: the number of its row, 0 being the highest.",
    ["```", ...tens, "```"].join("\n"),
  ];
}

function strips(game: SlotGame): string[] {
  return Object.entries(game.strips).flatMap(([set, reels]) => [
    `${set} (${reels.map(({ length }) => length).join(" × ")} stops):`,
    ["```", ...reels, "```"].join("\n"),
  ]);
}

function modeSection(game: SlotGame, figures: ModeFigures): string[] {
  const { mode, price } = figures;
  const cap = figures.cap * 100;
  return [
    `## Mode ${mode}${price === 1 ? "" : `: ${price} stakes`}`,
    rows(
      ["", ""],
      [
        ["return", `${percent(figures.rtp, 4)}${figures.exact ? ` = ${shortened(figures.exact)}` : ""}`],
        ...figures.parts.map(({ name, rtp }) => [`... ${name}`, percent(rtp, 4)]),
        ["... cut off by the maximum", `${Math.abs(cap) < 5e-7 ? "0" : cap.toFixed(6)} points`],
        ["hit rate", `${percent(figures.hit, 4)}${figures.hitExact ? ` = ${figures.hitExact}` : ""}`],
        ["wins at or below what the round costs", percent(figures.atOrBelow, 4)],
        ["standard deviation", `${figures.deviation.toFixed(3)} stakes`],
        [
          "maximum win",
          `once in ${thousands(Math.round(1 / figures.maxWinProbability + 1e-6))} (${thousands(game.maxWin)} stakes)`,
        ],
        ...figures.features.map(({ name, probability, worth }) => [
          `feature: ${name}`,
          `once in ${(1 / probability).toFixed(2)}, worth ${worth.toFixed(4)} stakes before the maximum`,
        ]),
      ],
    ),
    `Wins not exceeded, in stakes: ${figures.quantiles.map(({ share, multiple }) => `${+(share * 100).toFixed(4)} % ${+multiple.toFixed(4)}`).join("; ")}.`,
  ];
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

const percent = (share: number, digits: number): string => `${(share * 100).toFixed(digits)} %`;

function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A fraction of hundreds of digits says nothing to a reader. */
const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 40)}…`);
