import * as z from "zod/mini";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { CampaignNeeds } from "./campaigns.ts";
import { checkFreeBet, type FreeBetNeeds, giveFreeBet, type NewFreeBet, readFreeBets } from "./give-free-bet.ts";

export const freeBetRequest = "bonuses.give_free_bet";

type Needs = CampaignNeeds & FreeBetNeeds;

const payloadSchema = z.object({
  player: z.uuid(),
  currency: z.enum(currencyCodes),
  amount: z.string(),
  days: z.int(),
});

function freeBetOf(payload: unknown): NewFreeBet {
  const { player, currency, amount, days } = z.parse(payloadSchema, payload);
  return { player: player as string as PlayerId, currency: currency as Currency, amount: parseDecimal(amount), days };
}

/** A free bet by hand is given by a second operator's approval. Stale once the player's unused free bets have changed. */
export function registerFreeBets(needs: Needs): void {
  needs.approvals.register({
    kind: freeBetRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const unused = await readFreeBets(needs, on, freeBetOf(payload).player);
      return unused
        .map(({ id }) => id)
        .toSorted()
        .join(" ");
    },
    async run(tx, request, by) {
      const asked = freeBetOf(request.payload);
      const { id, expiresAt } = await giveFreeBet(needs, tx, asked);
      await needs.audit.record(tx, by, {
        action: "bonuses.free_bet",
        subject: `player:${asked.player}`,
        reason: request.reason,
        after: {
          id,
          amount: formatAmount(asked.amount),
          currency: asked.currency,
          expires_at: expiresAt.toISOString(),
          asked_by: request.askedName,
          request: request.id,
        },
      });
    },
  });
}

/** Fails as {@link giveFreeBet} would now. */
export async function askFreeBet(
  needs: Needs,
  tx: Tx,
  asked: NewFreeBet,
  reason: string,
  by: Asker,
): Promise<AskedRequest & { readonly payload: z.output<typeof payloadSchema> }> {
  await checkFreeBet(needs, tx, asked);
  const { player, currency, amount, days } = asked;
  const payload = { player, currency, amount: formatAmount(amount), days };
  const content = { kind: freeBetRequest, subject: `player:${player}`, payload, reason };
  return Object.assign(await needs.approvals.ask(tx, content, by), { payload });
}
