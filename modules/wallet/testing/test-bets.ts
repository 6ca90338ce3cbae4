import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { LimitChange } from "#modules/limits/server/index.ts";
import type { EndOfRound, OpenRound, PlaceBet, Settlement } from "../server/port.ts";

/** The id of a named person: the name's letters in hex. */
export function idOf(name: string): PlayerId {
  const hex = Buffer.from(name.padEnd(6).slice(-6)).toString("hex");
  return `00000000-0000-4000-8000-${hex}` as PlayerId;
}

/** The n-th key of a test. */
export function keyOf(n: number): Uuid {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}` as Uuid;
}

export function deposit(owner: PlayerId, amount: bigint, currency: Currency = "USD", reference = keyOf(0xd0)) {
  return {
    owner,
    currency,
    reference,
    amount: micros(amount),
    kind: "deposit" as const,
    from: depositsClearing("sandbox"),
  };
}

/** Stake limits in micro-units, set in one currency; null is none, undefined leaves one unchanged. */
export function stakeLimits(
  wager: bigint | null | undefined,
  loss: bigint | null | undefined,
  currency: Currency = "USD",
): LimitChange["limits"] {
  const given = Object.entries({ wager, loss }).filter(([, amount]) => amount !== undefined);
  const limitOf = (amount: bigint | null | undefined) => (amount == null ? null : { amount: micros(amount), currency });
  return Object.fromEntries(given.map(([kind, amount]) => [kind, limitOf(amount)]));
}

/** A dice bet that pays `payout` whatever is drawn. */
export function diceBet(
  player: PlayerId,
  n: number,
  stake: bigint,
  payout: bigint,
  currency: Currency = "USD",
): PlaceBet {
  return {
    player,
    key: keyOf(n),
    requestHash: hashOf(stake),
    game: "dice",
    currency,
    choice: { target: "50.00" },
    rulesVersion: "dice-1",
    stake: micros(stake),
    winCap: micros(10n ** 18n),
    draw: pair => ({ outcome: { nonce: pair.nonce }, payout: micros(payout) }),
  };
}

/** A stepwise round; its public state is its nonce. */
export function roundBet(player: PlayerId, n: number, stake: bigint, game = "miner"): PlaceBet {
  const { draw: _draw, ...bet } = diceBet(player, n, stake, 0n);
  return { ...bet, game, choice: { mines: 3 }, begin: pair => ({ nonce: pair.nonce }) };
}

/** Ends a round with a payout (0 is a loss). */
export function roundEnd(round: OpenRound, payout: bigint, rest: Partial<EndOfRound> = {}): EndOfRound {
  return { round, result: { kind: "paid", payout: payout as Micros, outcome: { board: [1] } }, ...rest };
}

/** A crash bet of the round of the window `crash`. */
export function crashBet(player: PlayerId, n: number, stake: bigint, round?: bigint): PlaceBet {
  const { draw: _draw, ...bet } = diceBet(player, n, stake, 0n);
  return { ...bet, game: "crash", ...(round === undefined ? {} : { bettingWindow: { name: "crash", round } }) };
}

export function paid(player: PlayerId, n: number, payout: bigint, rest: Partial<Settlement> = {}): Settlement {
  return { player, bet: keyOf(n), result: { kind: "paid", payout: payout as Micros, outcome: { point: 2 } }, ...rest };
}

export function voided(player: PlayerId, n: number): Settlement {
  return { player, bet: keyOf(n), result: { kind: "voided", outcome: null } };
}

/** A request hash made from a number. */
export function hashOf(stake: bigint): Uint8Array {
  const bytes = Buffer.alloc(32);
  bytes.writeBigUInt64BE(stake);
  return new Uint8Array(bytes);
}
