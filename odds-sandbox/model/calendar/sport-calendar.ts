import type { EventCommand, PlayedEvent } from "../events/event.ts";

export interface CalendarSettings {
  /** Seed of leagues, calendars and players; never of results. */
  readonly seed: string;
  /** Days of the calendar in a day. */
  readonly speed: number;
  readonly now: () => number;
  /** The 32 secret bytes of an event. */
  readonly seedOf: (event: string) => Uint8Array;
  readonly commandsOf: (event: string) => readonly EventCommand[];
  /** Leagues to play; tests play fewer. */
  readonly leagues: (league: { readonly id: string }) => boolean;
}

/** What the calendar of one sport uses. */
export interface CalendarNeeds extends CalendarSettings {
  readonly calendarTime: (at: number) => number;
  readonly clockTime: (at: number) => number;
  /** What play follows from. */
  readonly playSeed: (event: string) => Uint8Array;
}

/** An event of the calendar; its result is in what it plays. */
export interface PlannedEvent {
  readonly id: string;
  play(): PlayedEvent;
  /** The event played again, as its revealed seed tells it. */
  replay(): Replay;
  /** Whether its result depends on another event: an outright follows the matches of its draw. */
  follows?(event: string): boolean;
}

/** Every fact in order, in the terms of its sport. */
export interface Replay {
  /** Null for an event that only follows others: their seeds decide it. */
  readonly commitment: string | null;
  readonly facts: readonly object[];
}

export interface SportCalendar {
  /** Every event that is open, being played, or just over. */
  at(now: number): readonly PlannedEvent[];
  /** Undefined for ids that the calendar does not have by this moment. */
  find(id: string, now: number): PlannedEvent | undefined;
  names(): readonly (readonly [id: string, name: string])[];
}
