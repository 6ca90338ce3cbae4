import type { Incident, Score } from "../../shared/protocol.ts";
import type { Draft, EventCommand } from "../events/event.ts";
import { randomStream } from "../random.ts";
import type { Pair } from "./distribution.ts";
import { afterFact, beforeKickOff, type FootballMatch, type FootballState } from "./match.ts";
import { playFootball } from "./play.ts";
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

/** The course of a match: what has happened at a moment, and what is shown of it. */
export class FootballCourse {
  readonly start: number;
  readonly end: number;
  readonly closes: number;
  readonly times: MatchTimes;
  readonly facts: readonly TimedFact[];
  /** The command that abandoned or postponed it. */
  readonly stopped: EventCommand | undefined;
  readonly #plan: FootballPlan;

  constructor(plan: FootballPlan, commands: readonly EventCommand[]) {
    this.#plan = plan;
    const earlier = commands.filter(({ fault }) => fault === "start_earlier");
    this.start = earlier.reduce((start, { ms, at }) => Math.max(at + 1, start - (ms ?? 60_000)), plan.start);
    this.times = matchTimes(this.start, plan.match.lengths, plan.pace, plan.breakSeconds);
    this.stopped = commands.find(({ fault, at }) => ends(fault) && at < this.times.end);
    const end = this.stopped?.at ?? this.times.end;
    this.end = end;
    this.closes = end + 2 * this.times.stretch(60, 5000) + 60_000;
    this.facts = this.#timedFacts(commands).filter(({ at }) => at < end);
  }

  #timedFacts(commands: readonly EventCommand[]): readonly TimedFact[] {
    const played = playFootball(this.#plan.match, randomStream(this.#plan.seed)).map((fact, index) => ({
      ...fact,
      at: this.times.ofPlay(fact.half, fact.second),
      id: `f${index + 1}`,
    }));
    const checked = commands.flatMap(({ fault, at }, index) => {
      const { half, second, onBreak } = this.times.playAt(at);
      if (fault !== "var" || half === 2 || onBreak || at < this.start) return [];
      const player = this.#plan.match.scorers.home[0]?.id ?? "";
      return [
        { kind: "disallowed_goal" as const, side: "home" as const, half, second, at, id: `v${index + 1}`, player },
      ];
    });
    return [...played, ...checked].sort((a, b) => a.at - b.at);
  }

  /** When a disallowed goal is taken back. */
  takenBack(at: number): number {
    return at + this.times.stretch(40, 3000);
  }

  stateAt(at: number): FootballState {
    const { half, second, onBreak } = this.times.playAt(at);
    const facts = this.facts.filter(fact => fact.at <= at).reduce(afterFact, beforeKickOff);
    return { ...facts, half: this.isOver(at) ? 2 : half, seconds: onBreak ? 0 : second };
  }

  isOver(at: number): boolean {
    return at >= (this.stopped?.at ?? this.times.end);
  }

  fixture(at: number): Draft {
    return { ...this.#plan.fixture, type: "fixture", at, start: this.start, status: this.#statusAt(at) };
  }

  #statusAt(at: number): Extract<Draft, { type: "event_state" }>["status"] {
    if (this.stopped && at >= this.stopped.at) return this.stopped.fault === "postponed" ? "postponed" : "abandoned";
    if (at < this.start) return "not_started";
    if (at >= this.closes - 60_000) return "closed";
    if (at >= this.times.end) return "ended";
    return this.times.playAt(at).onBreak ? "break" : "live";
  }

  state(at: number): Draft {
    const { half, second, onBreak } = this.times.playAt(Math.min(at, this.stopped?.at ?? at));
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
      incidents: this.facts.filter(fact => fact.at <= at).flatMap(fact => this.#incidents(fact, at)),
      ...((status === "closed" || status === "abandoned" || status === "postponed") && { seed: this.#plan.seedHex }),
    };
  }

  /** As shown: a goal counts until it is taken back. */
  #scoreAt(at: number, period: number): Score {
    const shown = this.facts
      .filter(fact => fact.at <= at)
      .map(fact =>
        fact.kind === "disallowed_goal" && at < this.takenBack(fact.at) ? { ...fact, kind: "goal" as const } : fact,
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
    const takenBack = this.takenBack(fact.at);
    const cancelled = at >= takenBack;
    const checked = fact.at + Math.round((takenBack - fact.at) / 3);
    const played = (moment: number) => seconds + Math.floor(((moment - fact.at) * this.#plan.pace) / 1000);
    const goal = { ...base, ...player, id: fact.id, kind: "goal" as const, clock: seconds };
    const check = { ...base, id: `${fact.id}c`, kind: "var_check" as const, clock: played(checked), at: checked };
    const end = { ...base, id: `${fact.id}e`, kind: "var_end" as const, clock: played(takenBack), at: takenBack };
    if (cancelled) return [{ ...goal, cancelled }, check, end];
    return at >= checked ? [goal, check] : [goal];
  }
}

const ends = (fault: EventCommand["fault"]) => fault === "abandoned" || fault === "postponed";
