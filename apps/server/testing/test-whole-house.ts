import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Route } from "#kit/contract/route.ts";
import { parseAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { createHouse, type House } from "../house.ts";

export const password = "correct horse battery";
/** Their loops stand still in tests: no beacon is there to begin a chain with. */
const sharedRounds: ReadonlySet<string> = new Set(["crash", "roulette", "rooms"]);

export interface Somebody {
  readonly id: PlayerId;
  readonly email: string;
  readonly token: string;
}

/** Every module of the house behind the real HTTP door, without a network. */
export interface WholeHouse {
  readonly host: TestHost;
  readonly house: House;
  readonly api: TestApi;
  readonly routes: readonly Route[];
  register(email?: string): Promise<Somebody>;
  /** Puts US dollars into somebody's purse. */
  payIn(who: Somebody, amount: string): Promise<void>;
}

export async function openWholeHouse(environment: Readonly<Record<string, string>> = {}): Promise<WholeHouse> {
  return openHouseOn(await testHost({ modules: "all", environment }));
}

export async function openHouseOn(host: TestHost): Promise<WholeHouse> {
  const house = createHouse(host);
  const { modules, accounts, wallet } = house;
  for (const module of modules) if (!sharedRounds.has(module.manifest.name)) await module.start?.();
  const api = await testApi(host, modules, accounts.authenticate, undefined, house.operators.operatorOf);
  const routes = modules.flatMap(module => module.handlers ?? []).map(handler => handler.route);
  return {
    ...{ host, house, api, routes },
    async register(email = `${randomUUID()}@example.org`) {
      const answer = await api.call("POST /api/v2/auth/register/email", {
        body: { email, password, currency: "USD", agree: true },
      });
      expect(answer.status, answer.text).toBe(201);
      const { token } = answer.body;
      return { id: (await api.call("GET /profile/user", { token })).body.user.id, email, token };
    },
    payIn: ({ id: owner }, amount) =>
      host.db.tx(async tx => {
        await wallet.credit(tx, {
          ...{ owner, currency: "USD", amount: must(parseAmount(amount), "an amount") },
          ...{ reference: randomUUID() as Uuid, kind: "deposit", from: depositsClearing("sandbox") },
        });
      }),
  };
}
