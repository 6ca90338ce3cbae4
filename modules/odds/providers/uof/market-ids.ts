import { parseSpec, type SpecValues, specText } from "../../shared/spec.ts";

/** A market of the Unified Odds Feed and the kind it is here: specifiers are one to one, and parts of a market's id become values of ours. */
export interface UofMarket {
  readonly id: string;
  readonly kind: string;
  /** Values of our specifier that the id itself stands for. */
  readonly fixed: SpecValues;
  /** Our key by theirs. */
  readonly keys: Readonly<Record<string, string>>;
  /** Our outcome by theirs. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Where several ids are one kind: the sports that use this one. */
  readonly sports: readonly string[] | undefined;
}

const threeWay = { "1": "home", "2": "draw", "3": "away" };
const sides = { "4": "home", "5": "away" };
const handicap = { "1714": "home", "1715": "away" };
const overUnder = { "12": "over", "13": "under" };
const yesNo = { "74": "yes", "76": "no" };
const total = { total: "total" };
const hcp = { hcp: "hcp" };

interface Row {
  readonly fixed?: SpecValues;
  readonly keys?: Readonly<Record<string, string>>;
  readonly sports?: readonly string[];
}

const market = (
  id: string,
  kind: string,
  outcomes: UofMarket["outcomes"],
  { fixed = {}, keys = {}, sports }: Row = {},
): UofMarket => ({ id, kind, outcomes, fixed, keys, sports });

const overtime = ["basketball"];
const regular = ["football", "ice_hockey"];

/** Markets with outcomes of their own for each event (correct scores, scorers, outrights by text) are not mapped: they are stored closed. */
export const uofMarkets: readonly UofMarket[] = [
  market("1", "1x2", threeWay),
  market("10", "double_chance", { "9": "home_draw", "10": "home_away", "11": "draw_away" }),
  market("11", "draw_no_bet", sides),
  market("8", "next_goal", { "6": "home", "7": "none", "8": "away" }, { keys: { goalnr: "goal" } }),
  market("16", "hcp", handicap, { keys: hcp, sports: regular }),
  market("18", "total", overUnder, { keys: total, sports: regular }),
  market("19", "team_total", overUnder, { fixed: { side: "home" }, keys: total, sports: regular }),
  market("20", "team_total", overUnder, { fixed: { side: "away" }, keys: total, sports: regular }),
  market("29", "both_score", yesNo),
  market("60", "half_1x2", threeWay, { fixed: { half: "1" } }),
  market("68", "half_total", overUnder, { fixed: { half: "1" }, keys: total }),
  market("69", "half_team_total", overUnder, { fixed: { half: "1", side: "home" }, keys: total }),
  market("70", "half_team_total", overUnder, { fixed: { half: "1", side: "away" }, keys: total }),
  market("75", "half_both_score", yesNo, { fixed: { half: "1" } }),
  market("83", "half_1x2", threeWay, { fixed: { half: "2" } }),
  market("90", "half_total", overUnder, { fixed: { half: "2" }, keys: total }),
  market("166", "corners_total", overUnder, { keys: total }),
  market("186", "winner", sides, { sports: ["tennis", "volleyball", "cs2", "dota2"] }),
  market("187", "games_hcp", handicap, { keys: hcp }),
  market("188", "sets_hcp", handicap, { keys: hcp }),
  market("189", "games_total", overUnder, { keys: total }),
  market("202", "set_winner", sides, { keys: { setnr: "set" } }),
  market("204", "set_games_total", overUnder, { keys: { setnr: "set", total: "total" } }),
  market("210", "game_winner", sides, { keys: { setnr: "set", gamenr: "game" } }),
  market("219", "winner", sides, { sports: overtime }),
  market("223", "hcp", handicap, { keys: hcp, sports: overtime }),
  market("225", "total", overUnder, { keys: total, sports: overtime }),
  market("227", "team_total", overUnder, { fixed: { side: "home" }, keys: total, sports: overtime }),
  market("228", "team_total", overUnder, { fixed: { side: "away" }, keys: total, sports: overtime }),
  market("235", "quarter_1x2", threeWay, { keys: { quarternr: "quarter" } }),
  market("236", "quarter_total", overUnder, { keys: { quarternr: "quarter", total: "total" } }),
];

const byId = new Map(uofMarkets.map(each => [each.id, each]));

export interface NamedLine {
  readonly id: string;
  readonly spec: string;
}

/** Their market in our words. One that is not mapped keeps its number and its specifiers, so that it is stored, and closed. */
export function ourLine(id: string, specifiers: string): NamedLine & { readonly market: UofMarket | undefined } {
  const found = byId.get(id);
  const values = parseSpec(specifiers);
  const keys = Object.keys(values ?? {});
  if (!found || !values || keys.some(key => found.keys[key] === undefined))
    return { id: `uof:${id}`.slice(0, 64), spec: specifiers.slice(0, 200), market: undefined };
  const own: Record<string, string> = Object.assign({}, found.fixed);
  for (const key of keys) own[found.keys[key] ?? key] = values[key] ?? "";
  return { id: found.kind, spec: specText(own), market: found };
}

export interface UofSelection {
  readonly market: string;
  readonly specifiers: string;
  readonly outcome: string;
}

/** Our outcome in their numbers; undefined where the market is not mapped. */
export function theirSelection(sport: string, kind: string, spec: string, outcome: string): UofSelection | undefined {
  const values = parseSpec(spec);
  if (!values) return undefined;
  const found = uofMarkets.find(each => each.kind === kind && fits(each, values) && isPlayed(each, sport));
  if (!found) return undefined;
  const specifiers = Object.entries(found.keys).map(([theirs, ours]) => [theirs, values[ours] ?? ""]);
  const their = Object.keys(found.outcomes).find(each => found.outcomes[each] === outcome);
  return their === undefined
    ? undefined
    : { market: found.id, specifiers: specText(Object.fromEntries(specifiers)), outcome: their };
}

const isPlayed = ({ sports }: UofMarket, sport: string) => sports === undefined || sports.includes(sport);

function fits({ fixed, keys }: UofMarket, values: SpecValues): boolean {
  const needed = [...Object.keys(fixed), ...Object.values(keys)].sort().join();
  return needed === Object.keys(values).sort().join() && Object.keys(fixed).every(key => fixed[key] === values[key]);
}
