import { int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { pricesOfDay } from "#modules/rates/server/index.ts";
import { type Leasing, leaseTo, type StakeLimits, type WalletDay } from "../shared/allowance.ts";
import { limitsAt } from "../shared/daily-limits.ts";
import { dayOf } from "../shared/day.ts";
import { tighterPlay } from "../shared/operator-limits.ts";
import { type PlayRefusal, renewLease } from "../shared/play-time.ts";
import { counters } from "./counter-sql.ts";
import { limitsInForce } from "./daily-limits-store.ts";
import { lockPlay, writeStates } from "./play-leases.ts";
import { nothingToAccept, type TermsQuestion, termsNumber } from "./terms.ts";

/** A stake whose wallet lacks play time, or the rest of the player's daily limits. One per player. */
export interface LeaseRequest {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly stake: bigint;
  /** The real money of the stake, which alone can be lost. */
  readonly own: bigint;
  readonly lacks: "time" | "allowance";
}

/** Why the stake is refused. */
export type StakeRefusal =
  | PlayRefusal
  | { readonly reason: "limit_reached" | "rates_unavailable" | "policy_acceptance_required" };

type Asking = ReadonlyMap<PlayerId, LeaseRequest>;
type Wallets = ReadonlyMap<PlayerId, readonly WalletDay[]>;

const noStakeLimits: StakeLimits = { wager: [], loss: [] };

/**
 * Grants these wallets what their stakes lack, as far as the players' limits allow, and returns the refused ones with the reason. Each player is
 * decided under a lock of their own row, then of their wallets in order of currency. `terms`: who has to accept something first.
 */
export async function renewLeases(
  tx: Tx,
  requests: readonly LeaseRequest[],
  now: Date,
  terms: TermsQuestion = nothingToAccept,
): Promise<ReadonlyMap<PlayerId, StakeRefusal>> {
  const asking: Asking = new Map(requests.map(request => [request.player, request]));
  const refusals = new Map<PlayerId, StakeRefusal>();
  const facts = await lockPlay(tx, [...asking.keys()]);
  const wallets = await lockWallets(tx, asking, now);
  const granted: Parameters<typeof writeStates>[1][number][] = [];
  const number = await termsNumber(tx);
  const timeless = requests.filter(({ lacks }) => lacks === "time").map(({ player }) => player);
  const unaccepted = number > 0 && timeless.length > 0 ? await terms(tx, timeless) : new Set<PlayerId>();
  for (const [player, { state, limits, operator }] of facts) {
    if (asking.get(player)?.lacks !== "time") continue;
    const renewal = renewLease(state, tighterPlay(limitsAt(limits, now), operator), now.getTime());
    if (renewal.kind === "refused") refusals.set(player, renewal.refusal);
    else if (unaccepted.has(player)) refusals.set(player, { reason: "policy_acceptance_required" });
    else granted.push({ player, ...renewal });
  }
  await writeStates(tx, granted, number);
  for (const [player, reason] of await leaseLimits(tx, asking, wallets, now)) refusals.set(player, { reason });
  return refusals;
}

/** Ends the leases of the player's limits: each wallet has to request one again. The caller has locked their play time. */
export async function endLeases(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `WITH locked AS MATERIALIZED (
       SELECT player_id, currency FROM ${counters} WHERE player_id = $1 ORDER BY currency FOR UPDATE)
     UPDATE ${counters} c SET lease_day = 0 FROM locked l WHERE c.player_id = l.player_id AND c.currency = l.currency`,
    [player],
  );
}

/**
 * Locks all wallets of the players, in the order in which stakes lock them, when one of them lacks the rest of a limit; play time alone
 * locks where it writes.
 */
async function lockWallets(tx: Tx, asking: Asking, now: Date): Promise<Wallets> {
  const found = new Map<PlayerId, WalletDay[]>();
  if (![...asking.values()].some(({ lacks }) => lacks === "allowance")) return found;
  const { rows } = await tx.query<WalletDay & { playerId: PlayerId }>(
    `SELECT player_id AS "playerId", currency, CASE WHEN day >= $2 THEN wagered ELSE 0 END AS wagered,
      CASE WHEN day >= $2 THEN lost ELSE 0 END AS lost
     FROM ${counters} WHERE player_id = ANY ($1::uuid[]) ORDER BY player_id, currency FOR UPDATE`,
    [uuidArray([...asking.keys()].sort()), dayOf(now)],
    "limits.lock-wallets",
  );
  for (const { playerId, ...day } of rows) found.set(playerId, [...(found.get(playerId) ?? []), day]);
  return found;
}

async function leaseLimits(tx: Tx, asking: Asking, wallets: Wallets, now: Date) {
  const refused: [PlayerId, Extract<Leasing, { kind: "refused" }>["reason"]][] = [];
  const short = [...asking.values()].filter(({ lacks }) => lacks === "allowance");
  if (short.length === 0) return refused;
  const limits = await limitsInForce(
    tx,
    short.map(({ player }) => player),
    now,
  );
  const prices = limits.size > 0 ? await pricesOfDay(tx, dayOf(now)) : undefined;
  const rows: LeaseRow[] = [];
  for (const request of short) {
    const { player } = request;
    const own = wallets.get(player) ?? [];
    const leasing = leaseTo(request, own, limits.get(player) ?? noStakeLimits, prices);
    if (leasing.kind === "refused") refused.push([player, leasing.reason]);
    else rows.push(...rowsOf(player, leasing, own, dayOf(now)));
  }
  await writeLeases(tx, rows);
  return refused;
}

interface LeaseRow {
  readonly player: PlayerId;
  readonly currency: Currency;
  /** Null: without limits. */
  readonly day: number | null;
  readonly wagerMost: bigint | null;
  readonly lossMost: bigint | null;
}

function rowsOf(
  player: PlayerId,
  leasing: Exclude<Leasing, { kind: "refused" }>,
  wallets: readonly WalletDay[],
  day: number,
): LeaseRow[] {
  if (leasing.kind === "leased") return leasing.leases.map(lease => ({ player, day, ...lease }));
  return wallets.map(({ currency }) => ({ player, currency, day: null, wagerMost: null, lossMost: null }));
}

/** The rows are locked. */
async function writeLeases(tx: Tx, rows: readonly LeaseRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE ${counters} c SET lease_day = l.day, wager_most = l.wager_most, loss_most = l.loss_most
     FROM unnest($1::uuid[], $2::text[], $3::int4[], $4::int8[], $5::int8[]) AS l(player_id, currency, day, wager_most, loss_most)
     WHERE c.player_id = l.player_id AND c.currency = l.currency`,
    [
      uuidArray(rows.map(row => row.player)),
      textArray(rows.map(row => row.currency)),
      int4Array(rows.map(row => row.day)),
      int8Array(rows.map(row => row.wagerMost)),
      int8Array(rows.map(row => row.lossMost)),
    ],
    "limits.lease",
  );
}
