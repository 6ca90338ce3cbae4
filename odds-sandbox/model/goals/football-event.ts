import { footballKinds } from "../../shared/markets.ts";
import type { Incident, PricedMarket, Producer, QuoteLeg, Score, SettledMarket } from "../../shared/protocol.ts";
import {
  type BuilderPart,
  type BuilderRefusal,
  type Draft,
  type EventCommand,
  type EventFault,
  eventFaults,
  type PlayedEvent,
  type ScriptItem,
} from "../events/event.ts";
import { covers, type Interval, merged } from "../events/intervals.ts";
import { absurd, type Line, settledMarket, wrongly } from "../events/rules.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import type { Pair } from "./distribution.ts";
import { isKnownMarket, jointChances } from "./joint.ts";
import { linesAtScore, openingLines } from "./lines.ts";
import { afterFact, beforeKickOff, type FootballMatch, type FootballState } from "./match.ts";
import { FootballBook } from "./outcomes.ts";
import { playFootball } from "./play.ts";
import { settleFootball } from "./settle.ts";
import { type MatchTimes, matchTimes, type TimedFact } from "./times.ts";

export interface FootballPlan {
  readonly id: string;
  readonly opens: number;
  readonly start: number;
  readonly match: FootballMatch;
  /** Seconds of play in a second of the clock. */
  readonly pace: number;
  readonly breakSeconds: number;
  /** Between prices that only time has moved. */
  readonly repriceMs: number;
  /** Everything of the fixture but its moment, start and status. */
  readonly fixture: Omit<Extract<Draft, { type: "fixture" }>, "type" | "at" | "start" | "status">;
  readonly seed: Uint8Array;
  readonly seedHex: string;
}

/** A football match: facts from its seed, and what is said about them by the clock. */
export function footballEvent(plan: FootballPlan, commands: readonly EventCommand[]): PlayedEvent {
  return new FootballEvent(plan, commands);
}

const footballFaults = new Set(eventFaults.filter(fault => fault !== "retired" && fault !== "dead_heat"));
const groups = new Map<string, string>(footballKinds.map(({ id, group }) => [id, group]));

class FootballEvent implements PlayedEvent {
  readonly id: string;
  readonly title: string;
  readonly opens: number;
  readonly start: number;
  readonly end: number;
  readonly closes: number;
  readonly faults: ReadonlySet<EventFault> = footballFaults;
  readonly script: readonly ScriptItem[];
  readonly #plan: FootballPlan;
  readonly #times: MatchTimes;
  readonly #facts: readonly TimedFact[];
  readonly #stops: readonly Interval[];
  readonly #groupStops: readonly (Interval & { readonly group: string })[];
  readonly #stopped: EventCommand | undefined;
  readonly #lines: readonly Line[];

  constructor(plan: FootballPlan, commands: readonly EventCommand[]) {
    this.#plan = plan;
    this.id = plan.id;
    this.title = plan.fixture.competitors.map(({ name }) => name).join(" v ");
    this.opens = plan.opens;
    const earlier = commands.filter(({ fault }) => fault === "start_earlier");
    this.start = earlier.reduce((start, { ms, at }) => Math.max(at + 1, start - (ms ?? 60_000)), plan.start);
    this.#times = matchTimes(this.start, plan.match.lengths, plan.pace, plan.breakSeconds);
    this.#stopped = commands.find(({ fault, at }) => ends(fault) && at < this.#times.end);
    const end = this.#stopped?.at ?? this.#times.end;
    this.end = end;
    this.closes = end + 2 * this.#times.stretch(60, 5000) + 60_000;
    this.#facts = this.#timedFacts(commands).filter(({ at }) => at < end);
    this.#stops = merged(this.#facts.flatMap(fact => this.#stopOf(fact)).concat({ from: end, to: Number.MAX_VALUE }));
    this.#groupStops = this.#facts.flatMap(fact => this.#groupStopOf(fact));
    this.#lines = openingLines(plan.match);
    this.script = this.#write(commands).sort((a, b) => a.at - b.at);
  }

