import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { type Hold, type HoldScope, readHold, setHold } from "#modules/odds/server/index.ts";
import { nothingToDecide } from "../../shared/trading-errors.ts";
import { approvedBy, type Decided, decidedBy, done, registerKind, requested, type TradingNeeds } from "./needs.ts";

export const liftHold = "betting.lift_hold";

const scopeField = z.object({ level: z.enum(["producer", "event", "market"]), id: z.string() });
const subjectOf = ({ level, id }: HoldScope) => `${level}:${id}`;

/** Suspends or closes a producer, an event or a market: one person does, and no bet is accepted after the commit. Fails with `not_found`. */
export async function hold(
  needs: TradingNeeds,
  tx: Tx,
  scope: HoldScope,
  to: Hold,
  reason: string,
  by: Asker,
): Promise<Decided> {
  const known = (await readHold(tx, scope)) ?? fail(notFound);
  // A permanently closed market is not reopened as a suspension.
  if (known.hold === "closed" || known.hold === to) fail(nothingToDecide);
  const before = await setHold(needs.host, tx, scope, to, decidedBy(needs, by, reason));
  return done({
    action: to === "closed" ? "betting.close" : "betting.suspend",
    subject: subjectOf(scope),
    reason,
    before: { hold: before ?? null },
    after: { hold: to },
  });
}

/** Asks a second person to open it again. Fails with `not_found`, `nothing_to_decide`. */
export async function askToLift(
  needs: TradingNeeds,
  tx: Tx,
  scope: HoldScope & { readonly name: string },
  reason: string,
  by: Asker,
): Promise<Decided> {
  const known = (await readHold(tx, scope)) ?? fail(notFound);
  if (known.hold === null) fail(nothingToDecide);
  const { level, id, name } = scope;
  const payload = { level, id, name, hold: known.hold };
  return requested(needs, tx, { kind: liftHold, subject: subjectOf(scope), payload, reason }, by);
}

export function registerLift(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: liftHold,
    async versionOf(db, payload) {
      const known = await readHold(db, z.parse(scopeField, payload));
      return known ? `${known.hold} ${known.tradingN}` : "";
    },
    async run(tx, request, by) {
      const scope = z.parse(scopeField, request.payload);
      const before = await setHold(needs.host, tx, scope, null, approvedBy(needs, request, by));
      if (before === undefined) fail(notFound);
      if (before === null) fail(nothingToDecide);
      return { action: "betting.resume", subject: subjectOf(scope), before: { hold: before }, after: { hold: null } };
    },
  });
}
