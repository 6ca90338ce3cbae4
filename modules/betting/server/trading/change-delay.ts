import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { readDelay, setDelay } from "#modules/odds/server/index.ts";
import { approvedBy, type Decided, decidedBy, done, registerKind, requested, type TradingNeeds } from "./needs.ts";

export const shortenDelay = "betting.shorten_delay";

const payloadField = z.object({ event: z.string(), added_s: z.number() });

/** Adds seconds to the live delay of an event: at once for more of them, by a second person for fewer. Fails with `not_found`. */
export async function changeDelay(
  needs: TradingNeeds,
  tx: Tx,
  { event, match, addedS }: { readonly event: string; readonly match: string; readonly addedS: number },
  reason: string,
  by: Asker,
): Promise<Decided> {
  const known = (await readDelay(tx, event)) ?? fail(notFound);
  const subject = `event:${event}`;
  if (addedS < known.addedDelayS) {
    const payload = { event, match, before_s: known.addedDelayS, added_s: addedS };
    return requested(needs, tx, { kind: shortenDelay, subject, payload, reason }, by);
  }
  const before = await setDelay(tx, event, addedS, decidedBy(needs, by, reason));
  return done({
    action: "betting.delay",
    subject,
    reason,
    before: { added_s: before ?? 0 },
    after: { added_s: addedS },
  });
}

export function registerDelay(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: shortenDelay,
    async versionOf(db, payload) {
      const known = await readDelay(db, z.parse(payloadField, payload).event);
      return known ? `${known.addedDelayS} ${known.tradingN}` : "";
    },
    async run(tx, request, by) {
      const { event, added_s } = z.parse(payloadField, request.payload);
      const before = (await setDelay(tx, event, added_s, approvedBy(needs, request, by))) ?? fail(notFound);
      return { action: "betting.delay", subject: `event:${event}`, before: { added_s: before }, after: { added_s } };
    },
  });
}
