import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { partnerClosed } from "../shared/errors.ts";
import { type FlagRow, flagById, setFlagState } from "./flag-store.ts";
import { monthOf } from "./months.ts";
import { decideCpa } from "./player-store.ts";
import { lockPartner } from "./store.ts";

export interface FlagDecision {
  readonly state: "dismissed" | "confirmed";
  readonly reason: string;
  readonly by: string;
}

/** open → dismissed: what was held is paid when it is due. open → confirmed: it is refused for ever. Fails with `not_found`, `partner_closed`. */
export async function decideFlag(
  { clock }: Pick<Host, "clock">,
  tx: Tx,
  id: Uuid,
  { state, reason, by }: FlagDecision,
): Promise<FlagRow> {
  const flag = (await flagById(tx, id)) ?? fail(notFound);
  // No month of the partner is closed meanwhile.
  await lockPartner(tx, flag.partnerId);
  const at = new Date(clock.now());
  if (!(await setFlagState(tx, id, { state, at, by, reason }))) fail(partnerClosed);
  if (state === "confirmed")
    for (const player of flag.players) await decideCpa(tx, player, "refused", monthOf(clock.now()));
  return flag;
}
