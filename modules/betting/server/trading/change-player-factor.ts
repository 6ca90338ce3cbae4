import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { nothingToDecide } from "../../shared/trading-errors.ts";
import { type Decided, done, registerKind, requested, type TradingNeeds } from "./needs.ts";
import { readFactor, saveFactor } from "./store.ts";

export const raiseFactor = "betting.raise_factor";

const payloadField = z.object({ player: z.uuid(), factor: z.number() });

/** Sets what a player may win, as a part of everybody's limit in thousandths: lower at once, higher by a second person. Fails with `nothing_to_decide`. */
export async function changeFactor(
  needs: TradingNeeds,
  tx: Tx,
  { player, factor }: { readonly player: PlayerId; readonly factor: number },
  reason: string,
  by: Asker,
): Promise<Decided> {
  const { factor: before } = await readFactor(tx, player);
  if (factor === before) fail(nothingToDecide);
  const subject = `player:${player}`;
  if (factor > before) {
    const payload = { player, before, factor };
    return requested(needs, tx, { kind: raiseFactor, subject, payload, reason }, by);
  }
  await saveFactor(tx, player, factor, new Date(needs.host.clock.now()));
  return done({ action: "betting.factor", subject, reason, before: { factor: before }, after: { factor } });
}

export function registerFactor(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: raiseFactor,
    async versionOf(db, payload) {
      const { factor, n } = await readFactor(db, z.parse(payloadField, payload).player as PlayerId);
      return `${factor} ${n}`;
    },
    async run(tx, request) {
      const { player, factor } = z.parse(payloadField, request.payload);
      const { factor: before } = await readFactor(tx, player as PlayerId);
      await saveFactor(tx, player as PlayerId, factor, new Date(needs.host.clock.now()));
      return { action: "betting.factor", subject: `player:${player}`, before: { factor: before }, after: { factor } };
    },
  });
}
