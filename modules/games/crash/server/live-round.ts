import type { Currency } from "#kit/money/currency.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { CrashState } from "../shared/contract.ts";
import type { RoundFeed, WinCaps } from "./feed.ts";
import type { Flight } from "./flight.ts";
import type { Roster } from "./roster.ts";
import type { RoundCaps } from "./round-caps.ts";

/** The round that this process runs. Nothing in it, and nothing it refers to, gives the point or the link away before the crash. */
export interface LiveRound {
  readonly number: bigint;
  readonly leadership: Leadership;
  /** Without the link, which is read again when the round is over. */
  readonly chain: RoundFacts;
  readonly roster: Roster;
  readonly feed: RoundFeed;
  /** What a bet made now can win at most. */
  caps(currency: Currency): RoundCaps;
  /** Public, the same for all players. */
  winCaps(): WinCaps;
  state: CrashState;
  /** Milliseconds since 1970; null outside betting. */
  bettingEndsAt: number | null;
  /** The moment of 1.00x in milliseconds since 1970; null before the flight. */
  startedAt: number | null;
  /** From the start to the crash. */
  flight: Flight | null;
  /** Hundredths and hex, once they are committed and published. */
  crash: { readonly point: number; readonly link: string } | null;
}
