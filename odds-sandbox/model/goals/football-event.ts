import { footballKinds } from "../../shared/markets.ts";
import type { PricedMarket, Producer, QuoteLeg, SettledMarket } from "../../shared/protocol.ts";
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
import { absurd, type Line, wrongly } from "../events/rules.ts";
import { priceMarket } from "../price.ts";
import { FootballCourse, type FootballPlan } from "./football-course.ts";
import { FootballResults } from "./football-results.ts";
import { isKnownMarket, jointChances } from "./joint.ts";
import { linesAtScore, openingLines } from "./lines.ts";
import { beforeKickOff, type FootballState } from "./match.ts";
import { FootballBook } from "./outcomes.ts";
import { settleFootball } from "./settle.ts";
import type { TimedFact } from "./times.ts";

/** A football match: facts from its seed, and the messages about them by the clock. */
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
  readonly #course: FootballCourse;
  readonly #results: FootballResults;
  readonly #stops: readonly Interval[];
  readonly #groupStops: readonly (Interval & { readonly group: string })[];
  readonly #lines: readonly Line[];

  constructor(plan: FootballPlan, commands: readonly EventCommand[]) {
    this.#plan = plan;
    this.id = plan.id;
    this.title = plan.fixture.competitors.map(({ name }) => name).join(" v ");
    this.opens = plan.opens;
    const course = new FootballCourse(plan, commands);
    this.#course = course;
    this.start = course.start;
    this.end = course.end;
    this.closes = course.closes;
    this.#stops = merged(
      this.#course.facts.flatMap(fact => this.#stopOf(fact)).concat({ from: course.end, to: Number.MAX_VALUE }),
    );
    this.#groupStops = this.#course.facts.flatMap(fact => this.#groupStopOf(fact));
    this.#lines = openingLines(plan.match);
    this.#results = new FootballResults(course, plan.match, this.#lines);
    this.script = this.#write(commands).sort((a, b) => a.at - b.at);
  }

  #stopOf({ kind, at }: TimedFact): readonly Interval[] {
    if (kind === "goal" || kind === "red_card") return [{ from: at, to: at + this.#course.times.stretch(30, 2000) }];
    return kind === "disallowed_goal" ? [{ from: at, to: at + this.#course.times.stretch(60, 5000) }] : [];
  }

  #groupStopOf({ kind, at }: TimedFact): readonly (Interval & { readonly group: string })[] {
    if (kind !== "corner" && kind !== "yellow_card") return [];
    return [{ from: at, to: at + this.#course.times.stretch(3, 1000), group: kind === "corner" ? "corners" : "cards" }];
  }

  producerAt(at: number): Producer {
    return at < this.start ? "pre" : "live";
  }

  fixture(at: number): Draft {
    return this.#course.fixture(at);
  }

  state(at: number): Draft {
    return this.#course.state(at);
  }

  markets(at: number): readonly PricedMarket[] {
    if (this.#course.isOver(at)) return [];
    const state = this.#course.stateAt(at);
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
    const state = at < this.start ? beforeKickOff : this.#course.stateAt(at);
    return jointChances(legs, new FootballBook(this.#plan.match, state));
  }

  #write(commands: readonly EventCommand[]): ScriptItem[] {
    const items = [...this.#beforeStart(), ...this.#inPlay(), ...commands.flatMap(one => this.#fault(one))];
    const stop = this.#course.stopped;
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
    const { start, halfTime, secondHalf, end } = this.#course.times;
    return [
      this.#stateItem(start),
      this.#odds(start, "hand_over"),
      this.#stateItem(halfTime),
      this.#stateItem(secondHalf),
      ...this.#course.facts.flatMap(fact => this.#factItems(fact)),
      // Before the prices of the same moment, which leave decided markets out.
      ...this.#settlements(),
      ...this.#repricings(),
    ].filter(({ at }) => at < end);
  }

  #repricings(): readonly ScriptItem[] {
    const items: ScriptItem[] = [];
    const reopened = this.#stops.map(({ to }) => this.#odds(to, "incident"));
    for (let at = this.start + this.#plan.repriceMs; at < this.#course.times.end; at += this.#plan.repriceMs) {
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
    const takenBack = this.#course.takenBack(at);
    const checked = at + Math.round((takenBack - at) / 3);
    return seen.concat(this.#stateItem(checked), this.#stateItem(takenBack));
  }

  /** Each decided market as seen when betting reopens, and confirmed a while later. */
  #settlements(): readonly ScriptItem[] {
    const settled = new Set<string>();
    const { halfTime } = this.#course.times;
    const items: ScriptItem[] = [];
    const decide = (decidedAt: number, state: FootballState, saidAt: number) => {
      const markets = this.#results.decided(state, decidedAt, settled);
      if (markets.length === 0) return;
      items.push(this.#settlement(saidAt, 1, markets));
      items.push(this.#settlement(saidAt + this.#course.times.stretch(60, 5000), 2, markets));
    };
    let half = 0;
    for (const fact of this.#course.facts) {
      if (fact.half === 1 && half === 0) decide(halfTime, this.#course.stateAt(halfTime), halfTime);
      half = fact.half;
      const stop = this.#stops.find(({ from, to }) => fact.at >= from && fact.at < to);
      if (fact.kind !== "disallowed_goal") decide(fact.at, this.#course.stateAt(fact.at), stop?.to ?? fact.at);
    }
    if (half === 0) decide(halfTime, this.#course.stateAt(halfTime), halfTime);
    return items;
  }

  #settlement(at: number, certainty: 1 | 2, markets: readonly SettledMarket[]): ScriptItem {
    return this.#item(at, () => ({ type: "bet_settlement", at, certainty, markets: [...markets] }));
  }

  #end(commands: readonly EventCommand[]): readonly ScriptItem[] {
    const { end } = this.#course.times;
    const confirmed = end + this.#course.times.stretch(60, 5000);
    // Everything is confirmed once more at the end: a repeat changes nothing, and none can be missing.
    const markets = this.#results.decidedTimes(end);
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

  #rollback(at: number, markets: readonly SettledMarket[]): ScriptItem {
    const named = wrongly(markets, "1x2").map(({ id, spec }) => ({ id, spec }));
    return this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets: named }));
  }

  /** Abandoned: what any continuation would decide alike is settled, the rest cancelled. Postponed: betting ends. */
  #stoppedItems({ at, fault }: EventCommand): readonly ScriptItem[] {
    const first = [this.#stop(at), this.#stateItem(at)];
    if (fault === "postponed") return first;
    const markets = this.#results.decidedTimes(at - 1);
    const decided = new Set(markets.map(({ id, spec }) => `${id}?${spec}`));
    const rest = this.#results
      .linesSoFar(this.#course.stateAt(at - 1))
      .filter(({ id, spec }) => !decided.has(`${id}?${spec}`));
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
        return at < this.#course.times.end ? [] : this.#lateWrongResult(at, ms);
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
    const markets = this.#results.decidedTimes(this.#course.times.end).filter(({ id }) => id === "1x2");
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

/** The first half with the numbers of the whole match. */
function halfForFull(markets: readonly PricedMarket[]): readonly PricedMarket[] {
  const full = markets.find(({ id }) => id === "1x2");
  const half = markets.find(({ id, spec }) => id === "half_1x2" && spec === "half=1");
  return full && half ? [{ ...half, outcomes: full.outcomes }] : [];
}
