import { type Micros, micros } from "#kit/money/amount.ts";

/** The formulas of the rewards: the server pays by them, and the page prints them with the player's own figures. */

/** Theoretical losses are in millionths of a micro-unit. */
const perMicro = 1_000_000n;
const thousandths = 1_000n;

const atLeastNothing = (amount: bigint): Micros => micros(amount > 0n ? amount : 0n);

/** A theoretical loss in micro-units, cut. */
export const lossInMicros = (loss: bigint): Micros => atLeastNothing(loss / perMicro);

/** Theoretical loss that was made at one rate. */
export interface LossAtRate {
  /** Thousandths. */
  readonly rate: number;
  readonly loss: bigint;
}

/** Rakeback of all time: each day's theoretical loss at the rate of the level at its end, cut to a micro-unit as a whole. */
export function rakebackOf(losses: readonly LossAtRate[]): Micros {
  const sum = losses.reduce((all, { rate, loss }) => all + loss * BigInt(rate), 0n);
  return atLeastNothing(sum / thousandths / perMicro);
}

export interface CashbackWeek {
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  /** Rakeback of the week's bets. */
  readonly rakeback: bigint;
  readonly loss: bigint;
  /** Thousandths of the net loss, and at most this many of the theoretical loss. */
  readonly rate: number;
  readonly share: number;
}

export interface Cashback {
  /** What was lost of real money, less the rakeback. */
  readonly lost: Micros;
  readonly byRate: Micros;
  readonly byShare: Micros;
  readonly amount: Micros;
}

/** Cashback of a week: a rate of what was lost, and at most a share of the week's theoretical loss. */
export function cashbackOf({ realStaked, realPaid, rakeback, loss, rate, share }: CashbackWeek): Cashback {
  const lost = atLeastNothing(realStaked - realPaid - rakeback);
  const byRate = micros((lost * BigInt(rate)) / thousandths);
  const byShare = atLeastNothing((loss * BigInt(share)) / thousandths / perMicro);
  return { lost, byRate, byShare, amount: byRate < byShare ? byRate : byShare };
}

/** What reaching a level gives: a share of the theoretical loss made inside the level left, at most `cap`. */
export function levelUpOf(loss: bigint, share: number, cap: bigint): Micros {
  const amount = (loss * BigInt(share)) / thousandths / perMicro;
  return atLeastNothing(amount < cap ? amount : cap);
}
