import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestFrame } from "#kit/testing/test-frame.ts";
import type { EventDetails, EventView } from "../../shared/contract.ts";
import { match, messagesOf, oneXTwo, three, total } from "../../testing/messages.ts";
import { testOdds } from "../../testing/test-odds.ts";
import { Board } from "./board.ts";
import { feedHandlers } from "./handlers.ts";

let odds: Awaited<ReturnType<typeof testOdds>>;
let board: Board;
let frame: Awaited<ReturnType<typeof startTestFrame>>;
let sockets: WebSocket[];
beforeEach(async () => {
  sockets = [];
  odds = await testOdds();
  board = new Board(odds.host);
  frame = await startTestFrame({ handlers: feedHandlers(odds.host), channels: [board.list, board.events] });
  board.start();
  await odds.start();
  await odds.send("pre", odds.messages.fixture({ competitors, pace: 15, simulated: true }), odds.messages.odds());
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  board.stop();
  await frame.stop();
  await odds.close();
});

const competitors = [
  { id: "k:ravenmoor", name: "Ravenmoor", short: "RAV", players: [{ id: "p:1", name: "Ives" }] },
  { id: "k:saltby", name: "Saltby", short: "SAL", players: [] },
];

async function get(path: string) {
  const answer = await fetch(`http://127.0.0.1:${frame.apiPort}/api/v1/betting${path}`);
  return { status: answer.status, body: (await answer.json()) as { data: never; errors?: object; code?: string } };
}
const data = async <T>(path: string) => (await get(path)).body.data as T;

test("the event has exact prices as text, its margin and its names", async () => {
  const view = await data<EventDetails>(`/events/${match}`);
  expect(view).toMatchObject({
    id: match,
    sport: "football",
    home: { name: "Ravenmoor", short: "RAV" },
    league: { id: "t:arden1", name: "Arden First League" },
    status: "scheduled",
    simulated: true,
    play: null,
    names: { "p:1": "Ives", "k:saltby": "Saltby" },
  });
  expect(view.all).toEqual([
    {
      kind: "1x2",
      spec: "",
      group: "main",
      open: true,
      producer: "pre",
      // 1/2.03 + 1/3.5 + 1/3.6 = 1.0561
      margin: "5.61",
      outcomes: [
        { id: "home", price: "2.03" },
        { id: "draw", price: "3.50" },
        { id: "away", price: "3.60" },
      ],
    },
  ]);
});

test("lists show the result and the total whose prices are closest, and counts by sport and league", async () => {
  await odds.send(
    "pre",
    odds.messages.odds([total("1.5", "1.3", "3.2"), total("2.5", "1.9", "1.95"), total("3.5", "3.1", "1.35")]),
  );
  const { items } = await data<{ items: EventView[] }>("/events?state=upcoming");
  expect(items.map(({ id, markets }) => [id, markets])).toEqual([[match, 4]]);
  expect(items[0]?.main.map(({ kind, spec }) => `${kind}?${spec}`)).toEqual(["1x2?", "total?total=2.5"]);
  expect(await data<object>("/sports")).toMatchObject({
    sports: [
      { sport: "football", events: 1, live: 0, leagues: [{ id: "t:arden1", events: 1, category: { name: "Arden" } }] },
    ],
    feed: [
      { producer: "live", up: true },
      { producer: "pre", up: true },
    ],
  });
});

