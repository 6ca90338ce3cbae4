import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Accounts, createAccounts, createPasswords, isCommonPassword } from "#modules/accounts/server/index.ts";
import { type Approvals, createApprovals } from "#modules/approvals/server/index.ts";
import { type Attribution, createAttribution } from "#modules/attribution/server/index.ts";
import { type Audit, createAudit } from "#modules/audit/server/index.ts";
import { createBets } from "#modules/bets/server/index.ts";
import { createBetting, slipMarkets } from "#modules/betting/server/index.ts";
import { type Captcha, createCaptcha } from "#modules/captcha/server/index.ts";
import { type CatalogueModule, createCatalogue } from "#modules/catalogue/server/index.ts";
import { type Content, createContent } from "#modules/content/server/index.ts";
import { type Corrections, createCorrections } from "#modules/corrections/server/index.ts";
import { createCrypto } from "#modules/crypto/server/index.ts";
import { createDebts } from "#modules/debts/server/index.ts";
import { createStepwise } from "#modules/engines/stepwise/server/index.ts";
import { createExchange } from "#modules/exchange/server/index.ts";
import { createExports } from "#modules/exports/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createFlags, type Flags } from "#modules/flags/server/index.ts";
import { createFreeSpins } from "#modules/free-spins/server/index.ts";
import { type GameRules, gameRules, games } from "#modules/games/index.ts";
import { createGeo, type Geo } from "#modules/geo/server/index.ts";
import type { Harm } from "#modules/harm/server/index.ts";
import type { Jackpots } from "#modules/jackpots/server/index.ts";
import { createLedger } from "#modules/ledger/server/index.ts";
import { createLimits, liftAgeLock, lockForAge } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createMirrors, type Mirrors } from "#modules/mirrors/server/index.ts";
import { createMissions, type Missions } from "#modules/missions/server/index.ts";
import { createOdds } from "#modules/odds/server/index.ts";
import { createOperations, type OfficeNeeds } from "#modules/operations/server/index.ts";
import { createOperators, type Operators } from "#modules/operators/server/index.ts";
import type { Partners } from "#modules/partners/server/index.ts";
import {
  createPayments,
  registerAssignments,
  registerPayoutRules,
  registerRefunds,
} from "#modules/payments/server/index.ts";
import { createPrivacy } from "#modules/privacy/server/index.ts";
import { createProfiles, type Profiles } from "#modules/profiles/server/index.ts";
import { createProjections, type Projections } from "#modules/projections/server/index.ts";
import { createProviders, type Providers } from "#modules/providers/server/index.ts";
import { createRates } from "#modules/rates/server/index.ts";
import { createRedirects, type Redirects } from "#modules/redirects/server/index.ts";
import { createReporting } from "#modules/reporting/server/index.ts";
import type { Risk } from "#modules/risk/server/index.ts";
import { createSocial } from "#modules/social/server/index.ts";
import { createSolvency } from "#modules/solvency/server/index.ts";
import { createStatements } from "#modules/statements/server/index.ts";
import { createSupport, type Support } from "#modules/support/server/index.ts";
import type { Tournaments } from "#modules/tournaments/server/index.ts";
import { createVault } from "#modules/vault/server/index.ts";
import { createVerification } from "#modules/verification/server/index.ts";
import { createWagering } from "#modules/wagering/server/index.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { createWheel } from "#modules/wheel/server/index.ts";
import { createGames, gameRounds } from "./create-games.ts";
import { createEngagement } from "./engagement.ts";
import { invariantsUnder } from "./invariants.ts";
import { watchedOdds } from "./odds-of-bets.ts";
import { officeExports } from "./office-exports.ts";
import { officeHandlers, type PageNeeds } from "./office-handlers.ts";
import { recordArchived } from "./record-archived.ts";
import { returnedByBets } from "./returned-by-bets.ts";
import { timelineSources } from "./timeline-sources.ts";

const gameNames: ReadonlySet<string> = new Set(games.map(({ name }) => name));

