import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { limitLooser, limitNotLooser } from "../shared/errors.ts";
import {
  isNotLooser,
  isTimeKind,
  type LimitCause,
  type OperatorLimitKind,
  type OperatorLimitValue,
} from "../shared/operator-limits.ts";
import { lockDailyLimit } from "./daily-limits-store.ts";
import { endLeases } from "./leases.ts";
import { type OperatorLimit, operatorLimitOf, writeOperatorLimit } from "./operator-limits-store.ts";
import { endPlayLease, lockOne, lockPlay } from "./play-leases.ts";

interface Change {
  readonly player: PlayerId;
  readonly kind: OperatorLimitKind;
  readonly by: string;
  readonly reason: string;
  readonly now: Date;
}

/** A limit before and after a change. */
export interface ChangedLimit {
  readonly before: OperatorLimit | undefined;
  readonly after: OperatorLimit;
}

/**
 * Sets a limit or makes it tighter, from the commit on, in every wallet. Undefined if it is set already. Fails with `limit_looser` for
 * what would allow more, another currency included.
 */
export async function tightenOperatorLimit(
  tx: Tx,
  change: Change & { readonly limit: OperatorLimitValue; readonly cause: LimitCause },
): Promise<ChangedLimit | undefined> {
  const before = await lockOperatorLimit(tx, change.player, change.kind);
  const { limit, cause } = change;
  if (!isNotLooser(limit, before?.limit ?? null)) fail(limitLooser);
  if (before?.limit && before.cause === cause && isNotLooser(before.limit, limit)) return undefined;
  return write(tx, change, before, limit, cause);
}

/**
 * Makes a limit looser or removes it: two operators have decided. Undefined if it has changed since `version`. Fails with
 * `limit_not_looser` where there is nothing to loosen.
 */
export async function loosenOperatorLimit(
  tx: Tx,
  change: Change & { readonly limit: OperatorLimitValue | null; readonly version: number },
): Promise<ChangedLimit | undefined> {
  const before = await lockOperatorLimit(tx, change.player, change.kind);
  if (before?.version !== change.version) return undefined;
  requireLooser(before, change.limit);
  return write(tx, change, before, change.limit, before.cause);
}

/** Fails with `limit_not_looser` for a limit that is as tight as the one in force, or where there is none. */
export function requireLooser(before: OperatorLimit | undefined, limit: OperatorLimitValue | null): void {
  if (!before?.limit || isNotLooser(limit, before.limit)) fail(limitNotLooser);
}

/**
 * Locks what its kind is decided under: the row of the player's deposits, or that of their play time, which renewals of leases lock first.
 * The limit's own row is never locked by a stake or deposit.
 */
async function lockOperatorLimit(
  tx: Tx,
  player: PlayerId,
  kind: OperatorLimitKind,
): Promise<OperatorLimit | undefined> {
  if (kind === "deposit") await lockDailyLimit(tx, player, "deposit");
  else await lockPlay(tx, [player]);
  return operatorLimitOf(tx, player, kind);
}

async function write(
  tx: Tx,
  { player, kind, by, reason, now }: Change,
  before: OperatorLimit | undefined,
  limit: OperatorLimitValue | null,
  cause: LimitCause,
): Promise<ChangedLimit> {
  const version = (before?.version ?? 0) + 1;
  const after = { kind, limit, cause, version, setAt: now, setBy: by, reason };
  await writeOperatorLimit(tx, player, after);
  if (isTimeKind(kind)) await copyToPlay(tx, player, now);
  else if (kind !== "deposit") await endLeases(tx, player);
  return { before, after };
}

/** Renewals of play time read one row. */
async function copyToPlay(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  const minutes = "(SELECT o.minutes FROM limits.operator o WHERE o.player_id = $1 AND o.kind = ";
  await tx.query(
    `UPDATE limits.play SET operator_day_minutes = ${minutes}'day_time'), operator_session_minutes = ${minutes}'session_time')
     WHERE player_id = $1`,
    [player],
  );
  const { state } = await lockOne(tx, player);
  await endPlayLease(tx, player, state, now);
}
