import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { promoOfVisit } from "#modules/attribution/server/index.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import type { AdPromotion } from "../shared/contract.ts";
import { foldCode } from "../shared/promo-code.ts";
import { offeredAt, roundsOfOffer } from "./campaign-store.ts";
import { type DigestOf, type WordOffer, wordOffer } from "./code-store.ts";
import type { BonusNeeds } from "./needs.ts";
import { offerView } from "./offer-views.ts";

interface Reader {
  readonly session: Session | null;
  readonly locale: Locale;
}

/**
 * The promotion that an advertisement's visit named, and what the reader may do with it. Nothing is shown to a player whose offers are blocked.
 * Fails with `not_found`.
 */
export async function adPromotion(
  { host, digestOf }: Pick<BonusNeeds, "host"> & { readonly digestOf: DigestOf },
  advId: string,
  { session, locale }: Reader,
): Promise<AdPromotion> {
  const now = new Date(host.clock.now());
  if (session && !(await seesOffers(host.db, session.player, now))) return fail(notFound);
  const promo = (await promoOfVisit(host.db, advId)) ?? fail(notFound);
  const folded = foldCode(promo.code);
  const word =
    folded === undefined
      ? undefined
      : await wordOffer(host.db, digestOf(folded), session?.player ?? null, offeredAt(host));
  const isOver = promo.endsAt !== null && promo.endsAt <= now;
  return {
    code: promo.code,
    type: promo.type,
    value: promo.value,
    expires_in: promo.endsAt && Math.max(0, Math.floor((promo.endsAt.getTime() - now.getTime()) / 1000)),
    state: stateOf(word, isOver, session),
    offer: word?.isOpen ? offerView(word, locale, await roundsOfOffer(host.db, word)) : null,
  };
}

function stateOf(word: WordOffer | undefined, isOver: boolean, session: Session | null): AdPromotion["state"] {
  if (word?.isClaimed) return "claimed";
  if (isOver || (word && !word.isOpen)) return "ended";
  if (word && session && session.currency !== word.currency) return "other_currency";
  return "open";
}
