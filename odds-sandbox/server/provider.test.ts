import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { Fact } from "../model/goals/match.ts";
import type { Message } from "../shared/protocol.ts";
import { TestProvider } from "../testing/test-provider.ts";

const open: TestProvider[] = [];
function start(options?: ConstructorParameters<typeof TestProvider>[0]): TestProvider {
  const provider = new TestProvider(options);
  open.push(provider);
  return provider;
}
afterEach(() => {
  for (const provider of open.splice(0)) provider.remove();
});

const quickRound = 7.5 * 60_000;
const typesOf = (messages: readonly Message[], event: string) =>
  messages.filter(message => "event" in message && message.event === event);

/** A match of which everything was said, from its opening to its seed. */
function wholeMatch(messages: readonly Message[]): string {
  const opened = new Set(
    messages.flatMap(one => (one.type === "fixture" && one.status === "not_started" ? [one.event] : [])),
  );
  const closed = messages.flatMap(one => (one.type === "event_state" && one.status === "closed" ? [one.event] : []));
  return required(
    closed.find(event => opened.has(event)),
    "no match was said from start to end",
  );
}

test("frames are signed, numbered without gaps and chained; every event counts its messages", () => {
  const provider = start();
  provider.run(3 * quickRound);
  expect(provider.brokenChain("pre")).toBeUndefined();
  expect(provider.brokenChain("live")).toBeUndefined();
  const numbers = new Map<string, number>();
  for (const message of provider.messages()) {
    if (!("event" in message)) continue;
    expect(message.n).toBe((numbers.get(message.event) ?? 0) + 1);
    numbers.set(message.event, message.n);
  }
  const beats = provider.frames("live").filter(({ messages }) => messages.some(({ type }) => type === "alive"));
  expect(beats.length).toBeGreaterThanOrEqual((3 * quickRound) / 1000 - 2);
});

test("a match goes from its opening over the hand-over to its results and its seed", () => {
  const provider = start();
  provider.run(4 * quickRound);
  const event = wholeMatch(provider.messages());
  const said = typesOf(provider.messages(), event);
  const fixture = said.find(one => one.type === "fixture");
  const closed = said.find(one => one.type === "event_state" && one.status === "closed");
  expect(said[0]?.type).toBe("fixture");
  expect(
    said.filter(one => one.type === "odds_change" && one.markets.some(({ status }) => status === "handed_over")).length,
  ).toBe(1);
  const settled = new Map<string, unknown>(
    said.flatMap(one =>
      one.type === "bet_settlement" && one.certainty === 2
        ? one.markets.map(m => [`${m.id}?${m.spec}` as string, m] as const)
        : [],
    ),
  );
  const offered = new Set(
    said.flatMap(one => (one.type === "odds_change" ? one.markets.map(({ id, spec }) => `${id}?${spec}`) : [])),
  );
  expect([...offered].filter(name => !settled.has(name))).toEqual([]);
  const proof = provider.provider.verify(event);
  expect(closed?.type === "event_state" && closed.seed).toBe(proof.seed);
  expect(fixture?.type === "fixture" && fixture.commitment).toBe(proof.commitment);
  const goals = (proof.facts as readonly Fact[]).filter(({ kind }) => kind === "goal");
  const total = closed?.type === "event_state" ? closed.score.total : undefined;
  expect(total).toEqual([
    goals.filter(({ side }) => side === "home").length,
    goals.filter(({ side }) => side === "away").length,
  ]);
});

test("betting stops at a goal and reopens with new prices; no price is active in between", () => {
  const provider = start();
  provider.run(3 * quickRound);
  const stopped = new Set<string>();
  let stops = 0;
  for (const message of provider.messages()) {
    if (message.type === "bet_stop" && message.groups === "all") {
      stopped.add(message.event);
      stops++;
    }
    if (message.type === "odds_change" && (message.reason === "incident" || message.reason === "hand_over"))
      stopped.delete(message.event);
    if (message.type === "odds_change" && stopped.has(message.event)) {
      expect(
        message.markets.filter(({ status }) => status === "active"),
        JSON.stringify(message).slice(0, 200),
      ).toEqual([]);
    }
  }
  expect(stops).toBeGreaterThan(8);
});

test("the seed of an open event stays secret", () => {
  const provider = start();
  provider.run(1000);
  const live = required(
    provider.provider.open().find(({ live }) => live),
    "a live event",
  );
  expect(() => provider.provider.verify(live.event.id)).toThrow(/revealed when it is closed/);
  expect(() => provider.provider.verify("m:quick1:1:99:1")).toThrow(/no event/);
  expect(() => provider.provider.verify("../events.key")).toThrow(/no event/);
});

test("the same seeds give the same bytes twice; another secret gives other results under the same names", () => {
  const runs = ["1", "1", "2"].map(secrets => {
    const provider = start({ secrets });
    provider.run(quickRound);
    return provider.texts;
  });
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]).not.toEqual(runs[2]);
  const names = (texts: readonly string[] | undefined) =>
    texts
      ?.join()
      .match(/"name":"[^"]+"/g)
      ?.slice(0, 50);
  expect(names(runs[0])).toEqual(names(runs[2]));
});

