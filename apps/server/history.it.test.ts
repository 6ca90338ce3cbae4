import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { openStandingMatch } from "#modules/odds/testing/standing-match.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** A player searches, filters and exports their history. */

let app: FullApp;
beforeAll(async () => {
  app = await openFullApp();
});
afterAll(() => app.host.close());

const get = ({ token }: Somebody, path: string) => app.api.call(`GET ${path}`, { token });
const now = () => new Date(app.host.clock.now()).toISOString();

async function roll({ token }: Somebody): Promise<void> {
  const body = { stake: "1", direction: "over", target: "49.50" };
  const answer = await app.api.call("POST /api/v1/games/dice/bets", { token, body, key: randomUUID() });
  expect(answer.status, answer.text).toBe(201);
}
async function draw({ token }: Somebody): Promise<void> {
  const body = { stake: "2", picks: [1, 2, 3], risk: "low" };
  const answer = await app.api.call("POST /api/v1/games/keno/bets", { token, body, key: randomUUID() });
  expect(answer.status, answer.text).toBe(201);
}
async function player(): Promise<Somebody> {
  const who = await app.register();
  await app.payIn(who, "100");
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body: { client_seed: "seed-of-mine" } });
  return who;
}
/** Lines of a file, without the byte order mark. */
const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");

test("alice's bets by game and by time, page and file alike; bob's are in neither", async () => {
  const [alice, bob] = [await player(), await player()];
  await roll(alice);
  await draw(alice);
  await roll(bob);
  await app.host.clock.advance(60_000);
  const noon = now();
  await roll(alice);
  const games = async (query: string) => {
    const page = await get(alice, `/api/v1/bets${query}`);
    const file = await get(alice, `/api/v1/bets.csv${query}`);
    expect([page.status, file.status]).toEqual([200, 200]);
    const shown = page.body.data.items.map((bet: { game: string; id: string }) => `${bet.game},${bet.id}`);
    const [head, ...lines] = linesOf(file.text);
    expect(head).toBe("at,game,id,currency,stake,payout,multiplier,status,title,from_bonus,paid_bonus");
    // An id may begin with a hyphen: an apostrophe keeps spreadsheets from reading it as a formula.
    const listed = lines.map(line => line.split(",").slice(1, 3).join(",").replace(",'-", ",-"));
    expect(listed).toEqual(shown);
    return shown.map((each: string) => each.split(",")[0]);
  };
  expect(await games("")).toEqual(["dice", "keno", "dice"]);
  expect(await games("?game=keno")).toEqual(["keno"]);
  expect(await games("?kind=in-house")).toEqual(["dice", "keno", "dice"]);
  expect(await games("?kind=in-house&game=keno")).toEqual(["keno"]);
  for (const kind of ["slots", "live-casino"]) expect(await games(`?kind=${kind}`)).toEqual([]);
  expect((await get(alice, "/api/v1/bets?kind=sports")).body.errors).toEqual({ kind: ["kind_invalid"] });
  expect(await games(`?from=${noon}`)).toEqual(["dice"]);
  expect(await games(`?to=${noon}`)).toEqual(["keno", "dice"]);
  expect(await games(`?game=dice&from=2020-01-01T00:00:00Z&to=${noon}`)).toEqual(["dice"]);
  expect(await games("?from=2999-01-01T00:00:00Z")).toEqual([]);
  expect((await get(alice, "/api/v1/bets?from=yesterday")).body.errors).toEqual({ from: ["time_invalid"] });
  expect((await get(alice, "/api/v1/bets.csv?game='%3BDROP")).status).toBe(422);
  // The game of a provider's round is its slug; a file that is refused has no first line.
  for (const path of ["/api/v1/bets?game=plumb", "/api/v1/bets.csv?game=plumb"]) {
    const refused = await get(alice, path);
    expect([refused.status, refused.body?.errors]).toEqual([422, { game: ["game_unknown"] }]);
  }
  const { headers } = await get(alice, "/api/v1/bets.csv");
  expect(headers["content-type"]).toContain("text/csv");
  expect(headers["content-disposition"]).toBe('attachment; filename="fairhouse-bets.csv"');
});

