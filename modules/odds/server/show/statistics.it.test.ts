import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFrame } from "#kit/testing/test-frame.ts";
import type { EventView } from "../../shared/contract.ts";
import type { EventStatistics } from "../../shared/statistics-contract.ts";
import { messagesOf, oneXTwo, total } from "../../testing/messages.ts";
import { testOdds } from "../../testing/test-odds.ts";
import { feedHandlers } from "./handlers.ts";

let odds: Awaited<ReturnType<typeof testOdds>>;
let frame: Awaited<ReturnType<typeof startTestFrame>>;
beforeAll(async () => {
  odds = await testOdds();
  frame = await startTestFrame({ handlers: feedHandlers(odds.host) });
  await odds.start();
});
afterAll(async () => {
  await frame.stop();
  await odds.close();
});

async function get<T>(path: string) {
  const answer = await fetch(`http://127.0.0.1:${frame.apiPort}/api/v1/betting${path}`);
  return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
}
const statistics = async (id: string) => (await get<EventStatistics>(`/events/${id}/statistics`)).data;

const named = (...names: readonly string[]) =>
  names.map(name => ({ id: `k:${name.toLowerCase()}`, name, players: [] }));

/** A match of two teams that started so many hours ago and ended like this. */
async function ended(
  id: string,
  teams: readonly string[],
  hoursAgo: number,
  score: readonly [number, number],
  to = {},
) {
  const messages = messagesOf(odds.feed, id);
  const start = odds.feed.now - hoursAgo * 3_600_000;
  await odds.send("pre", messages.fixture(Object.assign({ competitors: named(...teams), start }, to)));
  await odds.send("live", messages.state("ended", [score]));
}

const priced = (home: number, draw: number, away: number) => {
  const outcome = (id: string, win: number) => ({ id, price: "2", p: { win, half_win: 0, refund: 0, half_lose: 0 } });
  return oneXTwo([outcome("home", home), outcome("draw", draw), outcome("away", away)]);
};

test("an event has the form of its sides, their meetings and the table of its league", async () => {
  await ended("m:st:1", ["Ravenmoor", "Saltby"], 50, [2, 0]);
  await ended("m:st:2", ["Saltby", "Ravenmoor"], 40, [1, 1]);
  await ended("m:st:3", ["Holm", "Ravenmoor"], 30, [3, 1]);
  await ended("m:st:4", ["Ravenmoor", "Holm"], 20, [9, 0], { tournament: { id: "t:cup", name: "Cup" } });
  const last = { id: "t:arden1", name: "Arden First League", season: "2025" };
  await ended("m:st:0", ["Saltby", "Holm"], 9_000, [4, 0], { tournament: last });
  const messages = messagesOf(odds.feed, "m:st:5");
  await odds.send("pre", messages.fixture({ competitors: named("Ravenmoor", "Saltby") }), messages.odds());
  const { form, meetings, table: places } = await statistics("m:st:5");
  expect(form.home.map(({ event, result }) => [event, result])).toEqual([
    ["m:st:4", "won"],
    ["m:st:3", "lost"],
    ["m:st:2", "drawn"],
    ["m:st:1", "won"],
  ]);
  expect(form.away.map(({ event, result }) => [event, result])).toEqual([
    ["m:st:2", "drawn"],
    ["m:st:1", "lost"],
    ["m:st:0", "won"],
  ]);
  expect(meetings.map(({ home, away, score }) => [home, away, score])).toEqual([
    ["Saltby", "Ravenmoor", [1, 1]],
    ["Ravenmoor", "Saltby", [2, 0]],
  ]);
  // The cup is another competition, and last year another season.
  expect(places.map(({ name, played, points, scored, conceded }) => [name, played, points, scored, conceded])).toEqual([
    ["Ravenmoor", 3, 4, 4, 4],
    ["Holm", 1, 3, 3, 1],
    ["Saltby", 2, 1, 1, 3],
  ]);
  expect((await statistics("m:st:1")).form.away.map(({ event }) => event)).toEqual(["m:st:2", "m:st:0"]);
});

