import type { PricedMarket, Producer, QuoteLeg, SettledMarket } from "../../shared/protocol.ts";
import { priceMarket } from "../price.ts";
import {
  type BuilderPart,
  type BuilderRefusal,
  type Draft,
  type EventCommand,
  type EventFault,
  eventFaults,
  type PlayedEvent,
  type ScriptItem,
} from "./event.ts";
import { absurd, type Line, type SportRules, type Step, settledMarket, wrongly } from "./rules.ts";

export interface EventPlan {
  readonly id: string;
  readonly opens: number;
  readonly start: number;
  /** Seconds of play in a second of the clock. */
  readonly pace: number;
  /** From a stop until betting reopens, and from a result seen until it is confirmed; milliseconds. */
  readonly stopMs: number;
  readonly confirmMs: number;
  /** Faults of all events that this sport does not have. */
  readonly without: readonly EventFault[];
  /** Everything of the fixture but its moment, start and status. */
  readonly fixture: Omit<Extract<Draft, { type: "fixture" }>, "type" | "at" | "start" | "status">;
  readonly seedHex: string;
}

type Status = Extract<Draft, { type: "event_state" }>["status"];
type Joint<State> = (legs: readonly QuoteLeg[], state: State) => readonly BuilderPart[] | BuilderRefusal;

const brokenOff = new Set<EventFault>(["abandoned", "postponed", "retired"]);
const nameOf = ({ id, spec }: Line) => `${id}?${spec}`;

/** A match made of steps: what its rules say about each, by the clock. */
export class ScriptedEvent<State> implements PlayedEvent {
  readonly id: string;
  readonly title: string;
  readonly opens: number;
  readonly start: number;
  readonly closes: number;
  readonly faults: ReadonlySet<EventFault>;
  readonly end: number;
  readonly #plan: EventPlan;
  readonly #rules: SportRules<State>;
  readonly #joint: Joint<State>;
  readonly #steps: readonly Step<State>[];
  readonly #stopped: EventCommand | undefined;
  readonly #commands: readonly EventCommand[];
  #script: readonly ScriptItem[] | undefined;

  constructor(plan: EventPlan, rules: SportRules<State>, joint: Joint<State>, commands: readonly EventCommand[]) {
    this.#plan = plan;
    this.#rules = rules;
    this.#joint = joint;
    this.id = plan.id;
    this.title = plan.fixture.competitors.map(({ name }) => name).join(" v ");
    this.opens = plan.opens;
    this.faults = new Set(eventFaults.filter(fault => !plan.without.includes(fault)));
    const earlier = commands.filter(({ fault }) => fault === "start_earlier");
    this.start = earlier.reduce((start, { ms, at }) => Math.max(at + 1, start - (ms ?? 60_000)), plan.start);
    const natural = this.start + (rules.steps.at(-1)?.after ?? 0);
    this.#stopped = commands.find(({ fault, at }) => brokenOff.has(fault) && at < natural);
    this.end = this.#stopped?.at ?? natural;
    this.#steps = rules.steps.filter(({ after }) => this.start + after < this.end || !this.#stopped);
    this.closes = this.end + 2 * plan.confirmMs + 60_000;
    this.#commands = commands;
  }

  get script(): readonly ScriptItem[] {
    this.#script ??= this.#write(this.#commands).sort((a, b) => a.at - b.at);
    return this.#script;
  }

