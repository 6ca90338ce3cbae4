import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "./index.ts";

const password = "correct horse battery";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

let host: TestHost;
let accounts: Accounts;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  accounts = createAccounts(host, { geoLookup: { countryOf: ip => (ip === "127.0.0.1" ? "KZ" : null) } });
  await accounts.start?.();
  api = await testApi(host, [accounts], accounts.authenticate);
});
afterAll(() => host.close());

async function register(): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@example.org`;
  const body = { email, password, currency: "RUB", agree: true };
  return { email, token: (await api.call("POST /api/v2/auth/register/email", { body })).body.token };
}
async function logIn(email: string, userAgent: string): Promise<string> {
  const call = { body: { email, password }, headers: { "user-agent": userAgent } };
  return (await api.call("POST /api/v2/auth/login/email/password", call)).body.token;
}
const list = async (token: string) => (await api.call("GET /api/v1/sessions", { token })).body.data;
const status = async (token: string) => (await api.call("GET /profile/user", { token })).status;

test("alice sees where she is signed in, and ends the phone she lost", async () => {
  const alice = await register();
  await host.clock.advance(60_000);
  const lost = await logIn(alice.email, phone);
  const seen = await list(alice.token);
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({ current: true, host: "api.fairhouse.localhost", ip: "127.0.0.1", country: "KZ" });
  const inKazakh = { token: alice.token, headers: { "accept-language": "kk" } };
  expect((await api.call("GET /api/v1/sessions", inKazakh)).body.data[0].country_name).toBe("Қазақстан");
  expect(seen[1]).toMatchObject({ current: false, browser: "Safari", system: "iOS", kind: "phone" });
  expect(Date.parse(seen[1].created_at) - Date.parse(seen[0].created_at)).toBe(60_000);
  expect(JSON.stringify(seen)).not.toContain(lost);
  const ended = await api.call(`DELETE /api/v1/sessions/${seen[1].id}`, { token: alice.token });
  expect(ended.status).toBe(204);
  expect([await status(lost), await status(alice.token)]).toEqual([401, 200]);
  expect((await api.call(`DELETE /api/v1/sessions/${seen[1].id}`, { token: alice.token })).status).toBe(404);
});

test("bob ends all others with one click and stays signed in here", async () => {
  const bob = await register();
  const others = [await logIn(bob.email, phone), await logIn(bob.email, "curl/8")];
  const answer = await api.call("POST /api/v1/sessions/end-others", { token: bob.token });
  expect(answer.body).toEqual({ data: { ended: 2 } });
  expect(await Promise.all(others.map(status))).toEqual([401, 401]);
  expect(await list(bob.token)).toHaveLength(1);
});

test("mallory can neither see nor end a session of carol, and gets the same answer as for one that does not exist", async () => {
  const [carol, mallory] = [await register(), await register()];
  const [hers] = await list(carol.token);
  const foreign = await api.call(`DELETE /api/v1/sessions/${hers.id}`, { token: mallory.token });
  const unknown = await api.call(`DELETE /api/v1/sessions/${randomUUID()}`, { token: mallory.token });
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe(unknown.text);
  expect(await status(carol.token)).toBe(200);
  expect((await list(mallory.token)).map((each: { id: string }) => each.id)).not.toContain(hers.id);
});
