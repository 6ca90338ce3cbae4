import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import { bonusUnavailable } from "#modules/payments/shared/errors.ts";
import { holdBudget, insertClaim, offeredAt } from "./campaign-store.ts";
import type { BonusNeeds } from "./needs.ts";
import { fundBonus } from "./start-bonus.ts";

interface Claimant {
  readonly player: PlayerId;
  readonly currency: Currency | null;
}

/**
 * CLAIMED: a player takes an offer, once. A gift is due immediately, a deposit bonus waits for its deposit, one of free rounds
 * for their end. Fails with `bonus_unavailable`.
 */
export const claimBonus = (needs: BonusNeeds, tx: Tx, claimant: Claimant, campaign: string): Promise<Uuid> =>
  claim(needs, tx, claimant, { campaign, by: "offer" });

/** Claims a bonus of a campaign that takes a code; the code has been used in this transaction. */
export const claimWithCode = (needs: BonusNeeds, tx: Tx, claimant: Claimant, campaign: string): Promise<Uuid> =>
  claim(needs, tx, claimant, { campaign, by: "code" });

/** A campaign gives it to a player of its segment, with the same conditions as a claim of their own. */
export const giveTargeted = (needs: BonusNeeds, tx: Tx, claimant: Claimant, campaign: string): Promise<Uuid> =>
  claim(needs, tx, claimant, { campaign, by: "campaign" });

async function claim(
  needs: BonusNeeds,
  tx: Tx,
  { player, currency }: Claimant,
  of: { readonly campaign: string; readonly by: "offer" | "code" | "campaign" },
): Promise<Uuid> {
  const now = new Date(needs.host.clock.now());
  // Delays a break of the player, and a hold on their offers, until this has committed.
  if (!currency || !(await mayBeOffered(tx, player, now))) return fail(bonusUnavailable);
  const offer = (await holdBudget(tx, of, currency, offeredAt(needs.host))) ?? fail(bonusUnavailable);
  const id = needs.host.ids.next();
  if (!(await insertClaim(tx, id, player, offer, now))) return fail(bonusUnavailable);
  if (offer.freeSpins) {
    const isGranted = await needs.freeRounds.grant(tx, { bonus: id, player, campaign: offer.freeSpins });
    return isGranted ? id : fail(bonusUnavailable);
  }
  if (offer.kind === "manual") await fundBonus(needs, tx, { player, currency, id }, offer.amount);
  return id;
}