test("chances are those that the provider stated, oldest first, spread over the log with the newest one", async () => {
  const messages = messagesOf(odds.feed, "m:st:6");
  await odds.send(
    "pre",
    messages.fixture({ competitors: named("Ash", "Birch") }),
    messages.odds([priced(0.5, 0.3, 0.2)]),
  );
  await odds.send("pre", messages.odds([total("2.5", "1.9", "1.95")]), messages.odds([priced(0.6, 0.25, 0.15)]));
  const { chances } = await statistics("m:st:6");
  expect(chances.map(({ home, draw, away }) => [home, draw, away])).toEqual([
    [0.5, 0.3, 0.2],
    [0.6, 0.25, 0.15],
  ]);
  const times = chances.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(odds.host.clock.now() - Number(times[0])).toBeLessThan(60_000);
  for (let i = 0; i < 200; i++) odds.feed.send("pre", [messages.odds([priced(0.6, 0.25, i === 199 ? 0.1 : 0.15)])]);
  const isRead = () => odds.readValue<boolean>("SELECT n >= 204 AS value FROM odds.events WHERE id = 'm:st:6'");
  for (let i = 0; i < 100 && !(await isRead()); i++) await odds.settle();
  const many = (await statistics("m:st:6")).chances;
  expect(many.length).toBeGreaterThan(40);
  expect(many.length).toBeLessThanOrEqual(80);
  expect(many.at(-1)?.away).toBe(0.1);
});

test("a sport without a draw has none in its chances, and one without leagues no table", async () => {
  const messages = messagesOf(odds.feed, "m:st:7");
  const outcome = (id: string, win: number) => ({ id, price: "2", p: { win, half_win: 0, refund: 0, half_lose: 0 } });
  const winner = { id: "winner", spec: "", status: "active", outcomes: [outcome("home", 0.7), outcome("away", 0.3)] };
  await odds.send(
    "pre",
    messages.fixture({ sport: "tennis", competitors: named("Ash", "Birch") }),
    messages.odds([winner]),
  );
  const found = await statistics("m:st:7");
  expect(found.chances).toMatchObject([{ home: 0.7, draw: null, away: 0.3 }]);
  expect(found.table).toEqual([]);
});

test("in volleyball a match of five sets shares its points", async () => {
  const league = { sport: "volleyball", tournament: { id: "t:volley", name: "Volleyball League", season: "1" } };
  await ended("m:sv:1", ["Ash", "Birch"], 50, [3, 0], league);
  await ended("m:sv:2", ["Birch", "Cedar"], 40, [3, 2], league);
  await ended("m:sv:3", ["Cedar", "Ash"], 30, [3, 1], league);
  const { table: places } = await statistics("m:sv:1");
  expect(places.map(({ name, won, points, scored }) => [name, won, points, scored])).toEqual([
    ["Cedar", 1, 4, 5],
    ["Ash", 1, 3, 4],
    ["Birch", 1, 2, 3],
  ]);
});

test("an unknown event has no statistics", async () => {
  expect((await get("/events/m:none/statistics")).status).toBe(404);
  expect((await get("/events/%00/statistics")).status).toBe(422);
});

test("events are listed by their ids, their teams or their leagues, whichever fits", async () => {
  const ids = async (query: string) =>
    (await get<{ items: EventView[] }>(`/events?${query}`)).data.items.map(({ id }) => id);
  expect(await ids("events=m:st:6,m:none")).toEqual(["m:st:6"]);
  expect(await ids("teams=k:saltby")).toEqual(["m:st:5"]);
  expect((await ids("teams=k:saltby&events=m:st:6")).sort()).toEqual(["m:st:5", "m:st:6"]);
  expect(await ids("leagues=t:none")).toEqual([]);
  expect((await ids("leagues=t:arden1&state=upcoming")).length).toBe(3);
  for (const bad of ["", ",", "a b", `${"a,".repeat(50)}a`, "a".repeat(65)])
    expect((await get(`/events?${new URLSearchParams({ events: bad })}`)).status, bad).toBe(422);
});
