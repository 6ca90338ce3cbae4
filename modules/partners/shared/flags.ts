import type { Currency } from "#kit/money/currency.ts";

/** What looks wrong about a partner's players. Who is the partner, or shares a device or a means of payment with them, is excluded instead. */

export const flagKinds = ["partner_address", "shared_instrument", "burst", "minimum_deposits"] as const;
export type FlagKind = (typeof flagKinds)[number];
export const flagStates = ["open", "dismissed", "confirmed"] as const;
export type FlagState = (typeof flagStates)[number];

export const hourMs = 3_600_000;
/** Registrations within an hour from this many on, and from this many times the usual number on. */
const burstFrom = 10;
const burstTimes = 5;
/** The usual number is that of so many hours before. */
const usualHours = 14 * 24;

export interface Burst<T> {
  /** Start of the hour. */
  readonly from: number;
  readonly players: readonly T[];
  /** Registrations in the two weeks before. */
  readonly before: number;
}

/** Hours in which far more players registered than in the two weeks before. */
export function burstsOf<T>(registered: readonly { readonly player: T; readonly at: number }[]): readonly Burst<T>[] {
  const hours = new Map<number, T[]>();
  for (const { player, at } of registered) {
    const from = at - (at % hourMs);
    hours.set(from, [...(hours.get(from) ?? []), player]);
  }
  const bursts: Burst<T>[] = [];
  for (const [from, players] of hours) {
    if (players.length < burstFrom) continue;
    const before = registered.filter(({ at }) => at >= from - usualHours * hourMs && at < from).length;
    if (players.length * usualHours >= burstTimes * before) bursts.push({ from, players, before });
  }
  return bursts;
}

/** Players who deposited the exact minimum and hardly played, from this many on, and from this share of those who deposited on. */
const idleFrom = 3;
const idleShare = 4;

export interface Depositor {
  readonly currency: Currency;
  readonly deposits: bigint;
  readonly deposited: bigint;
  /** Real money. */
  readonly staked: bigint;
}

/** Every deposit was exactly one of these, and less than that was staked. */
export const isIdleAtMinimum = (
  { deposits, deposited, staked }: Pick<Depositor, "deposits" | "deposited" | "staked">,
  minimums: readonly bigint[],
): boolean => deposits > 0n && staked < deposited && minimums.some(minimum => minimum * deposits === deposited);

export const isFlaggedAsIdle = (idle: number, depositors: number): boolean =>
  idle >= idleFrom && idle * idleShare >= depositors;
