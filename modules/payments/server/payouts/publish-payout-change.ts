import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { payoutChanged } from "../../shared/events.ts";
import type { PayoutStatus } from "../../shared/payouts.ts";
import type { PayoutRow } from "./store.ts";

/** Publishes the new status of a payout. */
export async function publishPayoutChange({ bus }: Pick<Host, "bus">, tx: Tx, row: PayoutRow, status: PayoutStatus) {
  const { id: payout, playerId: player, currency, amount, label } = row;
  await bus.publish(tx, payoutChanged, { player, payout, status, currency, amount, label });
}