  #timedFacts(commands: readonly EventCommand[]): readonly TimedFact[] {
    const played = playFootball(this.#plan.match, randomStream(this.#plan.seed)).map((fact, index) => ({
      ...fact,
      at: this.#times.ofPlay(fact.half, fact.second),
      id: `f${index + 1}`,
    }));
    const checked = commands.flatMap(({ fault, at }, index) => {
      const { half, second, onBreak } = this.#times.playAt(at);
      if (fault !== "var" || half === 2 || onBreak || at < this.start) return [];
      const player = this.#plan.match.scorers.home[0]?.id ?? "";
      return [
        { kind: "disallowed_goal" as const, side: "home" as const, half, second, at, id: `v${index + 1}`, player },
      ];
    });
    return [...played, ...checked].sort((a, b) => a.at - b.at);
  }

  #stopOf({ kind, at }: TimedFact): readonly Interval[] {
    if (kind === "goal" || kind === "red_card") return [{ from: at, to: at + this.#times.stretch(30, 2000) }];
    return kind === "disallowed_goal" ? [{ from: at, to: at + this.#times.stretch(60, 5000) }] : [];
  }

  #groupStopOf({ kind, at }: TimedFact): readonly (Interval & { readonly group: string })[] {
    if (kind !== "corner" && kind !== "yellow_card") return [];
    return [{ from: at, to: at + this.#times.stretch(3, 1000), group: kind === "corner" ? "corners" : "cards" }];
  }

  /** When a disallowed goal is taken back. */
  #takenBack(at: number): number {
    return at + this.#times.stretch(40, 3000);
  }

  #stateAt(at: number): FootballState {
    const { half, second, onBreak } = this.#times.playAt(at);
    const facts = this.#facts.filter(fact => fact.at <= at).reduce(afterFact, beforeKickOff);
    return { ...facts, half: this.#isOver(at) ? 2 : half, seconds: onBreak ? 0 : second };
  }

  #isOver(at: number): boolean {
    return at >= (this.#stopped?.at ?? this.#times.end);
  }

  producerAt(at: number): Producer {
    return at < this.start ? "pre" : "live";
  }

  fixture(at: number): Draft {
    return { ...this.#plan.fixture, type: "fixture", at, start: this.start, status: this.#statusAt(at) };
  }

  #statusAt(at: number): Extract<Draft, { type: "event_state" }>["status"] {
    if (this.#stopped && at >= this.#stopped.at) return this.#stopped.fault === "postponed" ? "postponed" : "abandoned";
    if (at < this.start) return "not_started";
    if (at >= this.closes - 60_000) return "closed";
    if (at >= this.#times.end) return "ended";
    return this.#times.playAt(at).onBreak ? "break" : "live";
  }

  state(at: number): Draft {
    const { half, second, onBreak } = this.#times.playAt(Math.min(at, this.#stopped?.at ?? at));
    const status = this.#statusAt(at);
    const seconds =
      half === 0 ? Math.floor(second) : 2700 + Math.floor(half === 2 ? this.#plan.match.lengths[1] : second);
    const period = half === 0 || (onBreak && half === 1) ? 1 : 2;
    return {
      type: "event_state",
      at,
      status,
      clock: { seconds: onBreak ? 2700 : at < this.start ? 0 : seconds, period, stopped: status !== "live" },
      score: this.#scoreAt(at, period),
      incidents: this.#facts.filter(fact => fact.at <= at).flatMap(fact => this.#incidents(fact, at)),
      ...((status === "closed" || status === "abandoned" || status === "postponed") && { seed: this.#plan.seedHex }),
    };
  }

  /** As shown: a goal counts until it is taken back. */
  #scoreAt(at: number, period: number): Score {
    const shown = this.#facts
      .filter(fact => fact.at <= at)
      .map(fact =>
        fact.kind === "disallowed_goal" && at < this.#takenBack(fact.at) ? { ...fact, kind: "goal" as const } : fact,
      )
      .reduce(afterFact, beforeKickOff);
    const second: Pair = [shown.goals[0] - shown.firstHalf[0], shown.goals[1] - shown.firstHalf[1]];
    return {
      total: [shown.goals[0], shown.goals[1]],
      periods: period === 1 ? [[...shown.firstHalf]] : [[...shown.firstHalf], [...second]],
      corners: [...shown.corners],
      yellow_cards: [...shown.yellowCards],
      red_cards: [...shown.redCards],
    };
  }

  #incidents(fact: TimedFact, at: number): readonly Incident[] {
    const seconds = Math.floor(fact.second) + (fact.half === 1 ? 2700 : 0);
    const base = { side: fact.side, period: fact.half + 1, at: fact.at };
    const player = fact.player === undefined ? {} : { player: fact.player };
    if (fact.kind !== "disallowed_goal") return [{ ...base, ...player, id: fact.id, kind: fact.kind, clock: seconds }];
    const takenBack = this.#takenBack(fact.at);
    const cancelled = at >= takenBack;
    const checked = fact.at + Math.round((takenBack - fact.at) / 3);
    const played = (moment: number) => seconds + Math.floor(((moment - fact.at) * this.#plan.pace) / 1000);
    const goal = { ...base, ...player, id: fact.id, kind: "goal" as const, clock: seconds };
    const check = { ...base, id: `${fact.id}c`, kind: "var_check" as const, clock: played(checked), at: checked };
    const end = { ...base, id: `${fact.id}e`, kind: "var_end" as const, clock: played(takenBack), at: takenBack };
    if (cancelled) return [{ ...goal, cancelled }, check, end];
    return at >= checked ? [goal, check] : [goal];
  }

  markets(at: number): readonly PricedMarket[] {
    if (this.#isOver(at)) return [];
    const state = this.#stateAt(at);
    const before = at < this.start;
    const known = before ? beforeKickOff : state;
    const book = new FootballBook(this.#plan.match, known);
    const lines = before ? this.#lines : this.#lines.concat(linesAtScore(known.goals, this.#plan.match));
    const open = lines.filter(line => settleFootball(line, known, this.#plan.match) === undefined);
    const stopped = covers(this.#stops, at);
    return open.map(line => {
      const market = priceMarket(line, book.outcomes(line));
      return stopped || this.#groupStopped(line, at) ? { ...market, status: "suspended" as const } : market;
    });
  }

  #groupStopped(line: Line, at: number): boolean {
    return this.#groupStops.some(({ from, to, group }) => at >= from && at < to && groups.get(line.id) === group);
  }

  joint(legs: readonly QuoteLeg[], at: number): readonly BuilderPart[] | BuilderRefusal {
    if (legs.some(leg => !isKnownMarket(leg))) return "unknown_leg";
    const state = at < this.start ? beforeKickOff : this.#stateAt(at);
    return jointChances(legs, new FootballBook(this.#plan.match, state));
  }

  #write(commands: readonly EventCommand[]): ScriptItem[] {
    const items = [...this.#beforeStart(), ...this.#inPlay(), ...commands.flatMap(one => this.#fault(one))];
    const stop = this.#stopped;
    const before = stop ? items.filter(({ at }) => at < stop.at) : items;
    return before.concat(stop ? this.#stoppedItems(stop) : this.#end(commands));
  }

  #item(at: number, make: () => Draft): ScriptItem {
    return { at, producer: this.producerAt(at), make };
  }

  #odds(at: number, reason: Extract<Draft, { type: "odds_change" }>["reason"]): ScriptItem {
    return this.#item(at, () => ({ type: "odds_change", at, reason, markets: [...this.markets(at)] }));
  }

  #stop(at: number, what: "all" | string[] = "all"): ScriptItem {
    return this.#item(at, () => ({ type: "bet_stop", at, groups: what }));
  }

  #stateItem(at: number): ScriptItem {
    return this.#item(at, () => this.state(at));
  }

  #beforeStart(): readonly ScriptItem[] {
    const { opens, start } = this;
    const last = start - 1;
    const handedOver = (): Draft => ({
      type: "odds_change",
      at: start,
      reason: "hand_over",
      markets: this.markets(last).map(market => ({ ...market, status: "handed_over" })),
    });
    return [
      this.#item(opens, () => this.fixture(opens)),
      this.#odds(opens, "opened"),
      { ...this.#stop(start), producer: "pre" },
      { at: start, producer: "pre", make: handedOver },
    ];
  }

  #inPlay(): readonly ScriptItem[] {
    const { start, halfTime, secondHalf, end } = this.#times;
    return [
      this.#stateItem(start),
      this.#odds(start, "hand_over"),
      this.#stateItem(halfTime),
      this.#stateItem(secondHalf),
      ...this.#facts.flatMap(fact => this.#factItems(fact)),
      // Before the prices of the same moment, which leave decided markets out.
      ...this.#settlements(),
      ...this.#repricings(),
    ].filter(({ at }) => at < end);
  }

  #repricings(): readonly ScriptItem[] {
    const items: ScriptItem[] = [];
    const reopened = this.#stops.map(({ to }) => this.#odds(to, "incident"));
    for (let at = this.start + this.#plan.repriceMs; at < this.#times.end; at += this.#plan.repriceMs) {
      if (!covers(this.#stops, at)) items.push(this.#odds(at, "time"));
    }
    const regrouped = this.#groupStops.flatMap(({ to }) =>
      covers(this.#stops, to) ? [] : [this.#odds(to, "incident")],
    );
    return [...reopened, ...items, ...regrouped];
  }

  #factItems(fact: TimedFact): readonly ScriptItem[] {
    const { at, kind } = fact;
    if (kind === "corner") return [this.#stop(at, ["corners"]), this.#stateItem(at)];
    if (kind === "yellow_card") return [this.#stop(at, ["cards"]), this.#stateItem(at)];
    const seen = [this.#stop(at), this.#stateItem(at)];
    if (kind !== "disallowed_goal") return seen;
    const takenBack = this.#takenBack(at);
    const checked = at + Math.round((takenBack - at) / 3);
    return seen.concat(this.#stateItem(checked), this.#stateItem(takenBack));
  }

  /** Each decided market as seen when betting reopens, and confirmed a while later. */
  #settlements(): readonly ScriptItem[] {
    const settled = new Set<string>();
    const { halfTime } = this.#times;
    const items: ScriptItem[] = [];
    const decide = (decidedAt: number, state: FootballState, saidAt: number) => {
      const markets = this.#decided(state, decidedAt, settled);
      if (markets.length === 0) return;
      items.push(this.#settlement(saidAt, 1, markets));
      items.push(this.#settlement(saidAt + this.#times.stretch(60, 5000), 2, markets));
    };
    let half = 0;
    for (const fact of this.#facts) {
      if (fact.half === 1 && half === 0) decide(halfTime, this.#stateAt(halfTime), halfTime);
      half = fact.half;
      const stop = this.#stops.find(({ from, to }) => fact.at >= from && fact.at < to);
      if (fact.kind !== "disallowed_goal") decide(fact.at, this.#stateAt(fact.at), stop?.to ?? fact.at);
    }
    if (half === 0) decide(halfTime, this.#stateAt(halfTime), halfTime);
    return items;
  }

  #settlement(at: number, certainty: 1 | 2, markets: readonly SettledMarket[]): ScriptItem {
    return this.#item(at, () => ({ type: "bet_settlement", at, certainty, markets: [...markets] }));
  }

  /** What a state decides and was not decided before. */
  #decided(state: FootballState, decidedAt: number, settled: Set<string>): readonly SettledMarket[] {
    return this.#linesSoFar(state).flatMap(line => {
      const name = `${line.id}?${line.spec}`;
      const results = settled.has(name) ? undefined : settleFootball(line, state, this.#plan.match);
      if (!results) return [];
      settled.add(name);
      return [settledMarket(line, decidedAt, results)];
    });
  }

  /** Opening lines, and those of every score there has been. */
  #linesSoFar({ order }: FootballState): readonly Line[] {
    const goals: [number, number] = [0, 0];
    const lines = [...this.#lines, ...linesAtScore(goals, this.#plan.match)];
    for (const { side } of order) {
      goals[side === "home" ? 0 : 1]++;
      lines.push(...linesAtScore([goals[0], goals[1]], this.#plan.match));
    }
    return lines;
  }

  #end(commands: readonly EventCommand[]): readonly ScriptItem[] {
    const { end } = this.#times;
    const confirmed = end + this.#times.stretch(60, 5000);
    // Everything is confirmed once more at the end: a repeat changes nothing, and none can be missing.
    const markets = this.#decidedTimes(end);
    const wrong = commands.some(({ fault, at }) => fault === "wrong_result" && at < end);
    const close = this.closes - 60_000;
    const first = [this.#stop(end), this.#stateItem(end)];
    if (!wrong) {
      return first.concat(
        this.#settlement(end, 1, markets),
        this.#settlement(confirmed, 2, markets),
        this.#stateItem(close),
      );
    }
    return first.concat(
      this.#settlement(end, 2, wrongly(markets, "1x2")),
      this.#rollback(confirmed, markets),
      this.#settlement(confirmed, 2, markets),
      this.#stateItem(close),
    );
  }

  /** All results at a moment with the time each was decided. */
  #decidedTimes(at: number): readonly SettledMarket[] {
    const settled = new Set<string>();
    const found: SettledMarket[] = [];
    const { halfTime, end } = this.#times;
    const moments = this.#facts
      .flatMap(fact => (fact.kind === "disallowed_goal" ? [] : [fact.at]))
      .concat(halfTime, end);
    for (const moment of moments.sort((a, b) => a - b)) {
      if (moment <= at) found.push(...this.#decided(this.#stateAt(moment), moment, settled));
    }
    return found;
  }

  #rollback(at: number, markets: readonly SettledMarket[]): ScriptItem {
    const named = wrongly(markets, "1x2").map(({ id, spec }) => ({ id, spec }));
    return this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets: named }));
  }

  /** Abandoned: what any continuation would decide alike is settled, the rest cancelled. Postponed: betting ends. */
  #stoppedItems({ at, fault }: EventCommand): readonly ScriptItem[] {
    const first = [this.#stop(at), this.#stateItem(at)];
    if (fault === "postponed") return first;
    const markets = this.#decidedTimes(at - 1);
    const decided = new Set(markets.map(({ id, spec }) => `${id}?${spec}`));
    const rest = this.#linesSoFar(this.#stateAt(at - 1)).filter(({ id, spec }) => !decided.has(`${id}?${spec}`));
    const cancel = this.#item(at, () => ({ type: "bet_cancel", at, markets: [...rest], reason: "abandoned" }));
    return first.concat(this.#settlement(at, 2, markets), cancel);
  }

  /** What a tester's command adds to the script. */
  #fault({ fault, at, ms = 20_000 }: EventCommand): readonly ScriptItem[] {
    const main = [{ id: "1x2", spec: "" }];
    switch (fault) {
      case "start_earlier":
        return [this.#item(at, () => ({ type: "fixture_change", at, change: "start", start: this.start }))];
      case "rollback":
        return [this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets: main }))];
      case "cancel_window":
        return this.#cancelWindow(at, ms);
      case "wrong_result":
        return at < this.#times.end ? [] : this.#lateWrongResult(at, ms);
      case "absurd_price":
        return [this.#item(at, () => this.#wrongPrices(at, markets => absurd(markets, "1x2")))];
      case "half_for_full":
        return [this.#item(at, () => this.#wrongPrices(at, halfForFull))];
      default:
        return [];
    }
  }

  #cancelWindow(at: number, ms: number): readonly ScriptItem[] {
    const window = { markets: [{ id: "1x2", spec: "" }], from: at - 60_000, to: at };
    return [
      this.#item(at, () => ({ type: "bet_cancel", at, reason: "window", ...window })),
      this.#item(at + ms, () => ({ type: "rollback_bet_cancel", at: at + ms, ...window })),
    ];
  }

  #lateWrongResult(at: number, ms: number): readonly ScriptItem[] {
    const markets = this.#decidedTimes(this.#times.end).filter(({ id }) => id === "1x2");
    return [
      this.#rollback(at, markets),
      this.#settlement(at, 2, wrongly(markets, "1x2")),
      this.#rollback(at + ms, markets),
      this.#settlement(at + ms, 2, markets),
    ];
  }

  #wrongPrices(at: number, change: (markets: readonly PricedMarket[]) => readonly PricedMarket[]): Draft {
    return { type: "odds_change", at, reason: "fault", markets: [...change(this.markets(at))] };
  }
}

const ends = (fault: EventCommand["fault"]) => fault === "abandoned" || fault === "postponed";

/** The first half with the numbers of the whole match. */
function halfForFull(markets: readonly PricedMarket[]): readonly PricedMarket[] {
  const full = markets.find(({ id }) => id === "1x2");
  const half = markets.find(({ id, spec }) => id === "half_1x2" && spec === "half=1");
  return full && half ? [{ ...half, outcomes: full.outcomes }] : [];
}
