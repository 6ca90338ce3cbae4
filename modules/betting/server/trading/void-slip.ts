import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import type { Slip } from "#modules/wallet/server/index.ts";
import { nothingToDecide } from "../../shared/trading-errors.ts";
import { type Decided, registerKind, requested, type TradingNeeds } from "./needs.ts";
import { insertVoided, readVoided, slipNameText } from "./store.ts";

export const voidSlip = "betting.void_slip";

const payloadField = z.object({ slip: z.string() });

/** Asks a second person to void a slip, whatever its legs become. Fails with `not_found`, `nothing_to_decide`. */
export async function askToVoidSlip(
  needs: TradingNeeds,
  tx: Tx,
  id: string,
  reason: string,
  by: Asker,
): Promise<Decided> {
  const slip = (await slipNamed(needs, id, tx)) ?? fail(notFound);
  const voided = await readVoided(tx, [slip]);
  if (slip.status === "voided" || slip.status === "cashed_out" || voided.size > 0) fail(nothingToDecide);
  const payload = { slip: id, player: slip.player, stake: formatAmount(slip.stake), currency: slip.currency };
  return requested(needs, tx, { kind: voidSlip, subject: `slip:${id}`, payload, reason }, by);
}

export function registerVoidSlip(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: voidSlip,
    async versionOf(db, payload) {
      const slip = await slipNamed(needs, z.parse(payloadField, payload).slip, db);
      return slip ? `${slip.status} ${slip.revision}` : "";
    },
    async run(tx, request) {
      const { slip: id } = z.parse(payloadField, request.payload);
      const slip = (await slipNamed(needs, id, tx)) ?? fail(notFound);
      const at = new Date(needs.host.clock.now());
      if (!(await insertVoided(tx, slip, request.id, at))) fail(nothingToDecide);
      await needs.judgeAgain(
        tx,
        slip.legs.slice(0, 1).map(({ market }) => market),
      );
      const { status, payout, revision } = slip;
      return {
        action: "betting.void_slip",
        subject: `slip:${id}`,
        before: { status, payout: formatAmount(payout), revision },
        after: { status: "voided" },
      };
    },
  });
}

export async function slipNamed({ bets, wallet }: TradingNeeds, id: string, db: Queryable): Promise<Slip | undefined> {
  const name = bets.ids.open(id);
  return name && (await wallet.slipBooks.named([name], db)).get(slipNameText(name));
}
