import { randomUUID } from "node:crypto";
import { createBus } from "#kit/host/bus.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import type { RequestKind } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import type { RegisteredGame } from "#modules/bets/server/index.ts";
import { testBets } from "#modules/bets/testing/test-bets.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createLimits, limitFacts } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { projectionFacts } from "#modules/projections/server/index.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { type CommunityChat, createCommunityChat } from "../server/index.ts";
import { leastBets } from "../shared/contract.ts";

/** Rooms in two processes over one database, with real wallets. */
export interface TestChat {
  readonly host: TestHost;
  readonly people: TestPeople;
  readonly wallet: Wallet;
  readonly chat: CommunityChat;
  readonly other: CommunityChat;
  /** Players of verification level 0; all others have level 1. */
  readonly unverified: Set<PlayerId>;
  readonly linked: Map<PlayerId, readonly PlayerId[]>;
  /** With a confirmed address, enough bets, and `staked` dollars of real stakes. */
  writer(name: string, staked?: number): Promise<Person>;
  /** Opens a budget, as approved by two people. */
  budget(amount: string): Promise<Uuid>;
  close(): Promise<void>;
}

export async function testChat(): Promise<TestChat> {
  const host = await testHost({ modules: "all" });
  const accounts: Accounts = createAccounts(host, { messages: createMessages(host) });
  const conditions = createConditions(accountFacts, [limitFacts, ...projectionFacts]);
  const limits = createLimits(host, { accounts });
  const wallet = createWallet(host, { pairs: createFairness(host).pairs, accounts });
  const unverified = new Set<PlayerId>();
  const linked: TestChat["linked"] = new Map();
  const kinds = new Map<string, RequestKind>();
  const asked = { id: randomUUID() as Uuid, expiresAt: new Date(0), isNew: true };
  const needs = {
    accounts,
    approvals: { register: (kind: RequestKind) => void kinds.set(kind.kind, kind), ask: async () => asked },
    audit: createAudit(host),
    // Those of crash can be shown.
    bets: { ...testBets(host), registered: new Map([["crash", {} as RegisteredGame]]) },
    conditions,
    // Everybody has the third level.
    levelsOf: async (players: readonly PlayerId[]) => new Map(players.map(player => [player, 3])),
    linkedAccounts: async () => linked,
    verification: { levelOf: async (_on: unknown, player: PlayerId) => (unverified.has(player) ? 0 : 1) as 0 | 1 },
    wallet,
  };
  const chat = createCommunityChat(host, needs);
  // Events stay in the process in which they are published.
  const other = createCommunityChat(Object.assign({}, host, { bus: createBus(host.log) }), needs);
  await chat.start?.();
  await other.start?.();
  const people = await testPeople(host, accounts, [limits, wallet, chat]);
  await fixTestRates(host.db, host.clock.now(), { USD: "1", EUR: "1.25", RUB: "0.0125", KZT: "0.002", INR: "0.0125" });
  return {
    host,
    people,
    wallet,
    chat,
    other,
    unverified,
    linked,
    async writer(name, staked = 100) {
      const person = await people.person(name);
      await host.db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [person.id]);
      await host.db.query(
        `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid, theoretical_loss)
         VALUES (1, $1, 'USD', 1, $2, $3, $4, 0, 0, 0, 0)`,
        [person.id, new Date(host.clock.now()).toISOString().slice(0, 10), leastBets, BigInt(staked) * 1_000_000n],
      );
      return person;
    },
    async budget(amount) {
      const kind = required(kinds.get("chat.budget"), "budgets are approved");
      const request = {
        id: randomUUID() as Uuid,
        askedBy: randomUUID() as Uuid,
        askedName: "Askar",
        subject: "chat:budget",
        payload: { currency: "EUR", amount },
        reason: "a quiet week",
      };
      const by = { id: randomUUID() as Uuid, name: "Dana", role: "finance", address: null, requestId: null } as const;
      const before = new Set((await chat.gifts.budgets()).map(({ id }) => id));
      await host.db.tx(tx => kind.run(tx, request, by));
      const opened = (await chat.gifts.budgets()).find(({ id }) => !before.has(id));
      return required(opened, "an open budget").id;
    },
    async close() {
      await other.stop?.();
      await chat.stop?.();
      await wallet.stop?.();
      await host.close();
    },
  };
}
