import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { noRates, pricesOfDay } from "#modules/rates/server/index.ts";
import { isTighterAt } from "../shared/allowance.ts";
import { changeLimits, type LimitKind, limitKinds, type SetLimit } from "../shared/daily-limits.ts";
import { dayOf } from "../shared/day.ts";
import { lockDailyLimit, writeDailyLimit } from "./daily-limits-store.ts";
import { endLeases } from "./leases.ts";
import { recordLimitChange } from "./limit-changes.ts";
import { lockPlay } from "./play-leases.ts";

export interface LimitChange {
  readonly player: PlayerId;
  /** The requested limits; null removes one, an omitted one is unchanged. */
  readonly limits: Partial<Readonly<Record<LimitKind, SetLimit | null>>>;
  readonly now: Date;
}

/**
 * Sets daily limits over all wallets of a player: tighter ones apply from the commit, looser ones after 24 hours. Limits in two
 * currencies are compared at the day's rates, and without rates the call fails with `rates_unavailable`. Ends the wallets' leases.
 */
export async function setDailyLimits(tx: Tx, { player, limits, now }: LimitChange): Promise<void> {
  const asked = limitKinds.filter(kind => limits[kind] !== undefined);
  // Deposits and stakes take locks in this order: deposit limit, play time, wallets.
  if (asked.includes("deposit")) await setOne(tx, player, "deposit", limits.deposit ?? null, now);
  const ofStakes = asked.filter(kind => kind !== "deposit");
  if (ofStakes.length === 0) return;
  await lockPlay(tx, [player]);
  for (const kind of ofStakes) await setOne(tx, player, kind, limits[kind] ?? null, now);
  await endLeases(tx, player);
}

async function setOne(tx: Tx, player: PlayerId, kind: LimitKind, limit: SetLimit | null, now: Date): Promise<void> {
  const before = await lockDailyLimit(tx, player, kind);
  const known = [before.current.limit, before.later?.limits.limit, limit];
  const isOneCurrency = new Set(known.flatMap(each => each?.currency ?? [])).size <= 1;
  const compare = isTighterAt(isOneCurrency ? undefined : await pricesOfDay(tx, dayOf(now)));
  const next = changeLimits(before, { limit }, now, (one, other) => compare(one, other) ?? noRates());
  await writeDailyLimit(tx, player, kind, next);
  await recordLimitChange(tx, { player, kind, at: now, limit, until: next.later?.from ?? null });
}
