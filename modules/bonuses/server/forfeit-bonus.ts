import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { bonusEnded } from "#modules/payments/shared/errors.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { BonusView } from "../shared/contract.ts";
import { type ForfeitCause, forfeitCauses } from "../shared/forfeit-causes.ts";
import type { CampaignNeeds } from "./campaigns.ts";
import { forfeitUnstarted } from "./forfeit-recalled.ts";
import { bonusOf, noteForfeited } from "./store.ts";

export interface ForfeitNeeds extends CampaignNeeds {
  readonly wallet: Pick<Wallet, "grants" | "lockBalance">;
}

export const forfeitRequest = "bonuses.forfeit";

const named = z.object({ bonus: z.uuid(), player: z.uuid(), cause: z.enum(forfeitCauses) });

/**
 * FORFEITED by two operators: the bonus money goes back, and what waits never starts. The player's own money, and what a completed bonus
 * has released, stay theirs. A bonus that was wagered meanwhile is completed instead.
 */
export function registerForfeits(needs: ForfeitNeeds): void {
  const { approvals, audit } = needs;
  approvals.register({
    kind: forfeitRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: (on, { payload }) => versionOf(on, z.parse(named, payload).bonus),
    async run(tx, request, by) {
      const { bonus, player, cause } = z.parse(named, request.payload);
      const taken = await forfeit(needs, tx, { id: bonus as Uuid, player: player as PlayerId, cause });
      await audit.record(tx, by, {
        action: "bonuses.forfeit",
        subject: request.subject,
        reason: request.reason,
        after: { bonus, cause, taken, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

/** The request of the first of two operators. Fails with `not_found`, `bonus_ended`. */
export async function askForfeit(
  { approvals, host }: Pick<ForfeitNeeds, "host"> & { readonly approvals: Pick<Approvals, "ask"> },
  tx: Tx,
  { id, player, cause }: Forfeited,
  reason: string,
  by: Asker,
): Promise<{ readonly request: AskedRequest; readonly payload: z.output<typeof named> & { readonly name: string } }> {
  const bonus = openOne(await bonusOf(tx, { player, locale: "en", now: new Date(host.clock.now()) }, id));
  const payload = { bonus: id, player, cause, name: bonus.name };
  const request = await approvals.ask(tx, { kind: forfeitRequest, subject: `player:${player}`, payload, reason }, by);
  return { request, payload };
}

interface Forfeited {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly cause: ForfeitCause;
}

/** What is forfeited may be played on meanwhile; only a bonus that has started or ended since is another one. */
async function versionOf(on: Queryable, id: string): Promise<string> {
  const { rows } = await on.query<{ status: string }>("SELECT status FROM bonuses.bonuses WHERE id = $1", [id]);
  return rows[0]?.status ?? "";
}

function openOne(bonus: BonusView | null): BonusView {
  if (!bonus) return fail(notFound);
  const isOpen = bonus.status === "active" || bonus.status === "waiting";
  return isOpen ? bonus : fail(bonusEnded, { data: { status: bonus.status } });
}

/** The bonus money that went back. */
async function forfeit(
  { wallet, host }: ForfeitNeeds,
  tx: Tx,
  { id, player, cause }: Forfeited,
): Promise<{ readonly amount: string; readonly currency: Currency }> {
  const now = new Date(host.clock.now());
  const currency = openOne(await bonusOf(tx, { player, locale: "en", now }, id)).currency as Currency;
  // Before the bonus, as where one starts.
  await wallet.lockBalance(tx, player, currency);
  await forfeitUnstarted(host, tx, id);
  const ended = await wallet.grants.end(tx, player, id, "forfeited");
  await noteForfeited(tx, id, cause);
  const amount = ended?.end === "forfeited" ? ended.amount : (0n as Micros);
  return { amount: formatAmount(amount), currency };
}
