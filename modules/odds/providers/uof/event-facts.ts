import type { FactStatus, Incident, Pair, Score, Side } from "../../shared/facts.ts";
import { childOf, childrenOf, type XmlElement } from "./parse-xml.ts";

/** An event as far as the feed has reported it: its score, and the incidents that scores and the timeline show. */
export interface EventFacts {
  readonly sport: string;
  readonly status: FactStatus;
  readonly clock: { readonly seconds: number; readonly period: number; readonly stopped: boolean };
  readonly score: Score;
  readonly incidents: readonly Incident[];
}

/** `sport_event_status@status`. */
const statuses: Readonly<Record<string, FactStatus>> = {
  "0": "not_started",
  "1": "live",
  "2": "live",
  "3": "ended",
  "4": "closed",
  "5": "cancelled",
  "6": "not_started",
  "7": "break",
  "8": "postponed",
  "9": "abandoned",
};
/** `sport_event_status@match_status`, where it says more. */
const matchStatuses: Readonly<Record<string, FactStatus>> = {
  "30": "break",
  "31": "break",
  "32": "break",
  "33": "break",
  "34": "break",
  "90": "abandoned",
  "91": "walkover",
  "92": "retired",
  "93": "walkover",
  "94": "walkover",
  "95": "retired",
  "96": "retired",
  "97": "retired",
  "98": "retired",
};

export const statusFrom = (status: string | undefined, matchStatus: string | undefined): FactStatus | undefined =>
  matchStatuses[matchStatus ?? ""] ?? statuses[status ?? ""];

/** What a new `sport_event_status` makes of what was known; undefined for one that has no status. */
export function nextFacts(
  before: EventFacts | undefined,
  sport: string,
  element: XmlElement,
  timestamp: number,
): EventFacts | undefined {
  const { status: stated, match_status: matchStatus } = element.attributes;
  const status = statusFrom(stated, matchStatus);
  if (!status) return undefined;
  const score = scoreOf(element);
  const clock = { seconds: secondsOf(element), period: Math.max(1, score.periods.length), stopped: isStopped(element) };
  const facts = { sport, status, clock, score, incidents: before?.incidents ?? [] };
  return Object.assign({}, facts, { incidents: derived(facts, timestamp) });
}

/** Replaces the incidents that were derived from scores with those of a timeline. */
export function withTimeline(facts: EventFacts, timeline: XmlElement, timestamp: number): EventFacts {
  const known = childrenOf(childOf(timeline, "timeline"), "event").flatMap(each => timelineIncident(facts.sport, each));
  const kinds = new Set(known.map(({ kind }) => kind));
  const others = facts.incidents.filter(({ kind }) => !kinds.has(kind));
  const merged = Object.assign({}, facts, { incidents: [...known, ...others] });
  return Object.assign({}, merged, { incidents: derived(merged, timestamp) });
}

function scoreOf(element: XmlElement): Score {
  const { home_score, away_score, home_gamescore, away_gamescore, current_server } = element.attributes;
  const periods = childrenOf(childOf(element, "period_scores"), "period_score")
    .toSorted((a, b) => count(a.attributes.number) - count(b.attributes.number))
    .map(({ attributes }): Pair => [count(attributes.home_score), count(attributes.away_score)]);
  const statistics = childOf(element, "statistics");
  const pairOf = (name: string): Pair | undefined => {
    const found = childOf(statistics, name);
    return found && [count(found.attributes.home), count(found.attributes.away)];
  };
  const serving = current_server === "1" ? "home" : current_server === "2" ? "away" : undefined;
  return {
    total: [count(home_score), count(away_score)],
    periods,
    corners: pairOf("corners"),
    yellow_cards: pairOf("yellow_cards"),
    red_cards: pairOf("red_cards"),
    points: home_gamescore === undefined ? undefined : [count(home_gamescore), count(away_gamescore)],
    serving,
  };
}

/** Whole numbers only: a score that is none would be refused with its message. */
const count = (text: string | undefined) => Math.max(0, Math.trunc(Number(text ?? 0)) || 0);

