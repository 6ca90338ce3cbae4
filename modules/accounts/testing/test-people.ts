import { expect } from "vitest";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import type { Accounts } from "../server/index.ts";

/** A signed-in test player; the token does not expire when the test advances time. */
export interface Person {
  readonly id: PlayerId;
  readonly token: string;
}

export interface TestPeople {
  readonly api: TestApi;
  /** Registers `{name}@example.com`. */
  person(name: string, currency?: Currency): Promise<Person>;
}

/** Players registered through the real accounts API, and the calls of `modules` for them. */
export async function testPeople(
  host: TestHost,
  accounts: Accounts,
  modules: readonly ServerModule[],
): Promise<TestPeople> {
  const sessions = new Map<string, Session>();
  const authenticate = (token: string) => sessions.get(token) ?? accounts.authenticate(token);
  const api = await testApi(host, [accounts, ...modules], authenticate);
  return {
    api,
    async person(name, currency = "USD") {
      const body = { email: `${name}@example.com`, password: "correct horse", currency, agree: true };
      const answer = await api.call("POST /api/v2/auth/register/email", { body });
      expect(answer.status, answer.text).toBe(201);
      const { token } = answer.body;
      const session = required(await accounts.authenticate(token), "a token that was just issued");
      sessions.set(token, session);
      return { id: session.player, token };
    },
  };
}
