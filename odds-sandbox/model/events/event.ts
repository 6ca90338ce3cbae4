import type { EventMessage, PricedMarket, Producer, QuoteLeg } from "../../shared/protocol.ts";

type Without<T> = T extends unknown ? Omit<T, "event" | "n"> : never;
/** A message before its event has numbered it. */
export type Draft = Without<EventMessage>;

/** Something the provider says at a moment. */
export interface ScriptItem {
  readonly at: number;
  readonly producer: Producer;
  make(): Draft;
}

/** A change of an event that a tester asked for. Commands are stored, so that a restart finds the same event. */
export interface EventCommand {
  readonly at: number;
  readonly fault: EventFault;
  readonly ms?: number | undefined;
}

export const eventFaults = [
  "start_earlier",
  "postponed",
  "abandoned",
  "retired",
  "var",
  "wrong_result",
  "rollback",
  "cancel_window",
  "dead_heat",
  "absurd_price",
  "half_for_full",
] as const;
export type EventFault = (typeof eventFaults)[number];

export interface BuilderPart {
  readonly legs: readonly number[];
  readonly p: number;
}

/** Why legs have no common price. */
export type BuilderRefusal = "unknown_leg" | "impossible" | "implied" | "same_leg" | "not_combinable";

/** One event with everything that will be said about it. */
export interface PlayedEvent {
  readonly id: string;
  /** For testers. */
  readonly title: string;
  readonly opens: number;
  readonly start: number;
  /** When play ends, or is broken off. */
  readonly end: number;
  /** No message is sent after this. */
  readonly closes: number;
  /** Faults that can be injected: nobody retires from a football match. */
  readonly faults: ReadonlySet<EventFault>;
  /** In order of time. */
  readonly script: readonly ScriptItem[];
  producerAt(at: number): Producer;
  fixture(at: number): Draft;
  state(at: number): Draft;
  /** Markets at a moment with their statuses. */
  markets(at: number): readonly PricedMarket[];
  /** Chances of every subset of the legs, or why there is none. */
  joint(legs: readonly QuoteLeg[], at: number): readonly BuilderPart[] | BuilderRefusal;
}
