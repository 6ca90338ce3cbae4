import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { nothingToDecide } from "../../shared/trading-errors.ts";
import { type Decided, registerKind, requested, type TradingNeeds } from "./needs.ts";
import { decideHeld, readHeldById } from "./store.ts";

export const decideCorrection = "betting.late_correction";

const payloadField = z.object({ correction: z.uuid(), decision: z.enum(["apply", "keep"]) });

/** Asks a second person to make a correction that waits, or to leave the slip unchanged. Fails with `not_found`, `nothing_to_decide`. */
export async function askToCorrect(
  needs: TradingNeeds,
  tx: Tx,
  id: Uuid,
  decision: "apply" | "keep",
  reason: string,
  by: Asker,
): Promise<Decided> {
  const held = (await readHeldById(tx, id)) ?? fail(notFound);
  if (held.decision !== null) fail(nothingToDecide);
  const slip = needs.bets.ids.seal(held.player, held.key);
  const payload = { correction: id, slip, decision, why: held.why, result: { ...held.result } };
  return requested(needs, tx, { kind: decideCorrection, subject: `slip:${slip}`, payload, reason }, by);
}

export function registerCorrection(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: decideCorrection,
    async versionOf(db, payload) {
      const held = await readHeldById(db, z.parse(payloadField, payload).correction as Uuid);
      return held ? `${held.id} ${held.after} ${held.decision}` : "";
    },
    async run(tx, request) {
      const { correction, decision } = z.parse(payloadField, request.payload);
      const held = (await readHeldById(tx, correction as Uuid)) ?? fail(notFound);
      if (!(await decideHeld(tx, held.id, decision, request.id))) fail(nothingToDecide);
      if (decision === "apply") await needs.judgeAgain(tx, [held.market]);
      return {
        action: "betting.late_correction",
        subject: request.subject,
        before: { after: held.after, why: held.why },
        after: { decision, result: { ...held.result } as Json },
      };
    },
  });
}
