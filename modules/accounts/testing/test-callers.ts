import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { TestAnswer, TestApi } from "#kit/testing/test-api.ts";
import { testApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import { type Waiting, waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import type { Accounts } from "../server/index.ts";

export const password = "correct horse battery";

/** Test players who sign in through accounts and read their mail and phones. */
export interface Callers {
  readonly api: TestApi;
  /** From one browser, which is unknown until it signs a player in. */
  post(path: string, body: object, token?: string): Promise<TestAnswer>;
  /** A `post` from another browser and address. */
  from(ip: string, browser?: string): Callers["post"];
  /** Each from a browser of its own. */
  byEmail(email?: string): Promise<{ readonly email: string; readonly token: string }>;
  /** Without a password, unless one is chosen. */
  byPhone(phone?: string, chosen?: string | null): Promise<{ readonly phone: string; readonly token: string }>;
  profile(token: string): Promise<TestAnswer>;
  /** The last message sent there. */
  lastTo(to: string): Promise<Waiting>;
  allTo(to: string): Promise<readonly Waiting[]>;
}

let phones = randomInt(1_000_000, 9_000_000);
/** A number without an account. */
export const newPhone = () => `+7707${++phones}`;
export const newEmail = () => `${randomUUID()}@example.org`;
export const browserCookie = "__Host-browser";
/** The cookie of an unknown browser. */
export const newBrowser = () => randomBytes(32).toString("base64url");
/** Another code than this one. */
export const notThis = (code: string | undefined) => (code === "111111" ? "222222" : "111111");

export async function testCallers(host: TestHost, accounts: Accounts): Promise<Callers> {
  const api = await testApi(host, [accounts], accounts.authenticate);
  const from: Callers["from"] = (ip, browser = newBrowser()) => {
    return (path, body, token) => api.call(`POST ${path}`, { body, token, ip, cookies: { [browserCookie]: browser } });
  };
  const post = from("127.0.0.1");
  const allTo = (to: string) => waitingMessages(host, to);
  const registered = async (contactKind: "email" | "phone", body: object) => {
    const answer = await api.call(`POST /api/v2/auth/register/${contactKind}`, {
      body: { currency: "KZT", agree: true, ...body },
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.token as string;
  };
  return {
    api,
    post,
    from,
    allTo,
    byEmail: async (email = newEmail()) => ({ email, token: await registered("email", { email, password }) }),
    byPhone: async (phone = newPhone(), chosen = null) => ({
      phone,
      token: await registered("phone", { phone, ...(chosen !== null && { password: chosen }) }),
    }),
    profile: token => api.call("GET /profile/user", { token }),
    lastTo: async to => required((await allTo(to))[0], `nothing was sent to ${to}`),
  };
}