test("pages of a list follow each other by start and id, whatever begins meanwhile", async () => {
  const start = odds.feed.now + 7_200_000;
  const fixtures = Array.from({ length: 130 }, (_, i) =>
    Object.assign(odds.messages.fixture({ competitors, start: start + Math.floor(i / 3) * 60_000 }), {
      event: `m:x:${i}`,
      n: 1,
    }),
  );
  await odds.send("pre", ...fixtures);
  const seen: string[] = [];
  let cursor: string | null = "";
  let pages = 0;
  while (cursor !== null) {
    const page: { items: EventView[]; next_cursor: string | null } = await data(
      `/events${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
    pages++;
  }
  expect(pages).toBe(3);
  expect(seen).toHaveLength(131);
  expect(new Set(seen).size).toBe(131);
  expect((await data<{ items: unknown[] }>("/events?league=t:other")).items).toEqual([]);
});

test.each([
  ["/events/unknown", 404, "not_found"],
  ["/events/unknown/log", 404, "not_found"],
  ["/events/%27%20or%201%3D1", 422, "validation_failed"],
  [`/events/${"x".repeat(65)}`, 422, "validation_failed"],
  ["/events?state=over", 422, "validation_failed"],
  ["/events?sport=chess", 422, "validation_failed"],
  ["/events?league=%00", 422, "validation_failed"],
  ["/events?from=yesterday", 422, "validation_failed"],
  ["/events?cursor=1", 422, "validation_failed"],
  ["/events?cursor=99999999999999.a", 422, "validation_failed"],
  [`/events/${match}/log?cursor=-1`, 422, "validation_failed"],
])("%s is refused with %i %s", async (path, status, code) => {
  const answer = await get(path);
  expect([
    answer.status,
    (answer.body as { code?: string }).code ?? (answer.body as { error?: { code: string } }).error?.code,
  ]).toEqual([status, code]);
});

test("the public log has the provider's bytes and their chain", async () => {
  const { items } = await data<{ items: { message: string; head: string; n: number }[] }>(`/events/${match}/log`);
  expect(items.map(({ n }) => n)).toEqual([1, 2]);
  expect(JSON.parse(items[1]?.message ?? "")).toMatchObject({ type: "odds_change", event: match });
  expect(items[1]?.head).toMatch(/^[0-9a-f]{64}$/);
});

type Message = {
  channel?: string;
  seq?: number;
  snapshot?: unknown;
  event?: string;
  data?: never;
  error?: { code: string };
};

async function follow(...names: readonly string[]) {
  const ws = new WebSocket(`ws://127.0.0.1:${frame.port}/ws`, {
    headers: { host: `api.fairhouse.localhost:${frame.port}` },
  });
  sockets.push(ws);
  const received: Message[] = [];
  ws.on("message", text => received.push(JSON.parse(text.toString())));
  await new Promise((resolve, reject) => ws.once("open", resolve).once("error", reject));
  ws.send(JSON.stringify({ hello: { locale: "en" } }));
  for (const sub of names) ws.send(JSON.stringify({ sub }));
  const of = (name: string) => received.filter(({ channel }) => channel === name);
  while (names.some(name => of(name).length === 0)) await new Promise(resolve => setTimeout(resolve, 5));
  return of;
}

/** Lets the board publish, and waits until the newest message is as wanted. Not long enough for a producer to be silent. */
async function arrives(newest: () => Message | undefined, wanted: object): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (i < 5) await odds.host.pass(200);
    await new Promise(resolve => setTimeout(resolve, 15));
    try {
      return expect(newest()).toMatchObject(wanted);
    } catch {}
  }
  expect(newest()).toMatchObject(wanted);
}

/** The state of the producers may come after it: the board publishes it in its first second, and again when one of them goes down. */
const newestChange = (messages: readonly Message[]) => messages.findLast(({ event }) => event === "changes");

test("a follower of an event gets its markets, then only those that changed", async () => {
  await odds.send("pre", odds.messages.odds([total("2.5", "1.9", "1.95")]));
  const name = `odds.event/${match}`;
  const of = await follow(name, "odds.event/m:none");
  expect(of("odds.event/m:none")).toMatchObject([{ error: { code: "not_found" } }]);
  expect(of(name)).toMatchObject([{ seq: 0, snapshot: { id: match, all: [{ kind: "1x2" }, { kind: "total" }] } }]);
  await odds.send("pre", odds.messages.odds([oneXTwo(three("2.1"))]));
  await arrives(() => newestChange(of(name)), {
    event: "changes",
    data: { markets: [{ kind: "1x2", open: true }], gone: [] },
  });
  await odds.send("pre", odds.messages.stop(["goals"]));
  await arrives(() => newestChange(of(name)), { data: { markets: [{ kind: "total", open: false }] } });
  await odds.send("pre", odds.messages.odds([total("2.5", "1.9", "1.95", "inactive")]));
  await arrives(() => newestChange(of(name)), { data: { markets: [], gone: ["total?total=2.5"] } });
});

test("the live list gains an event at its kick-off, shows its clock and loses it at its end", async () => {
  const of = await follow("odds.live");
  expect(of("odds.live")).toMatchObject([{ snapshot: { items: [] } }]);
  await odds.send("live", odds.messages.state("live", [[1, 0]]));
  await arrives(() => newestChange(of("odds.live")), {
    event: "changes",
    data: {
      items: [{ id: match, status: "live", play: { score: [1, 0], clock: { period: 1, running: true, pace: 15 } } }],
      gone: [],
    },
  });
  await odds.send(
    "live",
    odds.messages.state("ended", [
      [1, 0],
      [0, 0],
    ]),
  );
  await arrives(() => newestChange(of("odds.live")), { data: { items: [], gone: [match] } });
});

test("pages lock prices half a second before bets are refused, so that none look open when the heartbeat is late", async () => {
  const aged = (ms: number) =>
    odds.host.db.query(
      "UPDATE odds.heartbeats SET at = clock_timestamp() - (limit_ms - $1) * interval '1 millisecond' WHERE producer = 'pre'",
      [ms],
    );
  const isUp = async () => {
    const { feed } = await data<{ feed: { producer: string; up: boolean }[] }>(`/events/${match}`);
    return feed.find(({ producer }) => producer === "pre")?.up;
  };
  await aged(20_000);
  expect(await isUp()).toBe(true);
  await aged(400);
  expect(await odds.refusal()).toBeNull();
  expect(await isUp()).toBe(false);
});