  /** The last step that has happened. */
  #stepAt(at: number): Step<State> | undefined {
    let [low, high] = [0, this.#steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start + (this.#steps[middle] as Step<State>).after <= at) low = middle + 1;
      else high = middle;
    }
    return this.#steps[low - 1];
  }

  #stateAt(at: number): State {
    const state = this.#stepAt(at)?.state ?? this.#rules.before;
    return this.#isBroken(at) ? this.#broken(state).state : state;
  }

  #isBroken(at: number): boolean {
    return this.#stopped !== undefined && this.#stopped.fault !== "postponed" && at >= this.end;
  }

  #broken(state: State) {
    return this.#rules.broken(state, this.#stopped?.fault === "retired" ? "retired" : "abandoned");
  }

  producerAt(at: number): Producer {
    return at < this.start ? "pre" : "live";
  }

  fixture(at: number): Draft {
    return { ...this.#plan.fixture, type: "fixture", at, start: this.start, status: this.#statusAt(at) };
  }

  #statusAt(at: number): Status {
    if (this.#stopped && at >= this.end) return this.#stopped.fault as Status;
    if (at < this.start) return "not_started";
    if (at >= this.closes - 60_000) return "closed";
    if (at >= this.end) return "ended";
    return this.#stepAt(at)?.onBreak ? "break" : "live";
  }

  state(at: number): Draft {
    const status = this.#statusAt(at);
    const state = this.#stateAt(at);
    const { seconds, period } = this.#rules.clock(state);
    const isOver = status === "closed" || status === "abandoned" || status === "postponed" || status === "retired";
    return {
      type: "event_state",
      at,
      status,
      clock: { seconds: this.#secondsAt(at, seconds, status), period, stopped: status !== "live" },
      score: this.#rules.score(state),
      incidents: this.#incidents(at),
      ...(isOver && { seed: this.#plan.seedHex }),
    };
  }

  #secondsAt(at: number, seconds: number, status: Status): number {
    const step = this.#stepAt(at);
    if (!step || status !== "live") return Math.floor(seconds);
    return Math.floor(seconds + ((at - this.start - step.after) * this.#plan.pace) / 1000);
  }

  #incidents(at: number) {
    const found = this.#steps
      .filter(({ after }) => this.start + after <= at)
      .flatMap(({ after, incidents }) => incidents.map(incident => ({ ...incident, at: this.start + after })));
    const broken = this.#isBroken(at) ? this.#broken(this.#stepAt(at)?.state ?? this.#rules.before) : undefined;
    if (!broken?.retired) return found;
    const { seconds, period } = this.#rules.clock(broken.state);
    const clock = Math.floor(seconds);
    return [...found, { id: "r1", kind: "retirement" as const, side: broken.retired, clock, period, at: this.end }];
  }

  markets(at: number): readonly PricedMarket[] {
    if (at >= this.end) return [];
    const state = this.#stateAt(at);
    const lines = at < this.start ? this.#rules.openingLines : this.#linesAt(state);
    const outcomes = this.#rules.book(state);
    const step = this.#stepAt(at);
    const stopped = step?.stops === true && step.after > 0 && at < this.start + step.after + this.#plan.stopMs;
    return lines.map(line => {
      const market = priceMarket(line, outcomes(line));
      return stopped ? { ...market, status: "suspended" as const } : market;
    });
  }

  #linesAt(state: State): readonly Line[] {
    const lines = new Map(
      [...this.#rules.openingLines, ...this.#rules.linesAt(state)].map(line => [nameOf(line), line]),
    );
    return [...lines.values()].filter(line => this.#rules.settle(line, state) === undefined);
  }

  joint(legs: readonly QuoteLeg[], at: number): readonly BuilderPart[] | BuilderRefusal {
    return this.#joint(legs, this.#stateAt(at));
  }

  #write(commands: readonly EventCommand[]): ScriptItem[] {
    const items = [...this.#beforeStart(), ...this.#inPlay(), ...commands.flatMap(one => this.#fault(one))];
    if (!this.#stopped) return items.concat(this.#atEnd(commands));
    return items.filter(({ at }) => at < this.end).concat(this.#brokenItems());
  }

  #item(at: number, make: () => Draft): ScriptItem {
    return { at, producer: this.producerAt(at), make };
  }

  #odds(at: number, reason: Extract<Draft, { type: "odds_change" }>["reason"]): ScriptItem {
    return this.#item(at, () => ({ type: "odds_change", at, reason, markets: [...this.markets(at)] }));
  }

  #stop(at: number): ScriptItem {
    return this.#item(at, () => ({ type: "bet_stop", at, groups: "all" }));
  }

  #stateItem(at: number): ScriptItem {
    return this.#item(at, () => this.state(at));
  }

  #settlement(at: number, certainty: 1 | 2, markets: readonly SettledMarket[]): ScriptItem {
    return this.#item(at, () => ({ type: "bet_settlement", at, certainty, markets: [...markets] }));
  }

  #beforeStart(): readonly ScriptItem[] {
    const { opens, start } = this;
    const handedOver = (): Draft => ({
      type: "odds_change",
      at: start,
      reason: "hand_over",
      markets: this.markets(start - 1).map(market => ({ ...market, status: "handed_over" })),
    });
    return [
      this.#item(opens, () => this.fixture(opens)),
      this.#odds(opens, "opened"),
      { ...this.#stop(start), producer: "pre" },
      { at: start, producer: "pre", make: handedOver },
    ];
  }

  /** A state and prices at each step; around one that stops betting, the stop, what it decided, and the reopening. */
  #inPlay(): readonly ScriptItem[] {
    const settled = new Set<string>();
    return this.#steps.flatMap(({ after, state, stops }, index) => {
      const at = this.start + after;
      if (at >= this.end) return [];
      if (index === 0) return [this.#stateItem(at), this.#odds(at, "hand_over")];
      const reopens = stops ? at + this.#plan.stopMs : at;
      const markets = this.#decided(state, at, settled);
      const results =
        markets.length === 0
          ? []
          : [this.#settlement(reopens, 1, markets), this.#settlement(reopens + this.#plan.confirmMs, 2, markets)];
      const items = [
        ...(stops ? [this.#stop(at)] : []),
        this.#stateItem(at),
        ...results,
        this.#odds(reopens, "incident"),
      ];
      return items.filter(item => item.at < this.end);
    });
  }

  /** What a state decides and was not decided before. */
  #decided(state: State, decidedAt: number, settled: Set<string>): readonly SettledMarket[] {
    const lines = [...this.#rules.openingLines, ...this.#rules.linesUntil(state)];
    return lines.flatMap(line => {
      const results = settled.has(nameOf(line)) ? undefined : this.#rules.settle(line, state);
      if (!results) return [];
      settled.add(nameOf(line));
      return [settledMarket(line, decidedAt, results)];
    });
  }

  /** All results with the time each was decided. */
  #results(): readonly SettledMarket[] {
    const settled = new Set<string>();
    const found = this.#steps.flatMap(({ after, state }) => this.#decided(state, this.start + after, settled));
    return this.#isBroken(this.end) ? found.concat(this.#decided(this.#stateAt(this.end), this.end, settled)) : found;
  }

  #atEnd(commands: readonly EventCommand[]): readonly ScriptItem[] {
    const { end } = this;
    const confirmed = end + this.#plan.confirmMs;
    const markets = this.#results();
    const first = [this.#stop(end), this.#stateItem(end)];
    const close = this.#stateItem(this.closes - 60_000);
    if (!commands.some(({ fault, at }) => fault === "wrong_result" && at < end)) {
      return first.concat(this.#settlement(end, 1, markets), this.#settlement(confirmed, 2, markets), close);
    }
    return first.concat(
      this.#settlement(end, 2, wrongly(markets, this.#rules.mainKind)),
      this.#rollback(confirmed, markets),
      this.#settlement(confirmed, 2, markets),
      close,
    );
  }

  #rollback(at: number, markets: readonly SettledMarket[]): ScriptItem {
    const named = wrongly(markets, this.#rules.mainKind).map(({ id, spec }) => ({ id, spec }));
    return this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets: named }));
  }

  /** Broken off: the rules say what is decided and what is void. Postponed: betting ends. */
  #brokenItems(): readonly ScriptItem[] {
    const { end } = this;
    const first = [this.#stop(end), this.#stateItem(end)];
    return this.#stopped?.fault === "postponed" ? first : first.concat(this.#settlement(end, 2, this.#results()));
  }

  /** What a tester's command adds to the script. */
  #fault({ fault, at, ms = 20_000 }: EventCommand): readonly ScriptItem[] {
    const main = [{ id: this.#rules.mainKind, spec: "" }];
    switch (fault) {
      case "start_earlier":
        return [this.#item(at, () => ({ type: "fixture_change", at, change: "start", start: this.start }))];
      case "rollback":
        return [this.#item(at, () => ({ type: "rollback_bet_settlement", at, markets: main }))];
      case "cancel_window":
        return this.#cancelWindow(at, ms, main);
      case "wrong_result":
        return at < this.end ? [] : this.#lateWrongResult(at, ms);
      case "absurd_price":
        return [this.#item(at, () => ({ type: "odds_change", at, reason: "fault", markets: this.#absurd(at) }))];
      default:
        return [];
    }
  }

  #absurd(at: number): PricedMarket[] {
    return [...absurd(this.markets(at), this.#rules.mainKind)];
  }

  #cancelWindow(at: number, ms: number, markets: Line[]): readonly ScriptItem[] {
    const window = { markets, from: at - 60_000, to: at };
    return [
      this.#item(at, () => ({ type: "bet_cancel", at, reason: "window", ...window })),
      this.#item(at + ms, () => ({ type: "rollback_bet_cancel", at: at + ms, ...window })),
    ];
  }

  #lateWrongResult(at: number, ms: number): readonly ScriptItem[] {
    const markets = this.#results().filter(({ id }) => id === this.#rules.mainKind);
    return [
      this.#rollback(at, markets),
      this.#settlement(at, 2, wrongly(markets, this.#rules.mainKind)),
      this.#rollback(at + ms, markets),
      this.#settlement(at + ms, 2, markets),
    ];
  }
}
