import { join } from "node:path";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { RoundsForBonuses } from "#modules/free-spins/server/index.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { FreeBet, Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import type { BonusView } from "../shared/contract.ts";
import { bonusErrors } from "../shared/errors.ts";
import { type BonusEnd, bonusEnded } from "../shared/events.ts";
import { registerActivation } from "./campaigns.ts";
import { giveTargeted } from "./claim-bonus.ts";
import { createDigest, type DigestOf, deleteOldAttempts } from "./code-store.ts";
import { collectDue, endRoundsPastTheirTime } from "./collect-rounds.ts";
import { depositBonuses } from "./deposit-bonuses.ts";
import { findPromoCode } from "./find-promo-code.ts";
import { followEvents } from "./follow-events.ts";
import { registerForfeits } from "./forfeit-bonus.ts";
import { registerFreeBets } from "./free-bet-requests.ts";
import { giveToMany } from "./give-to-many.ts";
import { giveUpAll } from "./give-up-bonus.ts";
import { bonusHandlers } from "./handlers.ts";
import type { BonusNeeds, ClaimReview } from "./needs.ts";
import { type OfferedStep, offerStep, type StepRefusal } from "./pack-steps.ts";
import { releaseHeld, startDue } from "./start-bonus.ts";
import { activeBonus, bonusesIn, bonusesOf, followEndedGrants, grantedBonus, isAbused, type Reader } from "./store.ts";
import { wageringCheck } from "./wagering-check.ts";
import { expireWaiting } from "./waiting-store.ts";

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
  /** A module above may make bonuses wait for a decision when their conditions are met; without one none waits. */
  connectReview(review: ClaimReview): void;
  /** Who gives the free rounds of bonuses; without it none is given. */
  connectFreeRounds(rounds: RoundsForBonuses): void;
  /** A person has decided that a bonus may start. */
  release(tx: Tx, player: PlayerId, bonus: Uuid): Promise<void>;
  /** For welcome packs. */
  readonly steps: {
    offer(tx: Tx, step: OfferedStep): Promise<Uuid | StepRefusal>;
    /** Whether operators forfeited it for what its player did. */
    isAbused(on: Queryable, bonus: Uuid): Promise<boolean>;
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

/** Players' bonuses: claimed, funded by a deposit, wagered in the wallet, and ended in one of five ways. */
export function createBonuses(host: Host, { accounts, bets, payments, wallet, approvals, audit }: Needs): Bonuses {
  let reviewOf: ClaimReview = async () => new Map();
  let freeRounds: RoundsForBonuses = { grant: async () => false, end: async () => undefined };
  const needs: BonusNeeds = {
    host,
    wallet,
    review: (tx, claims) => reviewOf(tx, claims),
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

  payments.addPayoutCheck(wageringCheck(needs));
  payments.connectBonuses(depositBonuses(needs));
  followEvents(codeNeeds, wallet.freeBets);
  accounts.contribute("bonus", async ({ id, currency, locale }) => ({
    bonus: currency && (await activeBonus(host.db, id, currency, locale ?? "en")),
  }));
  accounts.grantOffers(async player =>
    (await seesOffers(host.db, player, now())) ? grantedBonus(host.db, player, now()) : null,
  );

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
      isAbused,
      of: (reader, ids) => bonusesIn(host.db, reader, ids),
    },
    migrations: join(import.meta.dirname, "migrations"),
    errors: bonusErrors,
    onAccountClosed: (tx, player) => giveUpAll(needs, tx, player, "endless"),
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
    handlers: bonusHandlers(codeNeeds, bets),
  };
}
