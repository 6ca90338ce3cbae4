import { join } from "node:path";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle, type Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { playerRegistered } from "#modules/accounts/shared/events.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { type RoundsForBonuses, roundTermsOf } from "#modules/free-spins/server/index.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import { limitsChanged, selfExcluded } from "#modules/limits/shared/events.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { wageringOpen } from "#modules/payments/shared/errors.ts";
import { pauseGrants } from "#modules/wagering/server/index.ts";
import { collectedGrant } from "#modules/wagering/shared/grant.ts";
import { type FreeBet, readBetsOfGrant, type Wallet } from "#modules/wallet/server/index.ts";
import { betSettled, grantEnded } from "#modules/wallet/shared/events.ts";
import manifest from "../module.ts";
import {
  type BonusView,
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
import { bonusErrors, bonusEnded as bonusIsOver } from "../shared/errors.ts";
import { type BonusEnd, bonusEnded } from "../shared/events.ts";
import { adPromotion } from "./ad-promotion.ts";
import { bonusBetView } from "./bonus-bet-view.ts";
import { depositBonusesOf, offeredAt, offersFor } from "./campaign-store.ts";
import { registerActivation } from "./campaigns.ts";
import { claimBonus, giveTargeted } from "./claim-bonus.ts";
import { createDigest, type DigestOf, deleteOldAttempts } from "./code-store.ts";
import { collectDue, collectRounds, endRoundsPastTheirTime, stopRounds } from "./collect-rounds.ts";
import { findPromoCode } from "./find-promo-code.ts";
import { registerForfeits } from "./forfeit-bonus.ts";
import { forfeitRecalled } from "./forfeit-recalled.ts";
import { registerFreeBets } from "./free-bet-requests.ts";
import { giveToMany } from "./give-to-many.ts";
import { giveUpActive, giveUpBonus } from "./give-up-bonus.ts";
import type { BonusNeeds, ClaimReview } from "./needs.ts";
import { depositBonusView, offerView } from "./offer-views.ts";
import { type OfferedStep, offerStep, type StepRefusal } from "./pack-steps.ts";
import { redeemCode } from "./redeem-code.ts";
import { fundByDeposit, releaseHeld, startDue, startNext } from "./start-bonus.ts";
import {
  activeBonus,
  bonusesIn,
  bonusesOf,
  bonusOf,
  followEndedGrants,
  grantedBonus,
  markEnded,
  openWagering,
  type Reader,
  waitingBonus,
} from "./store.ts";
import { cancelAllWaiting, expireWaiting, lockWaiting, pauseSteps } from "./waiting-store.ts";

export {
  bonusNames,
  type Campaign,
  type CampaignCost,
  costOf,
  insertCampaign,
  type OfferedAt,
  offeredAt,
  readCampaigns,
  readTargeted,
  type StoredCampaign,
} from "./campaign-store.ts";
export { activateCampaign, activateRequest, type CampaignNeeds, pauseCampaign, termsOf } from "./campaigns.ts";
export { checkedProfile, requireProfile } from "./check-profile.ts";
export { type CodesOfCampaign, codesTriedBy, readCodes } from "./code-store.ts";
export { bonusFacts } from "./facts.ts";
export { askForfeit, forfeitRequest } from "./forfeit-bonus.ts";
export { askFreeBet, freeBetRequest } from "./free-bet-requests.ts";
export { giveFreeBet, readFreeBets } from "./give-free-bet.ts";
export { makeBatch, makeWord } from "./make-codes.ts";
export { openStep, type StepRefusal, stopSteps } from "./pack-steps.ts";
export { roundsView } from "./round-views.ts";
export { releasedSinceSql } from "./since-sql.ts";
export { bonusDays, bonusesOf, bonusOf, claimedToo } from "./store.ts";
export { bonusTimeline } from "./timeline-events.ts";

export interface Bonuses extends ServerModule {
  /** For the back office. */
  readonly campaigns: {
    readonly host: Host;
    readonly approvals: Pick<Approvals, "register" | "ask">;
    readonly audit: Pick<Audit, "record">;
    readonly digestOf: DigestOf;
    readonly people: Accounts["people"];
    readonly wallet: Pick<Wallet, "grants" | "lockBalance" | "freeBets" | "balancesIn">;
  };
  /** What the sportsbook asks about free bets. */
  readonly offers: { freeBets(player: PlayerId, currency: Currency): Promise<readonly FreeBet[]> };
  /** What the promo code of a link brings, while it can be used. */
  findPromoCode(code: string, address: string): ReturnType<typeof findPromoCode>;
  /** A campaign gives a targeted bonus. Fails with `bonus_unavailable`. */
  give(tx: Tx, player: { readonly player: PlayerId; readonly currency: Currency }, campaign: Uuid): Promise<Uuid>;
  /** The same to several players: the bonus of each who got it. */
  giveToMany(
    tx: Tx,
    to: { readonly players: readonly PlayerId[]; readonly currency: Currency },
    campaign: Uuid,
  ): Promise<ReadonlyMap<PlayerId, Uuid>>;
  /** A module above may make a bonus wait for a decision when its condition is met; without one none waits. */
  connectReview(review: ClaimReview): void;
  /** Who gives the free rounds of bonuses; without it none is given. */
  connectFreeRounds(rounds: RoundsForBonuses): void;
  /** A person has decided that a bonus may start. */
  release(tx: Tx, player: PlayerId, bonus: Uuid): Promise<void>;
  /** For welcome packs. */
  readonly steps: {
    offer(tx: Tx, step: OfferedStep): Promise<Uuid | StepRefusal>;
    of(
      reader: Reader,
      campaigns: readonly Uuid[],
    ): Promise<ReadonlyMap<string, BonusView & { readonly endedAt: Date | null }>>;
  };
}

interface Needs {
  readonly accounts: Pick<Accounts, "grantOffers" | "contribute" | "people">;
  readonly bets: Pick<Bets, "ownView">;
  readonly payments: Pick<Payments, "addPayoutCheck" | "connectBonuses">;
  readonly wallet: Pick<Wallet, "grants" | "lockBalance" | "freeBets" | "balancesIn">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const betsOnPage = 50;

/** Players' bonuses: claimed, funded by a deposit, wagered in the wallet, and ended in one of five ways. */
export function createBonuses(host: Host, { accounts, bets, payments, wallet, approvals, audit }: Needs): Bonuses {
  let reviewOf: ClaimReview = async () => null;
  let freeRounds: RoundsForBonuses = { grant: async () => false, end: async () => undefined };
  const needs: BonusNeeds = {
    host,
    wallet,
    review: (tx, claim) => reviewOf(tx, claim),
    freeRounds: {
      grant: (tx, to) => freeRounds.grant(tx, to),
      end: (tx, player, bonus) => freeRounds.end(tx, player, bonus),
    },
  };
  const digestOf = createDigest(host.config.SECRET_KEY);
  const codeNeeds = { ...needs, digestOf };
  const campaigns = { host, approvals, audit, digestOf, people: accounts.people, wallet };
  const now = () => new Date(host.clock.now());
  registerActivation(campaigns);
  registerForfeits(campaigns);
  registerFreeBets(campaigns);

  payments.addPayoutCheck(async (tx, { player, giveUpBonus: id }) => {
    if (id !== undefined) await giveUpBonus(needs, tx, player, id);
    const active = await openWagering(tx, player);
    if (!active || (await wallet.grants.endDue(tx, player, active.currency))) return undefined;
    const { left, bonus, currency } = active;
    // Wagered, and waiting for open bets because of its cap: there is nothing to give up.
    if (left === 0n) return undefined;
    const data = { left: formatAmount(left), currency, bonus_id: active.id, gives_up: formatAmount(bonus) };
    return new Failure(wageringOpen, { data });
  });
  payments.connectBonuses({
    async choose(tx, session, id) {
      const waiting = await lockWaiting(tx, session.player, id);
      if (waiting) return waiting.kind === "deposit" && waiting.funded === null ? waiting : undefined;
      const claimed = await lockWaiting(tx, session.player, await claimBonus(needs, tx, session, id));
      return claimed?.kind === "deposit" ? claimed : undefined;
    },
    async offered({ player, currency }, locale) {
      if (!currency || !(await seesOffers(host.db, player, now()))) return [];
      const waiting = await depositBonusesOf(host.db, player, currency, now());
      const offers = (await offersFor(host.db, player, currency, offeredAt(host))).filter(
        ({ kind }) => kind === "deposit",
      );
      return [...waiting, ...offers].map(each => depositBonusView(each, locale));
    },
    credited: (tx, deposit) => fundByDeposit(needs, tx, deposit),
    recalled: (tx, payment) => forfeitRecalled(needs, tx, payment),
  });
  accounts.contribute("bonus", async ({ id, currency, locale }) => ({
    bonus: currency && (await activeBonus(host.db, id, currency, locale ?? "en")),
  }));
  accounts.grantOffers(async player =>
    (await seesOffers(host.db, player, now())) ? grantedBonus(host.db, player, now()) : null,
  );

  host.bus.on(playerRegistered, ({ player, currency, promo }) => {
    if (promo === null) return;
    redeemCode(codeNeeds, { player, currency, address: null }, promo).catch(error => {
      if (!(error instanceof Failure))
        host.log.warn({ err: error, player }, "Failed to redeem the code of a registration");
    });
  });
  host.bus.beforeCommit(grantEnded, async (tx, { id, player, end, amount }) => {
    await markEnded(tx, id, end, end === "completed" ? amount : (0n as typeof amount), now());
    await host.bus.publish(tx, bonusEnded, { id, player, end, started: true });
  });
  host.bus.on(grantEnded, ({ player }) => {
    startNext(needs, player).catch(error =>
      host.log.warn({ err: error, player }, "Failed to start the next bonus; a job tries again"),
    );
  });
  // A bonus that ends before its start takes its free rounds with it.
  host.bus.beforeCommit(bonusEnded, async (tx, { id, player, started }) => {
    if (!started) await needs.freeRounds.end(tx, player, id);
  });
  host.bus.on(betSettled, ({ player, currency, wagering, choice }) => {
    if (wagering?.grant !== collectedGrant) return;
    const { grant: id } = choice as { readonly grant: Uuid };
    host.db
      .tx(tx => collectRounds(needs, tx, { player, currency, id }))
      .catch(error => host.log.warn({ err: error, player }, "Failed to collect free rounds; a job tries again"));
  });
  host.bus.beforeCommit(selfExcluded, async (tx, { player }) => {
    await giveUpActive(needs, tx, player);
    for (const each of await cancelAllWaiting(tx, player, now()))
      await host.bus.publish(tx, bonusEnded, { ...each, end: "cancelled", started: false });
  });
  host.bus.beforeCommit(limitsChanged, async (tx, { player, what, until }) => {
    if (what !== "break" || !until) return;
    await pauseGrants(tx, player, until, now());
    await pauseSteps(tx, player, until, now());
  });

  const readerOf = ({ session, locale }: { session: Session; locale: Locale }): Reader => ({
    player: session.player,
    locale,
    now: now(),
  });
  const ownBonus = async (call: { session: Session; locale: Locale }, id: string) =>
    (await bonusOf(host.db, readerOf(call), id)) ?? fail(notFound);

  return {
    manifest,
    campaigns,
    offers: { freeBets: (player, currency) => wallet.freeBets.of(host.db, player, currency) },
    findPromoCode: (code, address) => findPromoCode(codeNeeds, code, address),
    giveToMany: (tx, to, campaign) => giveToMany(needs, tx, to, campaign),
    give: (tx, player, campaign) => giveTargeted(needs, tx, player, campaign),
    connectReview(review) {
      reviewOf = review;
    },
    connectFreeRounds(rounds) {
      freeRounds = rounds;
    },
    release: (tx, player, bonus) => releaseHeld(needs, tx, player, bonus),
    steps: {
      offer: (tx, step) => offerStep(needs, tx, step),
      of: (reader, ids) => bonusesIn(host.db, reader, ids),
    },
    migrations: join(import.meta.dirname, "migrations"),
    errors: bonusErrors,
    personalData: async player => ({
      bonuses: await bonusesOf(host.db, { player, locale: "en", now: now() }),
    }),
    jobs: [
      {
        name: "bonuses-follow",
        cron: "* * * * *",
        async run() {
          await host.db.tx(async tx => {
            for (const each of await expireWaiting(tx, now()))
              await host.bus.publish(tx, bonusEnded, { ...each, end: "expired", started: false });
          });
          await deleteOldAttempts(host.db, now());
          await host.db.tx(async tx => {
            for (const each of await followEndedGrants(tx))
              await host.bus.publish(tx, bonusEnded, { ...each, end: each.end as BonusEnd, started: true });
          });
          await endRoundsPastTheirTime(needs);
          await collectDue(needs);
          await startDue(needs);
        },
      },
    ],
    handlers: [
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
        const id = await redeemCode(codeNeeds, { player, currency, address: call.ip }, call.input.body.code);
        return { data: await ownBonus(call, id) };
      }),
      handle(getAdPromotion, async ({ session, locale, input }) => ({
        data: await adPromotion(codeNeeds, input.params.id, { session: session ?? null, locale }),
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
    ],
  };
}
