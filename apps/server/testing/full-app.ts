import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Route } from "#kit/contract/route.ts";
import { parseAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import type { GameRules } from "#modules/games/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { createModules, type Modules } from "../modules.ts";

export const password = "correct horse battery";
/** Their loops are stopped in tests: there is no beacon to start a chain with. */
const sharedRounds: ReadonlySet<string> = new Set(["crash", "roulette", "rooms"]);

export interface Somebody {
  readonly id: PlayerId;
  readonly email: string;
  readonly token: string;
}

/** Every module behind the real HTTP transport, without a network. */
export interface FullApp {
  readonly host: TestHost;
  readonly modules: Modules;
  readonly api: TestApi;
  readonly routes: readonly Route[];
  register(email?: string, ip?: string): Promise<Somebody>;
  /** Deposits US dollars for a player. */
  payIn(who: Somebody, amount: string): Promise<void>;
}

export async function openFullApp(environment: Readonly<Record<string, string>> = {}): Promise<FullApp> {
  return openAppOn(await testHost({ modules: "all", environment }));
}

/** `rules`: other versions of the games than those that are published. */
export async function openAppOn(host: TestHost, rules?: GameRules): Promise<FullApp> {
  const modules = createModules(host, undefined, rules);
  const { all, accounts, wallet } = modules;
  for (const module of all) if (!sharedRounds.has(module.manifest.name)) await module.start?.();
  const api = await testApi(
    host,
    all,
    accounts.authenticate,
    undefined,
    modules.operators.operatorOf,
    modules.operators.reads.note,
  );
  const routes = all.flatMap(module => module.handlers ?? []).map(handler => handler.route);
  return {
    host,
    modules,
    api,
    routes,
    async register(email = `${randomUUID()}@example.org`, ip?: string) {
      const answer = await api.call("POST /api/v2/auth/register/email", {
        body: { email, password, currency: "USD", agree: true },
        ...(ip !== undefined && { ip }),
      });
      expect(answer.status, answer.text).toBe(201);
      const { token } = answer.body;
      return { id: (await api.call("GET /profile/user", { token })).body.user.id, email, token };
    },
    payIn: ({ id: owner }, amount) =>
      host.db.tx(async tx => {
        await wallet.credit(tx, {
          owner,
          currency: "USD",
          amount: required(parseAmount(amount), "an amount"),
          reference: randomUUID() as Uuid,
          kind: "deposit",
          from: depositsClearing("sandbox"),
        });
      }),
  };
}
