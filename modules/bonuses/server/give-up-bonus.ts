import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { bonusEnded } from "#modules/payments/shared/errors.ts";
import { bonusEnded as ended } from "../shared/events.ts";
import type { BonusNeeds } from "./needs.ts";
import { bonusOf, openWagering } from "./store.ts";
import { cancelAllWaiting, cancelWaiting } from "./waiting-store.ts";

/**
 * CANCELLED: a player gives up a waiting or active bonus. Its bonus money goes back; real money was never locked. One that was wagered
 * meanwhile is completed instead. Fails with `not_found`, `bonus_ended`.
 */
export async function giveUpBonus({ host, wallet }: BonusNeeds, tx: Tx, player: PlayerId, id: string): Promise<void> {
  const now = new Date(host.clock.now());
  if (await wallet.grants.end(tx, player, id as Uuid, "cancelled")) return;
  const declined = await cancelWaiting(tx, player, id, now);
  if (declined) return host.bus.publish(tx, ended, { ...declined, end: "cancelled", started: false });
  const known = await bonusOf(tx, { player, locale: "en", now }, id);
  if (!known) fail(notFound);
  fail(bonusEnded, { data: { status: known.status } });
}

/**
 * Cancels the active bonus of a player, and of those that wait all when they exclude themself, or those that no time ends when they close their
 * account: their condition is met, or they have free rounds.
 */
export async function giveUpAll(
  { host, wallet }: BonusNeeds,
  tx: Tx,
  player: PlayerId,
  waiting: "all" | "endless",
): Promise<void> {
  const active = await openWagering(tx, player);
  if (active) await wallet.grants.end(tx, player, active.id, "cancelled");
  for (const each of await cancelAllWaiting(tx, player, new Date(host.clock.now()), waiting))
    await host.bus.publish(tx, ended, { ...each, end: "cancelled", started: false });
}
