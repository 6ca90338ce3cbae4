import { randomInt, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { must } from "#kit/std/invariant.ts";
import type { TestAnswer, TestApi } from "#kit/test/test-api.ts";
import { testApi } from "#kit/test/test-api.ts";
import type { TestHost } from "#kit/test/test-host.ts";
import { type Waiting, waitingMessages } from "#modules/messages/server/test-outbox.ts";
import type { Accounts } from "./index.ts";

export const password = "correct horse battery";

/** People who come in through accounts and read their mail and phones. */
export interface Callers {
  readonly api: TestApi;
  post(path: string, body: object, token?: string): Promise<TestAnswer>;
  byEmail(email?: string): Promise<{ readonly email: string; readonly token: string }>;
  /** Without a password, unless one is chosen. */
  byPhone(phone?: string, chosen?: string | null): Promise<{ readonly phone: string; readonly token: string }>;
  profile(token: string): Promise<TestAnswer>;
  /** The last message that went there. */
  lastTo(to: string): Promise<Waiting>;
  allTo(to: string): Promise<readonly Waiting[]>;
}

let phones = randomInt(1_000_000, 9_000_000);
/** A number that nobody has. */
export const newPhone = () => `+7707${++phones}`;
export const newEmail = () => `${randomUUID()}@example.org`;
/** Another code than this one. */
export const notThis = (code: string | undefined) => (code === "111111" ? "222222" : "111111");

export async function testCallers(host: TestHost, accounts: Accounts): Promise<Callers> {
  const api = await testApi(host, [accounts], accounts.authenticate);
  const post: Callers["post"] = (path, body, token) => api.call(`POST ${path}`, { body, token });
  const allTo = (to: string) => waitingMessages(host, to);
  const registered = async (way: "email" | "phone", body: object) => {
    const answer = await post(`/api/v2/auth/register/${way}`, { currency: "KZT", agree: true, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.token as string;
  };
  return {
    api,
    post,
    allTo,
    byEmail: async (email = newEmail()) => ({ email, token: await registered("email", { email, password }) }),
    byPhone: async (phone = newPhone(), chosen = null) => ({
      phone,
      token: await registered("phone", { phone, ...(chosen !== null && { password: chosen }) }),
    }),
    profile: token => api.call("GET /profile/user", { token }),
    lastTo: async to => must((await allTo(to))[0], `nothing was sent to ${to}`),
  };
}
