import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Handler, handle, type Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { roundTermsOf } from "#modules/free-spins/server/index.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import { bonusEnded as bonusIsOver } from "#modules/payments/shared/errors.ts";
import { readBetsOfGrant } from "#modules/wallet/server/index.ts";
import {
  claimBonus as claimCall,
  collectRounds as collectCall,
  getAdPromotion,
  getBonus,
  getWaitingBonus,
  giveUpBonus as giveUpCall,
  listBonusBets,
  listBonuses,
  listOffers,
  redeemPromoCode,
} from "../shared/contract.ts";
import { adPromotion } from "./ad-promotion.ts";
import { bonusBetView } from "./bonus-bet-view.ts";
import { offeredAt, offersFor } from "./campaign-store.ts";
import { claimBonus } from "./claim-bonus.ts";
import type { DigestOf } from "./code-store.ts";
import { stopRounds } from "./collect-rounds.ts";
import { giveUpBonus } from "./give-up-bonus.ts";
import type { BonusNeeds } from "./needs.ts";
import { offerView } from "./offer-views.ts";
import { redeemCode } from "./redeem-code.ts";
import { bonusesOf, bonusOf, type Reader, waitingBonus } from "./store.ts";

const betsOnPage = 50;

/** The calls of players about their own bonuses. */
export function bonusHandlers(
  needs: BonusNeeds & { readonly digestOf: DigestOf },
  bets: Pick<Bets, "ownView">,
): readonly Handler[] {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  const readerOf = ({ session, locale }: { session: Session; locale: Locale }): Reader => ({
    player: session.player,
    locale,
    now: now(),
  });
  const ownBonus = async (call: { session: Session; locale: Locale }, id: string) =>
    (await bonusOf(host.db, readerOf(call), id)) ?? fail(notFound);

  return [
    handle(getWaitingBonus, async call => ({
      data: (await seesOffers(host.db, call.session.player, now()))
        ? await waitingBonus(host.db, readerOf(call))
        : null,
    })),
    handle(getBonus, async call => ({ data: await ownBonus(call, call.input.params.id) })),
    handle(listBonuses, async call => ({ data: await bonusesOf(host.db, readerOf(call)) })),
    handle(listBonusBets, async call => {
      const { params, query } = call.input;
      await ownBonus(call, params.id);
      const wanted = { id: params.id, cursor: query.cursor, limit: betsOnPage };
      const { bets: found, next } = await readBetsOfGrant(host.db, call.session.player, wanted);
      return { data: { items: found.map(bet => bonusBetView(bets.ownView(bet), bet)), next_cursor: next } };
    }),
    handle(listOffers, async call => {
      const { player, currency } = call.session;
      const isShown = currency !== null && (await seesOffers(host.db, player, now()));
      const offers = isShown ? await offersFor(host.db, player, currency, offeredAt(host)) : [];
      const rounds = await roundTermsOf(
        host.db,
        offers.flatMap(({ freeSpins }) => freeSpins ?? []),
      );
      return {
        data: offers.map(offer =>
          offerView(offer, call.locale, offer.freeSpins ? rounds.get(offer.freeSpins) : undefined),
        ),
      };
    }),
    handle(claimCall, async call => {
      const id = await host.db.tx(tx => claimBonus(needs, tx, call.session, call.input.params.id));
      return { data: await ownBonus(call, id) };
    }),
    handle(redeemPromoCode, async call => {
      const { player, currency } = call.session;
      const id = await redeemCode(needs, { player, currency, address: call.ip }, call.input.body.code);
      return { data: await ownBonus(call, id) };
    }),
    handle(getAdPromotion, async ({ session, locale, input }) => ({
      data: await adPromotion(needs, input.params.id, { session: session ?? null, locale }),
    })),
    handle(collectCall, async call => {
      const { id, status, currency, rounds } = await ownBonus(call, call.input.params.id);
      if (!rounds) fail(notFound);
      if (status !== "waiting") fail(bonusIsOver, { data: { status } });
      const of = { player: call.session.player, currency: currency as Currency, id: id as Uuid };
      await host.db.tx(tx => stopRounds(needs, tx, of));
      return { data: await ownBonus(call, id) };
    }),
    handle(giveUpCall, async call => {
      const { id } = call.input.params;
      await host.db.tx(tx => giveUpBonus(needs, tx, call.session.player, id));
      return { data: await ownBonus(call, id) };
    }),
  ];
}
