import { afterAll, beforeAll, expect, test } from "vitest";
import { type FullApp, openFullApp } from "#apps/server/testing/full-app.ts";
import { runCommand } from "./commands.ts";

let app: FullApp;
beforeAll(async () => {
  app = await openFullApp();
});
afterAll(() => app.host.close());

const run = (line: string) => runCommand(app, line.split(" "));
const lists = (what: string, line: string) => expect.poll(() => run(`${what} list`)).toEqual(line === "" ? [] : [line]);

test("a mirror is added, changed, listed, served and retired", async () => {
  await run("mirrors add mirror-x.example telegram=https://t.example/house yandex=abc123");
  await lists("mirrors", "mirror-x.example  https://t.example/house");
  expect(app.modules.mirrors.isMirror("mirror-x.example")).toBe(true);
  expect(app.modules.mirrors.hosts()).toMatchObject([{ metaYandexVerification: "abc123" }]);
  await run("mirrors retire mirror-x.example");
  await lists("mirrors", "");
});

test("a redirect is added, found and retired", async () => {
  await run("redirects add /old /bonuses");
  await lists("redirects", "/old → /bonuses");
  expect(app.modules.redirects.find("/ru/old")).toEqual({ url: "/ru/bonuses", external: false });
  await expect(run("redirects add /bonuses /old")).rejects.toThrow("would create a redirect chain");
  await expect(run("redirects add /away https://evil.example/")).rejects.toThrow("REDIRECT_HOSTS");
  await run("redirects retire /old");
  await lists("redirects", "");
});

test("a promo is available from when it is added until it is retired", async () => {
  const status = async () => (await app.api.call("GET /api/v1/promos/SPRING")).status;
  expect(await status()).toBe(404);
  await run("promos add SPRING bonus 50 campaign=spring until=2999-03-31");
  expect(await run("promos list")).toEqual(["SPRING  bonus 50  campaign spring  until 2999-03-31"]);
  expect(await status()).toBe(200);
  await run("promos retire SPRING");
  expect(await status()).toBe(404);
  expect((await run("promos list"))[0]).toContain("ended on");
  await expect(run("promos retire SPRING")).rejects.toThrow("not an active promo code");
});

test("an account is locked and unlocked by its mailbox", async () => {
  const alice = await app.register("alice@example.org");
  expect(await run("accounts lock alice@example.org a stolen card")).toEqual([
    "alice@example.org is locked and signed out everywhere.",
  ]);
  expect((await app.api.call("GET /profile/user", { token: alice.token })).status).toBe(401);
  expect(await run("accounts unlock alice@example.org")).toEqual(["alice@example.org can sign in again."]);
});

test.each([
  "mirrors add https://mirror.example",
  "mirrors add Mirror.example",
  "mirrors add api.mirror.example",
  "mirrors add mirror.example:3000",
  "mirrors add mirror.example telegram=javascript:alert(1)",
  "mirrors add mirror.example colour=red",
  "mirrors retire fairhouse.localhost",
  "mirrors retire nobody.example",
  "redirects add old /bonuses",
  "redirects add /ru/old /bonuses",
  "redirects add /old?x=1 /bonuses",
  "redirects add /old //evil.example",
  "redirects add /old http://plain.example",
  "redirects add /old /old",
  "redirects retire /nowhere",
  "promos add S%20P bonus 50",
  "promos add SPRING Bonus 50",
  "promos add SPRING bonus ",
  "promos add SPRING bonus 50 until=tomorrow",
  "promos retire NOBODY",
  "accounts lock nobody@example.org x",
  "accounts lock alice@example.org",
  "accounts close alice@example.org",
  "",
])("%j is refused with a sentence and changes nothing", async line => {
  const before = await Promise.all(["mirrors", "redirects", "promos"].map(what => run(`${what} list`)));
  await expect(run(line)).rejects.toThrow(/./);
  expect(await Promise.all(["mirrors", "redirects", "promos"].map(what => run(`${what} list`)))).toEqual(before);
});
