import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { approvalHandlers } from "#modules/approvals/office/handlers.ts";
import { testOffice } from "#modules/approvals/testing/test-office.ts";
import { sourceFacts } from "#modules/attribution/server/index.ts";
import { bonusHandlers } from "#modules/bonuses/office/handlers.ts";
import { type Bonuses, bonusFacts, createBonuses } from "#modules/bonuses/server/index.ts";
import { shownBets } from "#modules/bonuses/testing/shown-bets.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createFreeSpins } from "#modules/free-spins/server/index.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import { missionHandlers } from "#modules/missions/office/handlers.ts";
import { createMissions } from "#modules/missions/server/index.ts";
import { createNotifications, type Notifications } from "#modules/notifications/server/index.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { createProjections, type Projections, projectionFacts } from "#modules/projections/server/index.ts";
import { identityFacts } from "#modules/verification/server/index.ts";
import { vipFacts } from "#modules/vip/server/index.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { deposit } from "#modules/wallet/testing/test-bets.ts";
import { campaignHandlers } from "../office/handlers.ts";
import { type Campaigns, createCampaigns } from "../server/index.ts";

export interface TestPlayer {
  readonly id: PlayerId;
  readonly token: string;
}

/** Campaigns with everything that they use, on a fresh PostgreSQL. */
export interface TestCampaigns {
  readonly host: TestHost;
  readonly api: TestApi;
  readonly wallet: Wallet;
  readonly bonuses: Bonuses;
  readonly campaigns: Campaigns;
  readonly notices: Notifications;
  readonly projections: Projections;
  operator(role: Role): Promise<TestOperator>;
  /** A registered player who has deposited this many units. */
  player(currency?: Currency, deposited?: number): Promise<TestPlayer>;
  /** An active targeted bonus of 10, wagered 10 times. */
  bonus(terms?: object): Promise<string>;
  close(): Promise<void>;
}

/** Gifts in one transaction of tests: several transactions with few players. */
export const testGiftsAtOnce = 10;
export const allFacts = [limitFacts, ...projectionFacts, bonusFacts, vipFacts, sourceFacts, identityFacts];

/** Campaigns with the modules that they use, as `apps/server/modules.ts` composes them, without reviews. `atOnce`: gifts in one transaction. */
export function campaignParts(host: Host, atOnce: number) {
  const accounts = createAccounts(host);
  const { audit, messages, operators, approvals } = testOffice(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs, accounts });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, approvals, audit });
  const projections = createProjections(host, {
    returnedOf: () => undefined,
    testPlayers: accounts.people.testPlayers,
  });
  const conditions = createConditions(accountFacts, allFacts);
  const notices = createNotifications(host, {
    accounts,
    conditions,
    messages,
    factors: createFactors(host, { accounts }),
  });
  const { offers } = notices;
  // No rounds are announced to a provider in these tests.
  const freeSpins = createFreeSpins(host, {
    wallet,
    people: accounts.people,
    approvals,
    audit,
    providers: {} as never,
  });
  // Every player has a checked identity.
  const verification = { isVerified: async () => true };
  const missions = createMissions(host, { wallet, verification, approvals, audit });
  const parts = {
    host,
    conditions,
    bonuses,
    freeSpins,
    missions: missions.forCampaigns,
    wallet,
    offers,
    people: accounts.people,
    approvals,
    audit,
    atOnce,
  };
  const campaigns = createCampaigns(parts);
  return {
    accounts,
    audit,
    operators,
    approvals,
    wallet,
    bonuses,
    projections,
    conditions,
    campaigns,
    missions,
    notices,
    messages,
  };
}

export async function testCampaigns(environment: Readonly<Record<string, string>> = {}): Promise<TestCampaigns> {
  const host = await testHost({ modules: "all", environment });
  const parts = campaignParts(host, testGiftsAtOnce);
  const { accounts, operators, approvals, wallet, bonuses, projections, conditions, campaigns, missions, notices } =
    parts;
  const office = {
    ...campaigns,
    handlers: [
      ...bonusHandlers({ bonuses }),
      ...approvalHandlers({ host, approvals }),
      ...campaignHandlers({ host, campaigns }),
      ...missionHandlers({ host, missions }),
    ],
  };
  const sessions = new Map<string, Session>();
  const authenticate = (token: string) => sessions.get(token) ?? accounts.authenticate(token);
  const modules = [accounts, bonuses, operators, conditions, missions, notices, office];
  const api = await testApi(host, modules, authenticate, undefined, operators.operatorOf);
  const operator = (role: Role) => testOperator({ host, api, operators }, role);
  const [content, finance] = [await operator("content"), await operator("finance")];
  return {
    host,
    api,
    wallet,
    bonuses,
    campaigns,
    notices,
    projections,
    operator,
    async player(currency = "USD", deposited = 0) {
      const body = { email: `${randomUUID()}@example.com`, password: "correct horse", currency, agree: true };
      const answer = await api.call("POST /api/v2/auth/register/email", { body });
      expect(answer.status, answer.text).toBe(201);
      const session = required(await accounts.authenticate(answer.body.token), "a token that was just issued");
      sessions.set(answer.body.token, session);
      const amount = micros(BigInt(deposited) * 1_000_000n);
      await host.db.tx(async tx => {
        await wallet.open(tx, session.player, currency);
        if (deposited > 0) await wallet.credit(tx, deposit(session.player, amount, currency));
      });
      await projections.foldNow();
      return { id: session.player, token: answer.body.token };
    },
    async bonus(terms = {}) {
      const body = {
        name: { ru: "Подарок", en: "Gift", kz: "Сыйлық" },
        kind: "manual",
        currency: "USD",
        amount: "10",
        wager: 10,
        hours: 72,
        budget: "500",
        targeted: true,
        ends_at: new Date(host.clock.now() + 30 * 86_400_000).toISOString(),
        reason: "for a campaign",
        ...terms,
      };
      const drafted = await content.call("POST /api/office/bonuses", body);
      expect(drafted.status, drafted.text).toBe(201);
      const { id } = drafted.body.data;
      const started = await finance.call(`POST /api/office/bonuses/${id}/activate`, { reason: "for a campaign" });
      expect(started.status, started.text).toBe(200);
      return id;
    },
    close: () => host.close(),
  };
}
