import * as z from "zod/mini";
import type { Currency, SpinEvent } from "#studio/engine/shared/types.ts";

/** Calls of the game in its frame to the studio. */

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/));

export const openRequest = z.strictObject({ launch: token });

export const spinRequest = z.strictObject({
  /** One per press: a repeat gives the same round. */
  request: uuid,
  mode: z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,31}$/)),
  /** One of the listed stakes, in major units. */
  stake: z.string().check(z.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$/)),
  /** Sent by autoplay. */
  auto: z.optional(z.boolean()),
  /** The grant that pays for the round. */
  free: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type SpinRequest = z.output<typeof spinRequest>;

export interface FrameProfile {
  readonly min_round_ms: number;
  readonly autoplay: boolean;
  readonly turbo: boolean;
  readonly slam_stop: boolean;
  readonly buy: boolean;
  readonly max_stake: string | null;
  readonly show_net_position: boolean;
}

/** A round as its player may see it. Amounts are decimals in major units. */
export interface RoundView {
  /** Absent in demo. */
  readonly round?: string;
  readonly nonce?: number;
  readonly mode: string;
  readonly stake: string;
  readonly cost: string;
  readonly payout: string;
  readonly multiple: { readonly numerator: number; readonly denominator: number };
  readonly capped: boolean;
  readonly events: readonly SpinEvent[];
  /** What the casino added from a pot. */
  readonly jackpot: string | null;
  /** After the win, as the casino stated it; null while it has not confirmed the win, and in demo. */
  readonly balance: string | null;
  readonly state: "settled" | "pending" | "demo";
}

export interface SeedView {
  readonly seed_hash: string;
  readonly next_seed_hash: string;
  readonly client_seed: string | null;
  readonly nonce: number;
}

/** Free rounds of this game that the player can play. */
export interface FreeRoundsView {
  readonly grant: string;
  readonly left: number;
  readonly stake: string;
  readonly expires_at?: string | undefined;
}

export interface OpenView {
  readonly session: string;
  readonly mode: "demo" | "play";
  readonly currency: Currency;
  readonly locale: "en" | "ru" | "kk";
  readonly profile: FrameProfile;
  readonly balance: string | null;
  readonly stakes: readonly string[];
  readonly free_rounds: readonly FreeRoundsView[];
  readonly seeds: SeedView | null;
  /** The newest round of this player, finished: shown at rest. */
  readonly last: RoundView | null;
}

export interface ErrorView {
  readonly code: string;
  readonly round?: string;
  readonly balance?: string;
}
