import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
  const competitors = ["Ravenmoor", "Saltby"].map(name => ({ id: `k:${name.toLowerCase()}`, name, players: [] }));
  for (const event of ["m:f1", "m:f2"])
    await sportsbook.send("pre", sportsbook.messagesFor(event).fixture({ competitors }));
});
afterAll(() => sportsbook.close());

const league = "t:arden1";
const put = (token: string, kind: string, id: string, favourite = true) =>
  sportsbook.api.call(`PUT /api/v1/betting/favourites/${kind}/${id}`, { token, body: { favourite } });
const read = async (token: string) => idsOf(await sportsbook.api.call("GET /api/v1/betting/favourites", { token }));
type Lists = Readonly<Record<string, readonly { readonly id: string }[]>>;
const idsOf = ({ body }: Awaited<ReturnType<typeof put>>) =>
  Object.fromEntries(Object.entries(body.data as Lists).map(([kind, list]) => [kind, list.map(({ id }) => id)]));

test("a player follows events, teams and leagues, marked last first, and another player sees nothing of it", async () => {
  const [alice, bob] = [await sportsbook.player("1"), await sportsbook.player("1")];
  expect(idsOf(await put(alice, "event", "m:f1"))).toEqual({ events: ["m:f1"], teams: [], leagues: [] });
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + 1_000);
  await put(alice, "event", "m:f2");
  await put(alice, "team", "k:ravenmoor");
  const marked = await put(alice, "league", league);
  expect(idsOf(marked)).toEqual({ events: ["m:f2", "m:f1"], teams: ["k:ravenmoor"], leagues: [league] });
  expect(marked.body.data).toMatchObject({
    events: [{ name: "Ravenmoor – Saltby" }, {}],
    teams: [{ name: "Ravenmoor" }],
    leagues: [{ name: "Arden First League" }],
  });
  expect((await put(alice, "event", "m:f1")).status).toBe(200);
  expect(idsOf(await put(alice, "event", "m:f1", false)).events).toEqual(["m:f2"]);
  expect((await put(alice, "event", "m:f1", false)).status).toBe(200);
  expect(await read(bob)).toEqual({ events: [], teams: [], leagues: [] });
});

test("ids unknown to the feed and other kinds cannot be followed", async () => {
  const eve = await sportsbook.player("1");
  for (const [kind, id] of [
    ["event", "m:none"],
    ["team", "k:none"],
    ["league", "t:none"],
    ["event", "k:ravenmoor"],
  ] as const)
    expect((await put(eve, kind, id)).status, `${kind} ${id}`).toBe(404);
  expect((await put(eve, "player", "p:1")).status).toBe(422);
  expect((await put(eve, "event", "a%20b")).status).toBe(422);
  expect((await sportsbook.api.call("GET /api/v1/betting/favourites")).status).toBe(401);
  expect(await read(eve)).toEqual({ events: [], teams: [], leagues: [] });
});

test("at sign-in, a device's favourites are added once, without unknown ones", async () => {
  const carol = await sportsbook.player("1");
  await put(carol, "event", "m:f1");
  const body = { events: ["m:f1", "m:f2", "m:none", "m:f2"], teams: ["k:ravenmoor"], leagues: [league] };
  const merged = await sportsbook.api.call("POST /api/v1/betting/favourites", { token: carol, body });
  expect(merged.status, merged.text).toBe(200);
  expect(idsOf(merged).events?.toSorted()).toEqual(["m:f1", "m:f2"]);
  expect(idsOf(merged)).toMatchObject({ teams: ["k:ravenmoor"], leagues: [league] });
  const many = { events: Array.from({ length: 51 }, (_, at) => `m:${at}`), teams: [], leagues: [] };
  const refused = await sportsbook.api.call("POST /api/v1/betting/favourites", { token: carol, body: many });
  expect(refused.status).toBe(422);
});

test("a player follows at most fifty of each kind, also when two requests arrive at once", async () => {
  const dan = await sportsbook.player("1");
  await sportsbook.host.db.query(
    "INSERT INTO betting.favourites SELECT $1, 'event', 'm:x' || nr, $2 FROM generate_series(1, 49) nr",
    [dan, new Date(sportsbook.host.clock.now())],
  );
  const both = await Promise.all([put(dan, "event", "m:f1"), put(dan, "event", "m:f2")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: "favourites_full", data: { most: 50 } });
  const { rows } = await sportsbook.host.db.query("SELECT FROM betting.favourites WHERE player_id = $1", [dan]);
  expect(rows.length).toBe(50);
  expect((await put(dan, "team", "k:ravenmoor")).status).toBe(200);
});

test("followed events are removed after thirty days, followed teams are kept", async () => {
  const erin = await sportsbook.player("1");
  await put(erin, "event", "m:f1");
  await put(erin, "team", "k:ravenmoor");
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + 31 * 86_400_000);
  await sportsbook.betting.jobs?.find(({ name }) => name === "betting-favourites")?.run({});
  expect(await read(erin)).toEqual({ events: [], teams: ["k:ravenmoor"], leagues: [] });
});
