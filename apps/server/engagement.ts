import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Accounts, accountFacts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Attribution, sourceFacts } from "#modules/attribution/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { bonusFacts, createBonuses } from "#modules/bonuses/server/index.ts";
import { createCampaigns } from "#modules/campaigns/server/index.ts";
import { createCommunityChat } from "#modules/community-chat/server/index.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import type { createFactors } from "#modules/factors/server/index.ts";
import type { createFairness } from "#modules/fairness/server/index.ts";
import type { Flags } from "#modules/flags/server/index.ts";
import type { createFreeSpins } from "#modules/free-spins/server/index.ts";
import { type GameRules, games } from "#modules/games/index.ts";
import { createHarm } from "#modules/harm/server/index.ts";
import { createJackpots } from "#modules/jackpots/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import type { createMessages } from "#modules/messages/server/index.ts";
import type { Missions } from "#modules/missions/server/index.ts";
import { createNotifications } from "#modules/notifications/server/index.ts";
import { createPartners } from "#modules/partners/server/index.ts";
import type { createPayments } from "#modules/payments/server/index.ts";
import { type Projections, projectionFacts } from "#modules/projections/server/index.ts";
import type { createProviders } from "#modules/providers/server/index.ts";
import { createTopPlayers } from "#modules/top-players/server/index.ts";
import { createTournaments } from "#modules/tournaments/server/index.ts";
import { type createVerification, identityFacts } from "#modules/verification/server/index.ts";
import { createVip, highestLevels, vipFacts } from "#modules/vip/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { createWelcomePack } from "#modules/welcome-pack/server/index.ts";
import { connectRisk } from "./connect-risk.ts";
import { returnedByBets } from "./returned-by-bets.ts";
import { jackpotFacts, scoredBets } from "./scored-bets.ts";

/** What the engagement and player protection modules need. */
export interface EngagementNeeds {
  readonly accounts: Accounts;
  readonly approvals: Approvals;
  readonly attribution: Attribution;
  readonly audit: Audit;
  readonly bets: Bets;
  readonly flags: Flags;
  readonly factors: ReturnType<typeof createFactors>;
  readonly freeSpins: ReturnType<typeof createFreeSpins>;
  readonly messages: ReturnType<typeof createMessages>;
  readonly missions: Pick<Missions, "forCampaigns">;
  readonly pairs: ReturnType<typeof createFairness>["pairs"];
  readonly payments: ReturnType<typeof createPayments>;
  readonly projections: Projections;
  readonly providers: ReturnType<typeof createProviders>;
  readonly verification: ReturnType<typeof createVerification>;
  readonly wallet: Wallet;
}

/** Numbers of the games between players: their revenue is a fee, not the house edge. */
const feeGames: ReadonlySet<number> = new Set(
  games.filter(({ engine }) => engine === "multiplayer").map(({ name }) => gameNumber(name)),
);

/** Creates bonuses, VIP, partners, tournaments, jackpots, campaigns and chat, plus player protection and risk, which read the same facts. */
export function createEngagement(host: Host, needs: EngagementNeeds, rules: GameRules) {
  const {
    accounts,
    approvals,
    attribution,
    audit,
    bets,
    factors,
    freeSpins,
    messages,
    missions,
    pairs,
    payments,
    projections,
    providers,
    verification,
    wallet,
  } = needs;
  const vip = createVip(host, { accounts, payments, projections, wallet, approvals, audit });
  const partners = createPartners(host, {
    accounts,
    approvals,
    attribution,
    audit,
    factors,
    projections,
    verification,
    wallet,
    feeGames,
    async haveDeposited(on, players) {
      const rows = await conditions.rowsOf(on, players, { now: new Date(host.clock.now()), prices: undefined });
      return new Set(players.filter(player => Number(rows.get(player)?.deposits ?? 0) > 0));
    },
  });
  const bonuses = createBonuses(host, { accounts, bets, payments, wallet, approvals, audit });
  bonuses.connectFreeRounds(freeSpins.forBonuses);
  attribution.connectPromoCodes(bonuses.findPromoCode);
  const welcomePacks = createWelcomePack(host, { accounts, bonuses, approvals, audit });
  const facts = scoredBets(rules, returnedByBets(rules, providers.registry));
  const conditions = createConditions(accountFacts, [
    limitFacts,
    ...projectionFacts,
    bonusFacts,
    vipFacts,
    sourceFacts,
    identityFacts,
  ]);
  const notices = createNotifications(host, { accounts, conditions, messages, factors });
  const harm = createHarm({
    host,
    people: accounts.people,
    notices,
    bornOn: async (db, player) => (await verification.datesOfBirth(db, player))[0] ?? null,
  });
  const risk = connectRisk(host, { notices, approvals, audit, bonuses });
  const tournaments = createTournaments(host, { accounts, approvals, audit, facts, notices, projections, wallet });
  const topPlayers = createTopPlayers(host, {
    bets,
    wallet,
    publicProfiles: accounts.publicProfiles,
    testPlayers: accounts.people.testPlayers,
    closedAmong: accounts.people.closedAmong,
    games: Object.keys(rules).filter(facts.counts),
  });
  const campaigns = createCampaigns({
    host,
    conditions,
    bonuses,
    freeSpins,
    missions: missions.forCampaigns,
    wallet,
    offers: notices.offers,
    people: accounts.people,
    approvals,
    audit,
  });
  const jackpots = createJackpots(host, {
    accounts,
    approvals,
    audit,
    bets,
    facts: jackpotFacts(facts.returnedOf),
    pairs,
    projections,
    wallet,
  });
  const communityChat = createCommunityChat(host, {
    accounts,
    approvals,
    audit,
    bets,
    conditions,
    flags: needs.flags,
    levelsOf: players => highestLevels(host.db, players),
    linkedAccounts: risk.linkedAccounts,
    verification,
    wallet,
  });
  /** The modules whose place in the start order follows from their tier. */
  const ranked: readonly ServerModule[] = [
    conditions,
    welcomePacks,
    vip,
    partners,
    tournaments,
    topPlayers,
    jackpots,
    communityChat,
    campaigns,
  ];
  return {
    bonuses,
    campaigns,
    communityChat,
    harm,
    jackpots,
    notices,
    partners,
    ranked,
    risk,
    tournaments,
    vip,
    welcomePacks,
  };
}