/** `63:10` of play, and what is shown of stoppage time. */
function secondsOf(element: XmlElement): number {
  const { match_time = "0:00", stoppage_time = "0:00" } = childOf(element, "clock")?.attributes ?? {};
  return clockSeconds(match_time) + clockSeconds(stoppage_time);
}

function clockSeconds(text: string): number {
  const [minutes, seconds] = text.split(":");
  return 60 * count(minutes) + count(seconds);
}

const isStopped = (element: XmlElement) => childOf(element, "clock")?.attributes.stopped === "true";

const sides: readonly Side[] = ["home", "away"];
/** What a score that rose is called; sets and games are decided by the periods alone. */
const scored: Readonly<Record<string, string>> = { football: "goal", ice_hockey: "goal" };

/**
 * The feed has scores, not incidents: a count that rose is one more incident, one that fell (VAR) cancels the last. Their ids say what they count, so that
 * the same scores always make the same incidents.
 */
function derived(facts: EventFacts, at: number): readonly Incident[] {
  const { score, sport } = facts;
  let incidents = periodIncidents(facts, at);
  const goals = scored[sport];
  for (const [index, side] of sides.entries()) {
    if (goals) incidents = counted(incidents, facts, goals, side, score.total[index] ?? 0, at);
    if (score.red_cards) incidents = counted(incidents, facts, "red_card", side, score.red_cards[index] ?? 0, at);
    if (score.yellow_cards)
      incidents = counted(incidents, facts, "yellow_card", side, score.yellow_cards[index] ?? 0, at);
  }
  return incidents;
}

function counted(
  incidents: readonly Incident[],
  { clock }: EventFacts,
  kind: string,
  side: Side,
  wanted: number,
  at: number,
): readonly Incident[] {
  const own = incidents.filter(each => each.kind === kind && each.side === side);
  const standing = own.filter(each => !each.cancelled);
  const surplus = new Set(standing.slice(wanted));
  const others = incidents.map(each => (surplus.has(each) ? Object.assign({}, each, { cancelled: true }) : each));
  const missing = Math.max(0, wanted - standing.length);
  const added = Array.from({ length: missing }, (_, index) => ({
    id: `${kind}:${side}:${own.length + index + 1}`,
    kind,
    side,
    clock: clock.seconds,
    period: clock.period,
    at,
  }));
  return [...others, ...added];
}

function periodIncidents({ status, clock, incidents }: EventFacts, at: number): readonly Incident[] {
  if (status === "not_started" || status === "postponed" || status === "cancelled") return incidents;
  const isPeriodOver = status === "break" || status === "ended" || status === "closed";
  const known = new Set(incidents.map(({ id }) => id));
  const added: Incident[] = [];
  const add = (kind: string, period: number, seconds: number) => {
    const id = `${kind}:${period}`;
    if (!known.has(id)) added.push({ id, kind, clock: seconds, period, at });
  };
  for (let period = 1; period <= clock.period; period++) {
    add("period_start", period, period === clock.period ? 0 : clock.seconds);
    if (period < clock.period || isPeriodOver) add("period_end", period, clock.seconds);
  }
  return [...incidents, ...added];
}

const timelineKinds: Readonly<Record<string, string>> = {
  red_card: "red_card",
  yellow_red_card: "red_card",
  yellow_card: "yellow_card",
};

function timelineIncident(sport: string, { attributes, children }: XmlElement): readonly Incident[] {
  const { id, type = "", time, team, match_clock, match_time, period, x_cancelled } = attributes;
  const kind = type === "score_change" ? scored[sport] : timelineKinds[type];
  const side = sides.find(each => each === team);
  const at = Date.parse(time ?? "");
  if (!kind || !side || id === undefined || !Number.isFinite(at) || x_cancelled !== undefined) return [];
  const player = children.find(({ name }) => name === "goal_scorer" || name === "player")?.attributes.id;
  const seconds = match_clock === undefined ? 60 * count(match_time) : clockSeconds(match_clock);
  return [{ id: `t:${id}`, kind, side, clock: seconds, period: Math.max(1, count(period)), at, player }];
}
