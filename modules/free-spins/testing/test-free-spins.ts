import { expect } from "vitest";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Handler } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { simulatedGame } from "#modules/providers/testing/simulated-provider.ts";
import { type TestProviders, testProviders, uuid } from "#modules/providers/testing/test-providers.ts";
import { freeSpinsHandlers } from "../office/handlers.ts";
import { createFreeSpins, type FreeSpins, freeSpinsInvariants, pushGrants } from "../server/index.ts";

export const reason = "a gift for the opening";

/** A casino with one provider, players, operators and campaigns, on a fresh PostgreSQL. */
export interface TestFreeSpins {
  readonly casino: TestProviders;
  readonly freeSpins: FreeSpins;
  person(name: string, currency?: Currency): Promise<Person>;
  operator(role: Role): Promise<TestOperator>;
  /** A call of this player. */
  as(person: Person, nameAndPath: string): Promise<TestAnswer>;
  push(): Promise<void>;
  /** The player opens the game; answers what starts a bet of the grant. */
  session(person: Person, game?: string): Promise<string>;
  /** One free round: its bet, and its win if it was taken. Answers the status of the bet. */
  play(person: Person, session: string, grant: string, win?: string): Promise<string | undefined>;
  bet(person: Person, session: string, grant: string, rest?: object): { tx: string; round: string };
  expectBooks(): Promise<void>;
}

/** What modules above free spins are made of, for their tests. */
export interface FreeSpinsParts {
  readonly host: TestProviders["host"];
  readonly wallet: TestProviders["wallet"];
  readonly accounts: ReturnType<typeof createAccounts>;
  readonly audit: ReturnType<typeof testOffice>["audit"];
  readonly approvals: ReturnType<typeof testOffice>["approvals"];
  readonly freeSpins: FreeSpins;
}

interface Above {
  /** Further modules whose tables are created. */
  readonly tables: readonly string[];
  make(parts: FreeSpinsParts): { readonly modules: readonly ServerModule[]; readonly office: readonly Handler[] };
}

export async function testFreeSpins(above?: Above): Promise<TestFreeSpins> {
  const stakes = { USD: ["0.20", "1", "5"], KZT: ["50"] };
  const games = [simulatedGame("altyn", { stakes }), simulatedGame("other", { stakes })];
  const casino = await testProviders(games, ["free-spins", ...(above?.tables ?? [])]);
  const { host, wallet, providers, simulated } = casino;
  const accounts = createAccounts(host);
  const staff = testOffice(host);
  const freeSpins = createFreeSpins(host, { wallet, people: accounts.people, ...staff, providers });
  const more = above?.make({ host, wallet, accounts, ...staff, freeSpins });
  const { api: people, person } = await testPeople(host, accounts, [freeSpins, ...(more?.modules ?? [])]);
  const handlers = [...freeSpinsHandlers({ host, people: accounts.people, freeSpins }), ...(more?.office ?? [])];
  const { operator } = await officeApi(host, staff, freeSpins, handlers);
  const { sessions } = providers.needs;
  const common = (player: Person) => ({ player: player.id, game: "altyn", currency: "USD" });
  const bet: TestFreeSpins["bet"] = (player, session, grant, rest = {}) => ({
    tx: uuid(),
    round: uuid(),
    ...common(player),
    session,
    amount: "0",
    base: "0.2",
    kind: "free",
    free_grant: grant,
    ...rest,
  });
  return {
    casino,
    freeSpins,
    person,
    operator,
    as: (player, nameAndPath) =>
      people.call(nameAndPath, { token: player.token, ...(nameAndPath.startsWith("POST") && { key: uuid() }) }),
    push: () => pushGrants(freeSpins.needs),
    session: (player, game = "altyn") =>
      host.db.tx(tx =>
        sessions.open(tx, {
          provider: casino.provider().id,
          slug: game,
          player: player.id,
          casinoSession: uuid(),
          currency: "USD",
          country: "KZ",
        }),
      ),
    bet,
    async play(player, session, grant, win = "0") {
      const asked = bet(player, session, grant);
      const taken = await simulated.call("bet", asked);
      if (taken?.status !== "ok") return taken?.status;
      const paid = { tx: uuid(), round: asked.round, ...common(player), amount: win, close: true };
      expect((await simulated.call("win", paid))?.status).toBe("ok");
      return "ok";
    },
    async expectBooks() {
      await casino.expectBooks();
      expect(await differencesOf(host.db, freeSpinsInvariants)).toEqual([]);
    },
  };
}