test("after kill -9 and a restart frames go on with the next number, and what was missed is sent once", () => {
  const [cut, whole] = [start(), start()];
  whole.run(4 * quickRound);
  cut.run(quickRound);
  // Half a line, as a process leaves it that is killed while it writes.
  const file = readdirSync(join(cut.folder, "frames")).filter(name => name.startsWith("live") && name.endsWith(".log"));
  appendFileSync(join(cut.folder, "frames", required(file.at(-1), "a log")), '1234 99 AAAA.{"prod');
  cut.now += 100_000;
  cut.restart();
  cut.run(3 * quickRound - 100_000);
  expect(cut.brokenChain("live")).toBeUndefined();
  expect(cut.brokenChain("pre")).toBeUndefined();
  const results = (provider: TestProvider) =>
    provider
      .messages()
      .flatMap(one =>
        one.type === "bet_settlement"
          ? one.markets.map(market => `${one.event} ${one.certainty} ${JSON.stringify(market)}`)
          : [],
      )
      .sort();
  expect(results(cut)).toEqual(results(whole));
});

test("a downtime longer than a match still brings its results", () => {
  const provider = start();
  provider.run(30_000);
  const live = provider.provider
    .open()
    .filter(({ live }) => live)
    .map(({ event }) => event.id);
  expect(live.length).toBeGreaterThan(0);
  const before = provider.texts.length;
  provider.now += 5 * 3_600_000;
  provider.restart();
  provider.run(1000);
  const closed = provider
    .messages(before)
    .flatMap(one => (one.type === "event_state" && one.status === "closed" ? [one.event] : []));
  expect(closed).toEqual(expect.arrayContaining(live));
});

test("recovery sends the stored frames again, byte for byte, then says that it is complete", () => {
  const provider = start();
  provider.run(60_000);
  const sent = provider.texts.filter(text => text.includes('"producer":"live"'));
  const { epoch, frame } = required(provider.frames("live")[9], "a tenth frame");
  const before = provider.texts.length;
  provider.provider.recover({ producer: "live", epoch, after: frame, request: "r1" });
  expect(() => provider.provider.recover({ producer: "live", epoch, after: 0, request: "r2" })).toThrow(
    /being recovered/,
  );
  provider.run(1000);
  const recovered = provider.texts.slice(before).filter(text => text.includes('"producer":"live"'));
  expect(recovered.slice(0, sent.length - 10)).toEqual(sent.slice(10));
  const last = provider.messages(before).filter(({ type }) => type === "snapshot_complete");
  expect(last).toEqual([expect.objectContaining({ request: "r1" })]);
});

test("recovery across epochs sends every result since, in order, then a snapshot of each open event", () => {
  const provider = start();
  provider.run(10_000);
  const { epoch, frame } = required(provider.frames("live").at(-1), "a frame");
  const missed = provider.texts.length;
  provider.run(2 * quickRound);
  const results = provider.messages(missed).filter(one => one.type === "bet_settlement" && one.certainty === 2);
  expect(results.length).toBeGreaterThan(5);
  provider.provider.chaos({ fault: "new_epoch", producer: "live" });
  const before = provider.texts.length;
  provider.provider.recover({ producer: "live", epoch, after: frame, request: "r" });
  provider.run(200);
  const said = provider.messages(before);
  const again = said.filter(({ type }) => type === "bet_settlement" || type === "bet_cancel");
  expect(again.map(one => ("n" in one ? `${one.event} ${one.n}` : ""))).toEqual(
    expect.arrayContaining(results.map(one => ("n" in one ? `${one.event} ${one.n}` : ""))),
  );
  const lives = provider.provider
    .open()
    .filter(({ live }) => live)
    .map(({ event }) => event.id);
  const snapshots = said.flatMap(one => (one.type === "odds_change" && one.reason === "snapshot" ? [one.event] : []));
  expect(new Set(snapshots)).toEqual(new Set(lives));
  expect(said.at(-1)?.type === "snapshot_complete" || said.some(({ type }) => type === "snapshot_complete")).toBe(true);
});

test("a quote prices every subset together, and refuses what cannot be combined", () => {
  const provider = start({ leagues: ["league1"] });
  provider.run(200);
  const { event } = required(
    provider.provider.open().find(({ live }) => !live),
    "an event",
  );
  const leg = (market: string, outcome: string, spec = "") => ({ market, spec, outcome });
  const legs = [leg("1x2", "home"), leg("total", "over", "total=2.5"), leg("both_score", "yes")];
  const quote = provider.provider.quote(event.id, legs);
  expect(quote.subsets.length).toBe(7);
  expect(quote.expires - quote.at).toBe(10_000);
  expect(quote.versions.every(version => version > 0)).toBe(true);
  const all = required(
    quote.subsets.find(part => part.legs.length === 3),
    "all legs",
  );
  expect(Number(all.price) * all.p).toBeLessThanOrEqual(1);
  const singles = quote.subsets.filter(part => part.legs.length === 1).map(({ p }) => p);
  expect(all.p).toBeGreaterThan(singles.reduce((product, p) => product * p, 1));
  const refused = (list: readonly ReturnType<typeof leg>[]) => () => provider.provider.quote(event.id, list);
  expect(refused([leg("1x2", "home"), leg("1x2", "away")])).toThrow(/cannot all win/);
  expect(refused([leg("1x2", "home"), leg("double_chance", "home_draw")])).toThrow(/follows from/);
  expect(refused([leg("1x2", "home"), leg("1x2", "home")])).toThrow(/twice/);
  expect(refused([leg("1x2", "home"), leg("total", "over", "total=2")])).toThrow(/refunded/);
  expect(refused([leg("1x2", "home"), leg("1x2", "nobody-home")])).toThrow(/no outcome/);
  expect(refused([leg("1x2", "home"), leg("total", "over", "total=2.50")])).toThrow(/not offered/);
  expect(() => provider.provider.quote("m:none:1:1:1", legs)).toThrow(/no open event/);
});