test("slips of the sportsbook stand among the bets by the time they were placed, page by page and in the file", async () => {
  const dana = await player();
  await openStandingMatch(app.host.db, "m:history", new Date(app.host.clock.now() + 86_400_000));
  const place = async () => {
    const legs = [{ event: "m:history", market: "1x2", outcome: "home", price: "2" }];
    const body = { kind: "single", unit: "1", legs };
    const answer = await app.api.call("POST /api/v1/betting/slips", { token: dana.token, body, key: randomUUID() });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.id;
  };
  await roll(dana);
  const id = await place();
  await roll(dana);
  const games = async (query: string) =>
    (await get(dana, `/api/v1/bets${query}`)).body.data.items.map((bet: { game: string }) => bet.game);
  expect(await games("")).toEqual(["dice", "betting", "dice"]);
  expect(await games("?game=dice")).toEqual(["dice", "dice"]);
  expect((await get(dana, "/api/v1/bets?game=betting")).body.data.items).toMatchObject([
    { id, game: "betting", stake: "1", payout: "0", status: "open" },
  ]);
  // In a file an id that begins with a minus sign has an apostrophe before it.
  expect((await get(dana, "/api/v1/bets.csv")).text).toMatch(new RegExp(`betting,'?${id},USD,1,0`));
  for (let n = 0; n < 60; n++) await place();
  const shown: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer: TestAnswer = await get(dana, `/api/v1/bets?${cursor && `cursor=${cursor}`}`);
    shown.push(...answer.body.data.items.map((bet: { id: string }) => bet.id));
    cursor = answer.body.data.next_cursor as string | null;
  }
  expect([shown.length, new Set(shown).size]).toEqual([63, 63]);
});

test("payments by kind and by time, and no cell of the file can be a formula", async () => {
  const carol = await player();
  const invoice = async (method: string) => {
    const at = new Date(app.host.clock.now());
    await app.host.db.query(
      `INSERT INTO payments.invoices
         (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at, ended_at)
       VALUES ($1, $2, $3, $4, 'sandbox', $5, 'USD', 5000000, 4, $6, $6, $6)`,
      [app.host.ids.next(), carol.id, randomUUID(), Buffer.alloc(32), method, at],
    );
  };
  await invoice('=HYPERLINK("http://evil")').catch(() => invoice("card"));
  await app.host.clock.advance(60_000);
  const noon = now();
  await invoice("card");
  const count = async (query: string) => {
    const page = (await get(carol, `/api/v1/billing/history${query}`)).body.data.items.length;
    const lines = linesOf((await get(carol, `/api/v1/billing/history.csv${query}`)).text);
    expect(lines.length).toBe(page + 1);
    for (const cell of lines.flatMap(line => line.split(","))) expect(cell).not.toMatch(/^"?[=+@]/);
    return page;
  };
  expect(await count("")).toBe(2);
  expect(await count(`?from=${noon}`)).toBe(1);
  expect(await count(`?to=${noon}`)).toBe(1);
  expect(await count("?kind=deposit")).toBe(2);
  expect(await count("?kind=payout")).toBe(0);
  expect((await get(carol, "/api/v1/billing/history?kind=gift")).body.errors).toEqual({ kind: ["kind_invalid"] });
});

test("a player who hides statistics is not named beside a bet", async () => {
  const erin = await player();
  await roll(erin);
  const { id } = (await get(erin, "/api/v1/bets")).body.data.items[0];
  const named = async () => (await app.api.call(`GET /api/v1/rounds/${id}`)).body.data?.player ?? null;
  expect(await named()).not.toBeNull();
  await app.api.call("PUT /profile/settings", { token: erin.token, body: { is_statistics_hidden: true } });
  expect(await named()).toBeNull();
});

test("ended sessions stay in the list, and each player sees only their own", async () => {
  const dave = await player();
  await app.host.clock.advance(60_000);
  const body = { email: dave.email, password };
  const { token } = (await app.api.call("POST /api/v2/auth/login/email/password", { body })).body;
  await app.api.call("PUT /auth/logout", { token });
  const { data } = (await get(dave, "/api/v1/sessions/history")).body;
  expect(
    data.map((each: { current: boolean; ended_at: string | null }) => [each.current, each.ended_at !== null]),
  ).toEqual([
    [false, true],
    [true, false],
  ]);
  expect((await get(await player(), "/api/v1/sessions/history")).body.data).toHaveLength(1);
});
