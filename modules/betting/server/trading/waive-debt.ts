import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { waiveDebt } from "#modules/debts/server/index.ts";
import { nothingToDecide } from "../../shared/trading-errors.ts";
import { owedFor } from "../slip-debts.ts";
import { type Decided, registerKind, requested, type TradingNeeds } from "./needs.ts";
import { slipNamed } from "./void-slip.ts";

export const waiveSlipDebt = "betting.waive_debt";

const payloadField = z.object({ slip: z.string(), owed: z.string() });

/**
 * Asks a second person to waive what a player still owes for the corrections of a slip: promotions pay it. Fails with `not_found`,
 * `nothing_to_decide`.
 */
export async function askToWaive(needs: TradingNeeds, tx: Tx, id: string, reason: string, by: Asker): Promise<Decided> {
  const slip = (await slipNamed(needs, id, tx)) ?? fail(notFound);
  const owed = await owedFor(tx, slip);
  if (owed === 0n) fail(nothingToDecide);
  const payload = { slip: id, player: slip.player, owed: formatAmount(owed), currency: slip.currency };
  return requested(needs, tx, { kind: waiveSlipDebt, subject: `slip:${id}`, payload, reason }, by);
}

export function registerWaiver(needs: TradingNeeds): void {
  const { host, wallet } = needs;
  registerKind(needs, {
    kind: waiveSlipDebt,
    async versionOf(db, payload) {
      const slip = await slipNamed(needs, z.parse(payloadField, payload).slip, db);
      return slip ? String(await owedFor(db, slip)) : "";
    },
    async run(tx, request) {
      const { slip: id, owed } = z.parse(payloadField, request.payload);
      const slip = (await slipNamed(needs, id, tx)) ?? fail(notFound);
      const of = { cause: "settlement", reference: slip.key } as const;
      const waived = await waiveDebt({ ids: host.ids, wallet }, tx, slip.player, slip.currency, of);
      if (waived === 0n) fail(nothingToDecide);
      // The debt is locked only now: what was approved may have been repaid or corrected since the version was read.
      if (formatAmount(waived) !== owed) fail(requestStale);
      return {
        action: "betting.waive_debt",
        subject: `slip:${id}`,
        before: { owed: formatAmount(waived), currency: slip.currency },
        after: { owed: "0" },
      };
    },
  });
}
