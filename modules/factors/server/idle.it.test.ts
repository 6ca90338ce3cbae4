import { afterAll, beforeAll, expect, test } from "vitest";
import { route } from "#kit/contract/route.ts";
import { handle, type Session } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createFactors } from "./index.ts";

/** The 30 days of a cookie, and the 30 minutes of the right to stake. */

const minuteMs = 60_000;
const calls = { caller: "player", module: "factors", status: 204, summary: "x" } as const;
const stake = route({ ...calls, method: "POST", path: "/api/v1/test/stake", moves: "wager" });
const goOn = route({ ...calls, method: "POST", path: "/api/v1/test/go-on", moves: "wager", continues: true });
const payOut = route({ ...calls, method: "POST", path: "/api/v1/test/pay-out", moves: "payout" });
const byPage = route({ ...calls, method: "POST", path: "/api/v1/test/by-page", moves: "nothing", byPage: true });
const toyModule = {
  manifest: { name: "test" },
  handlers: [stake, goOn, payOut, byPage].map(each => handle(each, done)),
};
async function done() {
  return undefined;
}

let host: TestHost;
let people: TestPeople;
let signedIn: (token: string) => Promise<Session | null> | Session | null;
/** The same application in another process, which has these sessions cached. */
let elsewhere: TestApi;
const met = new Map<string, Session>();

beforeAll(async () => {
  host = await testHost({ modules: ["factors"] });
  const [here, there] = [await process(), await process()];
  signedIn = here.accounts.authenticate;
  people = await testPeople(host, here.accounts, here.modules);
  const authenticate = (token: string) => met.get(token) ?? there.accounts.authenticate(token);
  elsewhere = await testApi(host, [there.accounts, ...there.modules], authenticate);
});
afterAll(() => host.close());

async function process() {
  const accounts = createAccounts(host);
  const factors = createFactors(host, { accounts });
  await factors.start?.();
  return { accounts, modules: [factors, toyModule as never] };
}

const call = ({ token }: Person, path: string, body?: object, at = people.api) =>
  at.call(`POST /api/v1/${path}`, { token, key: host.ids.next(), ...(body && { body }) });
const wait = (minutes: number, seconds = 0) => host.clock.advance(minutes * minuteMs + seconds * 1000);
const statusOf = async (person: Person, path = "test/stake") => (await call(person, path)).status;

test("alice may stake up to 29:59 after her last action and not at 30:00; she may still read, and gives her password to continue", async () => {
  const alice = await people.person("alice");
  expect(await statusOf(alice)).toBe(204);
  await wait(29, 59);
  expect(await statusOf(alice)).toBe(204);
  await wait(30);
  const refused = await call(alice, "test/stake");
  expect([refused.status, refused.body.code]).toEqual([423, "session_idle"]);
  expect(await statusOf(alice, "test/pay-out")).toBe(423);
  expect((await people.api.call("GET /profile/user", { token: alice.token })).status).toBe(200);
  expect((await call(alice, "factors/proof/password", { password: "wrong horse" })).status).toBe(422);
  expect(await statusOf(alice)).toBe(423);
  expect((await call(alice, "factors/proof/password", { password: "correct horse" })).status).toBe(204);
  expect(await statusOf(alice)).toBe(204);
});

test("a login counts as an action, and automatic calls of a page do not", async () => {
  const bob = await people.person("bob");
  await wait(29, 59);
  expect(await statusOf(bob, "test/by-page")).toBe(204);
  await wait(0, 1);
  expect(await statusOf(bob)).toBe(423);
  const carol = await people.person("carol");
  await wait(29, 59);
  expect(await statusOf(carol)).toBe(204);
});

test("dave's open bet can be finished after an hour, and that does not reactivate the session", async () => {
  const dave = await people.person("dave");
  expect(await statusOf(dave)).toBe(204);
  await wait(60);
  expect(await statusOf(dave, "test/go-on")).toBe(204);
  expect(await statusOf(dave)).toBe(423);
});

test("erin's actions in one process count in another, to within a minute", async () => {
  const erin = await people.person("erin");
  met.set(erin.token, required(await signedIn(erin.token), "erin is signed in"));
  const there = () => call(erin, "test/stake", undefined, elsewhere);
  expect((await there()).status).toBe(204);
  await wait(20);
  expect(await statusOf(erin)).toBe(204);
  await wait(20);
  // It is written asynchronously, so a moment later.
  await expect.poll(async () => (await there()).status).toBe(204);
  await wait(30);
  expect([(await there()).status, await statusOf(erin)]).toEqual([423, 423]);
});