test("followers hear of a silent producer within half a second of its row", async () => {
  const of = await follow("odds.live", `odds.event/${match}`);
  odds.feed.answers = false;
  await odds.beat(5, ["live"]);
  for (const name of ["odds.live", `odds.event/${match}`])
    await arrives(() => of(name).findLast(({ event }) => event === "feed"), {
      data: { feed: [{ producer: "live" }, { producer: "pre", up: false }] },
    });
});

test("what has ended is listed latest first with its score, and is in no other list", async () => {
  await odds.send(
    "live",
    odds.messages.state("ended", [
      [2, 0],
      [0, 1],
    ]),
  );
  const other = messagesOf(odds.feed, "m:fb:2");
  await odds.send("pre", other.fixture({ competitors, start: odds.feed.now - 600_000 }));
  await odds.send("live", other.state("ended", [[0, 0]]));
  type Page = { items: EventView[]; next_cursor: null };
  const ids = async (query: string) => (await data<Page>(`/events?${query}`)).items.map(({ id }) => id);
  expect(await ids("state=ended")).toEqual([match, "m:fb:2"]);
  expect((await data<Page>("/events?state=ended")).items[0]?.play).toMatchObject({ score: [2, 1] });
  expect(await ids("")).toEqual([]);
  expect(await ids("state=upcoming")).toEqual([]);
});

test("events are found by a part of a competitor's or league's name, and by nothing else of them", async () => {
  type Page = { items: EventView[] };
  const found = async (q: string) => (await data<Page>(`/events?${new URLSearchParams({ q })}`)).items.length;
  for (const q of ["raven", "SALTBY", " tby ", "arden first"]) expect(await found(q), q).toBe(1);
  for (const q of ["k:raven", "simulated", "football", "%%", "__", "Ives"]) expect(await found(q), q).toBe(0);
  for (const q of ["", "a", " a ", "x".repeat(65)])
    expect((await get(`/events?${new URLSearchParams({ q })}`)).status).toBe(422);
});

test("an outright is listed apart from matches, its favourite first; when it is over it names its winners and places", async () => {
  const messages = messagesOf(odds.feed, "o:cup:1");
  const entrants = ["Amber", "Birch", "Cedar", "Dale"].map(name => ({ id: `k:${name.toLowerCase()}`, name }));
  const outcomes = ["6", "2.4", "3.1", "9"].map((price, index) => ({ id: entrants[index]?.id ?? "", price }));
  await odds.send(
    "pre",
    messages.fixture({ kind: "outright", section: 2, competitors: entrants, tournament: { id: "t:cup", name: "Cup" } }),
    messages.odds([{ id: "outright_winner", spec: "", status: "active", outcomes }]),
  );
  const ids = async (query: string) =>
    (await data<{ items: EventView[] }>(`/events${query}`)).items.map(({ id }) => id);
  expect(await ids("?state=upcoming")).toEqual([match]);
  expect(await ids("?state=upcoming&kind=outright")).toEqual(["o:cup:1"]);
  expect(await ids("?events=o:cup:1")).toEqual(["o:cup:1"]);
  expect(await ids("?q=birch")).toEqual(["o:cup:1"]);
  expect((await get("/events?kind=cup")).body.errors).toEqual({ kind: ["kind_invalid"] });
  const [listed] = (await data<{ items: EventView[] }>("/events?kind=outright")).items;
  expect(listed).toMatchObject({ home: null, away: null, play: null, outright: { section: 2, winners: [] } });
  expect(listed?.outright?.names).toEqual({ "k:birch": "Birch", "k:cedar": "Cedar", "k:amber": "Amber" });
  const details = await data<EventDetails>("/events/o:cup:1");
  expect(details.all[0]?.outcomes.map(({ id }) => id)).toEqual(["k:birch", "k:cedar", "k:amber", "k:dale"]);
  expect(details.standings).toEqual([]);

  const standings = [1, 1, 3, 4].map((place, index) => ({ entrant: entrants[index]?.id, place }));
  await odds.host.pass(5);
  await odds.send("pre", Object.assign(messages.state("live", [])));
  expect(await ids("?state=live")).toEqual([]);
  await odds.send("pre", Object.assign(messages.state("ended", []), { standings }));
  const [ended] = (await data<{ items: EventView[] }>("/events?state=ended")).items;
  expect(ended).toMatchObject({ id: "o:cup:1", outright: { winners: ["Amber", "Birch"] } });
  expect((await data<EventDetails>("/events/o:cup:1")).standings).toEqual(standings);
});
