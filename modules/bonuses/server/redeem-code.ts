import { Failure, fail } from "#kit/contract/error-code.ts";
import { subscriberOf } from "#kit/http/address.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { bonusUnavailable } from "#modules/payments/shared/errors.ts";
import { promoCodeRefused, promoCodesTried } from "../shared/errors.ts";
import { foldCode } from "../shared/promo-code.ts";
import { claimWithCode } from "./claim-bonus.ts";
import { countAttempt, type DigestOf, forgetAttempt, useCode } from "./code-store.ts";
import type { BonusNeeds } from "./needs.ts";

/** Wrong codes of a player, and from an address, within an hour. */
const mostAttempts = 10;

interface Redeemer {
  readonly player: PlayerId;
  readonly currency: Currency | null;
  /** Null: the code came with the registration. */
  readonly address: string | null;
}

/**
 * A player enters a promo code: one use of it and the claim of its campaign are one transaction. Every refusal reads alike: a code
 * that is unknown, used up, over, of another currency, or claimed before. Fails with `promo_code_refused`, `promo_codes_tried`.
 */
export async function redeemCode(
  needs: BonusNeeds & { readonly digestOf: DigestOf },
  { player, currency, address }: Redeemer,
  text: string,
): Promise<Uuid> {
  const { db, clock } = needs.host;
  const who = [`player:${player}`, ...(address === null ? [] : [`address:${subscriberOf(address)}`])];
  if ((await countAttempt(db, who, new Date(clock.now()))) > mostAttempts) fail(promoCodesTried, { retryAfter: 3600 });
  // A text that is no code takes as long as one that is unknown.
  const digest = needs.digestOf(foldCode(text) ?? "");
  try {
    const id = await db.tx(async tx => {
      const campaign = (await useCode(tx, digest)) ?? fail(promoCodeRefused);
      return claimWithCode(needs, tx, { player, currency }, campaign);
    });
    await forgetAttempt(db, who);
    return id;
  } catch (error) {
    if (error instanceof Failure && error.error === bonusUnavailable) return fail(promoCodeRefused);
    throw error;
  }
}
