import { specText } from "../../shared/markets.ts";
import type { Line } from "../events/rules.ts";
import type { Pair } from "./distribution.ts";
import type { FootballMatch } from "./match.ts";

function range(from: number, to: number, step: number): readonly number[] {
  const values: number[] = [];
  for (let value = from; value <= to + 1e-9; value += step) values.push(Math.round(value * 4) / 4);
  return values;
}

/** `id` with each specifier. */
const each = (id: string, specs: readonly Readonly<Record<string, string | number>>[]): readonly Line[] =>
  specs.map(values => ({ id, spec: specText(values) }));

const plain = (id: string): Line => ({ id, spec: "" });

/** The line, in quarters, that splits an expected value best. */
const nearest = (value: number, step: number) => Math.round(value / step) * step;

/** The markets a match opens with and keeps to its end. */
export function openingLines(match: FootballMatch): readonly Line[] {
  const { home, away } = match.rates;
  const few = match.lines === "few";
  const step = few ? 1 : 0.25;
  const middle = nearest(away - home, 0.5);
  const corners = nearest(match.corners[0] + match.corners[1], 1) + 0.5;
  const cards = nearest(match.yellowCards[0] + match.yellowCards[1], 1) + 0.5;
  const lines = [
    ...["1x2", "double_chance", "draw_no_bet", "both_score", "correct_score"].map(plain),
    ...each(
      "total",
      range(0.5, few ? 5.5 : 6, step).map(total => ({ total })),
    ),
    ...each(
      "hcp",
      range(few ? middle - 1 : middle - 3, few ? middle + 1 : middle + 3, few ? 0.5 : 0.25).map(hcp => ({ hcp })),
    ),
    ...each("half_1x2", [{ half: 1 }, { half: 2 }]),
    ...each("half_total", halfSpecs(range(0.5, 2.5, step))),
  ];
  if (few) return lines;
  return [
    ...lines,
    plain("ht_ft"),
    ...each(
      "hcp_3way",
      [-2, -1, 1, 2].map(hcp => ({ hcp })),
    ),
    ...each(
      "team_total",
      ["home", "away"].flatMap(side => range(0.5, 3.5, 0.25).map(total => ({ side, total }))),
    ),
    ...each(
      "half_team_total",
      ["home", "away"].flatMap(side => halfSpecs([0.5, 1.5]).map(spec => ({ ...spec, side }))),
    ),
    ...each("half_both_score", [{ half: 1 }, { half: 2 }]),
    plain("corners_1x2"),
    ...each(
      "corners_total",
      range(corners - 3, corners + 3, 1).map(total => ({ total })),
    ),
    ...each(
      "cards_total",
      range(Math.max(0.5, cards - 2), cards + 2, 1).map(total => ({ total })),
    ),
    plain("anytime_scorer"),
  ];
}

const halfSpecs = (totals: readonly number[]) => [1, 2].flatMap(half => totals.map(total => ({ half, total })));

/** The markets that exist at one score only: rest of match and next goal. */
export function linesAtScore([home, away]: Pair, { lines }: FootballMatch): readonly Line[] {
  const rest = range(-1, 1, lines === "few" ? 0.5 : 0.25).map(hcp => ({ hcp, score: `${home}:${away}` }));
  return [...each("rest_hcp", rest), ...each("next_goal", [{ goal: home + away + 1 }])];
}
