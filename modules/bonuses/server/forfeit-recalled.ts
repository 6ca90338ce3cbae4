import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { bonusEnded } from "../shared/events.ts";
import type { BonusNeeds } from "./needs.ts";
import { bonusOfPayment } from "./store.ts";
import { forfeitWaiting } from "./waiting-store.ts";

/**
 * FORFEITED: a bank has recalled the payment that funded a bonus. Bonus money goes back; real money is a debt of its player, and what a
 * completed bonus released stays theirs.
 */
export async function forfeitRecalled(
  { host, wallet }: BonusNeeds,
  tx: Tx,
  { player, receipt }: { readonly player: PlayerId; readonly receipt: Uuid },
): Promise<void> {
  const bonus = await bonusOfPayment(tx, player, receipt);
  if (!bonus) return;
  // Before the bonus, as where one starts.
  await wallet.lockBalance(tx, player, bonus.currency);
  await forfeitUnstarted(host, tx, bonus.id);
  await wallet.grants.end(tx, player, bonus.id, "forfeited");
}

/** A bonus that only waited ends; those that come after it in a pack learn so. */
export async function forfeitUnstarted(host: BonusNeeds["host"], tx: Tx, bonus: Uuid): Promise<void> {
  for (const each of await forfeitWaiting(tx, bonus, new Date(host.clock.now())))
    await host.bus.publish(tx, bonusEnded, { ...each, end: "forfeited", started: false });
}
