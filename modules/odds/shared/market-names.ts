import type { Values } from "#kit/i18n/translate.ts";
import { findLine, type Line } from "./market-kinds.ts";

/** Texts of `locale/`: `t` of the namespace `odds`. */
export type MarketTexts = (key: string, values?: Values) => string;

/** Whom a market is about: proper names, equal in every language. */
export interface MarketSides {
  readonly sport: string;
  readonly home: string;
  readonly away: string;
  /** The names are short ones, and a draw with a handicap says the handicap alone: both sides are beside it. */
  readonly isShort?: boolean;
  /** A player or an entrant by id. */
  readonly entrant: (id: string) => string;
}

export interface NamedLine {
  readonly kind: string;
  readonly spec: string;
}

/** The name of a market without its total or handicap, which its outcomes carry: lines of one kind have one name. An unknown kind is shown by its id. */
export function marketName(t: MarketTexts, sides: MarketSides, { kind, spec }: NamedLine): string {
  const line = findLine(kind, spec);
  if (!line) return kind;
  const { values } = line;
  const name = t(`markets.${kind}`, {
    part: partName(t, line),
    team: values.side === "away" ? sides.away : sides.home,
    unit: t(sides.sport === "basketball" ? "units.points" : "units.goals"),
    score: values.score ?? "",
    goal: values.goal ?? "",
    game: values.game ?? "",
    to: values.to ?? "",
  });
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

const parts = ["period", "quarter", "set", "map"] as const;

function partName(t: MarketTexts, { values }: Line): string {
  if (values.half !== undefined) return t(values.half === "1" ? "parts.half_1" : "parts.half_2");
  const part = parts.find(each => values[each] !== undefined);
  return part === undefined ? "" : t(`parts.${part}`, { n: values[part] ?? "" });
}

const scores = /^\d{1,2}:\d{1,2}$/;

/** What is backed: "Over 2.5", "Ravenmoor −1", "Draw". `decimal` shows a line's number in the language. */
export function outcomeName(
  t: MarketTexts,
  sides: MarketSides,
  market: NamedLine,
  outcome: string,
  decimal: (text: string) => string = text => text,
): string {
  const line = findLine(market.kind, market.spec);
  if (!line) return outcome;
  const { kind, values } = line;
  const handicap = (side: string) => (values.hcp === undefined ? "" : signed(values.hcp, side === "away", decimal));
  if (outcome === "home" || outcome === "away")
    return [outcome === "home" ? sides.home : sides.away, handicap(outcome)].filter(Boolean).join(" ");
  if (outcome === "draw" && values.hcp !== undefined)
    return t("outcomes.draw_hcp", { hcp: sides.isShort ? handicap("home") : `${sides.home} ${handicap("home")}` });
  if (outcome === "over" || outcome === "under")
    return t(`outcomes.${outcome}`, { total: decimal(values.total ?? "") });
  if (outcome === "none") return t(noneTexts[kind.id] ?? "outcomes.none");
  if (typeof kind.outcomes === "string")
    return scores.test(outcome) ? outcome : otherName(t, sides, kind.outcomes, outcome);
  if (outcome.includes("_")) return pairName(t, sides, kind.id, outcome);
  return t(`outcomes.${outcome}`);
}

const noneTexts: Readonly<Record<string, string>> = {
  next_goal: "outcomes.no_goal",
  first_scorer: "outcomes.no_scorer",
};

const otherName = (t: MarketTexts, sides: MarketSides, outcomes: string, id: string) =>
  outcomes === "scores" ? t("outcomes.other") : sides.entrant(id);

/** Two of home, draw and away: either of them, or one after the other. */
function pairName(t: MarketTexts, sides: MarketSides, kind: string, outcome: string): string {
  const [first = "", second = ""] = outcome.split("_").map(each => sideName(t, sides, each));
  if (kind === "ht_ft") return `${first} / ${second}`;
  if (outcome === "home_away") return t("outcomes.either", { first, second });
  return t("outcomes.draw_or", { team: outcome === "home_draw" ? first : second });
}

function sideName(t: MarketTexts, sides: MarketSides, side: string): string {
  return side === "draw" ? t("outcomes.draw") : side === "home" ? sides.home : sides.away;
}

/** With its sign, as the side sees it: the specifier is of the home side. */
function signed(hcp: string, isOther: boolean, decimal: (text: string) => string): string {
  if (hcp === "0") return "0";
  const isNegative = hcp.startsWith("-") !== isOther;
  return `${isNegative ? "\u2212" : "+"}${decimal(hcp.replace("-", ""))}`;
}