export interface Modules {
  /** In tier order: no module needs a later one. */
  readonly all: readonly ServerModule[];
  readonly geo: Geo;
  readonly flags: Flags;
  readonly accounts: Accounts;
  readonly mirrors: Mirrors;
  readonly redirects: Redirects;
  readonly attribution: Attribution;
  readonly captcha: Captcha;
  readonly catalogue: CatalogueModule;
  readonly wallet: Wallet;
  readonly profiles: Profiles;
  readonly audit: Audit;
  readonly operators: Operators;
  readonly approvals: Approvals;
  readonly corrections: Corrections;
  readonly projections: Projections;
  readonly partners: Partners;
  readonly tournaments: Tournaments;
  readonly jackpots: Jackpots;
  readonly harm: Harm;
  readonly missions: Missions;
  readonly risk: Risk;
  readonly support: Support;
  readonly content: Content;
  /** Has what providers publish of their games, once started. */
  readonly providers: Pick<Providers, "registry">;
}

/** Every module, created with its dependencies. The only complete list. `chance`: another beacon and shorter chains, `rules`: other versions; for tests. */
export function createModules(
  host: Host,
  chance?: Parameters<typeof createFairness>[1],
  rules: GameRules = gameRules,
): Modules {
  const audit = createAudit(host);
  const ledger = createLedger();
  const debts = createDebts();
  const geo = createGeo(host);
  const flags = createFlags(host, { countryOf: geo.countryOf });
  const redirects = createRedirects(host);
  const rates = createRates(host);
  const captcha = createCaptcha(host);
  const messages = createMessages(host);
  const operators = createOperators(host, { audit, messages, passwords: createPasswords(host), isCommonPassword });
  const approvals = createApprovals(host, { operators });
  operators.connectApprovals(approvals);
  const accounts = createAccounts(host, { geoLookup: geo, captchaPort: captcha, messages });
  const mirrors = createMirrors(host, { accounts, geo });
  const factors = createFactors(host, { accounts });
  const attribution = createAttribution(host, { accounts });
  const social = createSocial(host, {
    accounts,
    factors,
    captchaPort: captcha,
    isOwnOrigin: mirrors.isRegisteredOrigin,
  });
  const fairness = createFairness(host, chance);
  accounts.onRegister(fairness.seeds.open);
  const limits = createLimits(host, { accounts });
  const content = createContent(host, { accounts, limits, approvals, audit, geo, messages, redirects });
  const support = createSupport(host, {
    messages,
    captchaPort: captcha,
    accounts,
    helpArticles: content.faq,
    flags,
  });
  const verification = createVerification(host, { accounts, age: { lock: lockForAge, lift: liftAgeLock } });
  const wallet = createWallet(host, {
    pairs: fairness.pairs,
    seeds: fairness.seeds,
    markets: slipMarkets,
    accounts,
    limits,
    recordArchived: recordArchived(audit),
  });
  const profiles = createProfiles(host, { accounts, staffNames: operators.names });
  const payments = createPayments(host, {
    accounts,
    wallet,
    limits,
    verification,
    factors,
    audit,
    isOwnOrigin: mirrors.isRegisteredOrigin,
  });
  registerPayoutRules({ approvals, audit, office: payments.office });
  registerRefunds({ approvals, audit, refunds: payments.office.refunds });
  registerAssignments({ approvals, audit, quarantine: payments.office.quarantine });
  const crypto = createCrypto(host, { accounts, limits, payments, rates, wallet });
  const corrections = createCorrections(host, { wallet, approvers: operators.approvers, people: accounts.people });
  const solvency = createSolvency(host, { wallet });
  const { publicProfiles, regionOf } = accounts;
  const odds = createOdds(host);
  const bets = createBets(host, {
    wallet,
    capital: wallet.capital,
    publicProfiles,
    testPlayers: accounts.people.testPlayers,
    regionOf,
    countryOf: geo.countryOf,
    flags,
    gameRefusal: geo.gameRefusal,
    isGame: name => gameNames.has(name),
    seedFacts: fairness.seeds.facts,
    watched: watchedOdds(rules),
  });
  const providers = createProviders(host, { wallet, accounts, geo, approvals, audit, bets });
  payments.addPayoutCheck(providers.payoutCheck);
  payments.reviewPayouts(providers.payoutReview);
  const projections = createProjections(host, {
    returnedOf: returnedByBets(rules, providers.registry),
    testPlayers: accounts.people.testPlayers,
  });
  const freeSpins = createFreeSpins(host, { wallet, people: accounts.people, approvals, audit, providers });
  const catalogue = createCatalogue(host, {
    countryOf: geo.countryOf,
    regionOf: geo.regionOf,
    people: accounts.people,
    mirrors: mirrors.hostnames,
    providers: providers.connected,
    profileOf: providers.profileOf,
    potOf: async currency =>
      (await wallet.providerRounds.pots(host.db)).find(each => each.currency === currency)?.amount,
  });
  const stepwise = createStepwise(host, { wallet, pairs: fairness.pairs, bets });
  const ground = [geo, flags, redirects, ledger, debts, createWagering(), rates, captcha, messages, audit, operators];
  const missions = createMissions(host, { wallet, verification, approvals, audit });
  const engagement = createEngagement(
    host,
    {
      accounts,
      approvals,
      attribution,
      audit,
      bets,
      factors,
      flags,
      freeSpins,
      messages,
      missions,
      pairs: fairness.pairs,
      payments,
      projections,
      providers,
      verification,
      wallet,
    },
    rules,
  );
  const { bonuses, campaigns, communityChat, harm, jackpots, notices, partners, risk, tournaments, vip, welcomePacks } =
    engagement;
  support.connectHosts(vip.hosts.of);
  const games = createGames(
    host,
    {
      wallet,
      bets,
      stepwise,
      sequences: fairness.sequences,
      draws: fairness.draws,
      drainMs: host.config.DRAIN_SECONDS * 1000,
    },
    rules,
  );
  const wheel = createWheel(host, {
    wallet,
    verification,
    bets,
    pairs: fairness.pairs,
    seeds: fairness.seeds,
    approvals,
    audit,
  });
  const betting = createBetting(host, {
    wallet,
    bets,
    odds,
    payouts: payments,
    offers: bonuses.offers,
    notify: notices.give,
    linkedAccounts: risk.linkedAccounts,
    approvals,
    audit,
  });
  const privacy = createPrivacy(host, { accounts, audit, operators, modules: () => modules });
  const officeNeeds: OfficeNeeds & PageNeeds = {
    geo,
    flags,
    mirrors,
    bonuses,
    campaigns,
    communityChat,
    content,
    messages,
    notices,
    operators,
    privacy,
    welcomePacks,
    partners,
    tournaments,
    jackpots,
    host,
    audit,
    people: accounts.people,
    wallet,
    limits,
    payments,
    corrections,
    support,
    vip,
    rates,
    review: verification.review,
    invariants: invariantsUnder(rules),
    coins: crypto.office,
    approvals,
    approvers: operators.approvers,
    reveals: operators.reveals,
    emergencies: operators,
    harm,
    risk,
    moderation: profiles.moderation,
    wheel: wheel.prizes,
    missions,
    providers,
    catalogue,
    freeSpins,
    bets,
    gameRounds,
    betting: betting.office,
    timeline: timelineSources,
  };
  const operations = createOperations(officeNeeds);
  const pages = officeHandlers(officeNeeds);
  const exports = createExports(host, {
    operators,
    people: accounts.people,
    approvals,
    audit,
    lists: officeExports,
    handlers: [...pages, ...(audit.handlers ?? []), ...(operations.handlers ?? [])],
  });
  const modules: readonly ServerModule[] = [
    ...ground,
    approvals,
    exports,
    accounts,
    mirrors,
    factors,
    social,
    attribution,
    fairness,
    limits,
    privacy,
    verification,
    support,
    content,
    wallet,
    profiles,
    payments,
    corrections,
    solvency,
    projections,
    crypto,
    createStatements(host, { titlesOf: providers.titlesOf }),
    catalogue,
    odds,
    createExchange(host, { rates, wallet }),
    createVault(host, { wallet }),
    notices,
    harm,
    risk,
    createReporting({ host, audit, exports, operators, messages }),
    bets,
    stepwise,
    providers,
    freeSpins,
    ...games,
    betting,
    wheel,
    missions,
    bonuses,
    ...engagement.ranked,
    { ...operations, handlers: [...(operations.handlers ?? []), ...pages] },
  ];
  operators.connectReads(modules.flatMap(({ handlers }) => handlers ?? []).map(({ route }) => route));
  return {
    all: modules,
    geo,
    flags,
    redirects,
    attribution,
    captcha,
    accounts,
    mirrors,
    catalogue,
    missions,
    wallet,
    profiles,
    audit,
    operators,
    approvals,
    corrections,
    projections,
    providers,
    partners,
    tournaments,
    jackpots,
    harm,
    risk,
    support,
    content,
  };
}
