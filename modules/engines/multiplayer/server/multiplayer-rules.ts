import type { WordStream } from "#kit/fair/stream.ts";
import type { Json } from "#kit/std/json.ts";
import type { MultiplayerRound, SeatEnd } from "./multiplayer-round.ts";
import type { MultiplayerStore } from "./multiplayer-store.ts";

/** What a game gives the engine. */
export interface MultiplayerRules<R extends MultiplayerRound, Result> {
  /** Name of the game, its betting window and its secrets: `duels`. */
  readonly name: string;
  readonly store: MultiplayerStore<R, Result>;
  /** The next action if no one takes the next seat, and when it is due. */
  readonly due: (round: R) => { readonly at: number; readonly what: "house joins" | "expires" };
  /** Decides a round whose seats are all taken. */
  readonly draw: (stream: WordStream, round: R) => Result;
  /** The payout of every seat of a decided round. */
  readonly ends: (round: R) => readonly SeatEnd[];
  /** The outcome of a refunded stake. */
  readonly refundedAs: Json;
}
