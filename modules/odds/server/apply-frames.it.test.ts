import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db, Tx } from "#kit/db/db.ts";
import type { Bus } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { decodeFrame, publicKeyOf } from "../providers/sandbox/decode-frame.ts";
import type { Frame } from "../shared/feed.ts";
import { match, messagesOf, oneXTwo, three, total } from "../testing/messages.ts";
import { TestFeed } from "../testing/test-feed.ts";
import { testOdds } from "../testing/test-odds.ts";
import { applyFrames } from "./apply-frames.ts";
import { takeFrames, takeLeaderEpoch } from "./feed-store.ts";

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: ["odds"] });
});
afterAll(() => host.close());

type Speaker = ReturnType<typeof messagesOf>;

const goal = (id: string) => ({ id, kind: "goal", side: "home", clock: 600, period: 1, at: host.clock.now() });
const score = [
  [1, 0],
  [0, 0],
] as const;

/** What a provider may say of a match, in any order: right, repeated, too early, taken back, unreadable. */
const sayings: Readonly<Record<string, (said: Speaker) => object>> = {
  fixture: said => said.fixture(),
  otherSides: said => said.fixture({ competitors: [{ id: "k:saltby" }, { id: "k:ravenmoor" }] }),
  cancelled: said => Object.assign(said.fixture(), { type: "fixture_change", change: "cancelled" }),
  prices: said => said.odds(),
  lowerPrices: said => said.odds([oneXTwo(three("1.98"))]),
  jump: said => said.odds([oneXTwo(three("9"))]),
  totals: said => said.odds([total("2.5", "2", "2"), total("3.5", "2.6", "1.6")]),
  notMonotone: said => said.odds([total("3.5", "1.8", "2.1")]),
  half: said => said.odds([{ id: "half_1x2", spec: "half=1", status: "active", outcomes: three() }]),
  closed: said => said.odds([oneXTwo(three(), "suspended")]),
  handedOver: said => said.odds([oneXTwo(three(), "handed_over")], { reason: "hand_over" }),
  unknownKind: said => said.odds([{ id: "moon", spec: "", status: "active", outcomes: three() }]),
  withoutMarkets: said => Object.assign(said.odds(), { markets: undefined }),
  early: said => said.odds([oneXTwo()], { at: 0 }),
  backwards: said => said.odds([oneXTwo()], { n: 1 }),
  stop: said => said.stop(),
  stopGoals: said => said.stop(["goals"]),
  notStarted: said => said.state("not_started", []),
  begun: said => said.state("live", [[0, 0]]),
  goal: said => said.state("live", [[1, 0]], [goal("g1")]),
  secondGoal: said => said.state("live", [[2, 0]], [goal("g2"), goal("g1")]),
  goalCancelled: said => said.state("live", [[0, 0]], [Object.assign({ cancelled: true }, goal("g1"))]),
  ended: said => said.state("ended", score),
  home: said => said.settlement("home"),
  away: said => said.settlement("away"),
  seen: said => said.settlement("home", { certainty: 1 }),
  // Decided too late to be believed, and of a kind that nobody lists.
  badResult: said => {
    const star = { id: "star", spec: "", decided_at: host.clock.now() + 3_600_000 };
    const outcomes = [{ id: "home", result: 1, void_factor: 0, dead_heat: 1 }];
    return Object.assign(said.settlement("home"), { markets: [Object.assign({ outcomes }, star)] });
  },
  rolledBack: said => said.rollback(),
  void: said => said.cancel(),
  voidAgain: said => said.cancel({ n: 2 }),
  restored: said => said.rollbackCancel(),
};

/** A provider's frame; frames of one producer that follow each other are applied together, but for those that are cut off. */
const frame = fc.record({
  producer: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string>("pre") },
    { weight: 1, arbitrary: fc.constant<string>("live") },
  ),
  isCut: fc.oneof(
    { weight: 4, arbitrary: fc.constant<boolean>(false) },
    { weight: 1, arbitrary: fc.constant<boolean>(true) },
  ),
  isRecovering: fc.boolean(),
  messages: fc.array(
    fc.record({
      event: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string>(match) },
        { weight: 1, arbitrary: fc.constant<string>("m:fb:0") },
      ),
      say: fc.constantFrom(...Object.values(sayings)),
    }),
    { maxLength: 3 },
  ),
});
type Said = typeof frame extends fc.Arbitrary<infer T> ? T : never;

interface Sent extends Pick<Said, "isCut" | "isRecovering"> {
  readonly frame: Frame;
}

function framesOf(feed: TestFeed, script: readonly Said[]): readonly Sent[] {
  const speakers = new Map<string, Speaker>();
  const key = publicKeyOf(feed.publicKey);
  return script.map(({ producer, messages, isCut, isRecovering }) => {
    const spoken = messages.map(({ event, say }) => {
      const speaker = speakers.get(event) ?? messagesOf(feed, event);
      speakers.set(event, speaker);
      return say(speaker);
    });
    const decoded = decodeFrame(Buffer.from(feed.make(producer, spoken).text), producer, [key]);
    if ("fault" in decoded) throw new Error(`a frame of the test is wrong: ${decoded.fault}`);
    return { frame: decoded, isCut, isRecovering };
  });
}

/** Everything that can be said of a match, twice, by one producer and then by the other. */
const everything: readonly Said[] = ["pre", "live"].flatMap(producer =>
  [...Object.values(sayings), ...Object.values(sayings)].map(say => {
    const messages = [{ event: match, say }];
    return { producer, isCut: false, isRecovering: false, messages };
  }),
);

class RolledBack extends Error {}

/** What stands in the tables, and what was published, after these frames; all of it is rolled back. */
async function outcomeOf(db: Db, sent: readonly Sent[], isGrouped: boolean): Promise<unknown> {
  const leader = await takeLeaderEpoch(db, ["live", "pre"], 60_000);
  let seen: unknown;
  const work = async (tx: Tx) => {
    const published: { readonly type: string; readonly event: unknown }[] = [];
    const publish: Bus["publish"] = async (_tx, type, payload) =>
      void published.push({ type: type.name, event: payload });
    const bus = Object.assign({}, host.bus, { publish });
    for (let at = 0; at < sent.length; ) {
      const run = [required(sent[at], "a frame")];
      for (let next = sent[at + 1]; isGrouped && next && !next.isCut; next = sent[at + run.length]) {
        if (next.frame.producer !== run[0]?.frame.producer) break;
        run.push(next);
      }
      at += run.length;
      const { producer } = required(run[0], "a frame").frame;
      const arrived = run.map(each => Object.assign({ arrived: each.frame.sent + each.frame.frame }, each));
      const taken = required(await takeFrames(tx, leader, arrived), "the leader");
      const frames = taken.map(({ frame, arrived: now, isRecovering }) => {
        const context = { producer, sent: frame.sent, now, offsetMs: now % 7, isRecovering };
        return { frame, context };
      });
      await applyFrames(tx, bus, producer, frames);
    }
    seen = { rows: await rowsOf(tx), published: await named(tx, published) };
    throw new RolledBack();
  };
  await db.tx(work).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return seen;
}

/** Every row of the feed; ids of markets are numbers of a sequence, so markets go by their names. */
async function rowsOf(tx: Tx): Promise<unknown> {
  const texts = [
    "SELECT to_jsonb(e) AS row FROM odds.events e ORDER BY id",
    "SELECT to_jsonb(m) - 'id' AS row FROM odds.markets m ORDER BY event, kind, spec",
    "SELECT to_jsonb(i) AS row FROM odds.incidents i ORDER BY event, id",
    `SELECT to_jsonb(c) - 'id' - 'market' || jsonb_build_object('of', m.event || m.kind || m.spec) AS row
     FROM odds.cancels c JOIN odds.markets m ON m.id = c.market ORDER BY m.event, m.kind, m.spec, c.n`,
    "SELECT to_jsonb(l) AS row FROM odds.messages l ORDER BY event, position",
    "SELECT to_jsonb(a) - 'id' AS row FROM odds.alarms a ORDER BY id",
    "SELECT to_jsonb(f) AS row FROM odds.frames f ORDER BY producer, epoch, frame",
    "SELECT to_jsonb(p) - 'leader_epoch' AS row FROM odds.positions p ORDER BY producer",
  ];
  const tables: unknown[] = [];
  for (const text of texts) tables.push((await tx.query<{ row: unknown }>(text)).rows.map(({ row }) => row));
  return JSON.parse(JSON.stringify(tables).replace(/"applied":"[^"]*"/g, '"applied":""'));
}

async function named(tx: Tx, published: readonly { readonly type: string; readonly event: unknown }[]) {
  const { rows } = await tx.query<{ id: bigint; name: string }>(
    "SELECT id, event || kind || spec AS name FROM odds.markets",
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return JSON.parse(JSON.stringify(published, (_key, value) => (typeof value === "bigint" ? names.get(value) : value)));
}

test("frames applied together leave the rows and the events of frames applied one by one", async () => {
  const script = fc.array(frame, { minLength: 15, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(script, async said => {
      const sent = framesOf(new TestFeed(host.clock), said);
      const grouped = await outcomeOf(host.db, sent, true);
      expect(grouped).toEqual(await outcomeOf(host.db, sent, false));
    }),
    { numRuns: Number(process.env.FRAMES ?? 12), seed: 771, examples: [[[...everything]]] },
  );
});

/** Frames that say nothing, behind those that count: fewer are applied one by one. */
const waiting = 50;

async function backlog() {
  const odds = await testOdds();
  await odds.openMatch();
  const hits = (name: string) => odds.host.failpoints.hits(`odds.frame.${name}`);
  const before = { formed: hits("formed"), committed: hits("committed") };
  return Object.assign(odds, {
    async deliverPrices() {
      const frames = ["2.04", "2.05", "2.06"].map(home =>
        odds.feed.make("pre", [odds.messages.odds([oneXTwo(three(home))])]),
      );
      const silent = Array.from({ length: waiting }, () => odds.feed.make("pre", []));
      for (const { text } of [...frames, ...silent]) odds.feed.deliver("pre", text);
      await odds.settle();
    },
    transactions: () => ({ formed: hits("formed") - before.formed, committed: hits("committed") - before.committed }),
    logged: () =>
      odds.readValue(
        "SELECT array_agg(frame::int ORDER BY position) AS value FROM odds.messages WHERE type = 'odds_change'",
      ),
  });
}

test("of many frames that wait, ten are one transaction; few are applied one by one", async () => {
  const odds = await backlog();
  await odds.deliverPrices();
  expect((await odds.leg())?.price).toBe(2060);
  expect(odds.transactions()).toEqual({ formed: 1 + (3 + waiting - 10), committed: 3 + waiting });
  await odds.close();
});

test("a frame that cannot be stored takes no other of its backlog with it", async () => {
  const odds = await backlog();
  const position = await odds.readValue<bigint>("SELECT frame AS value FROM odds.positions WHERE producer = 'pre'");
  const bad = Number(position) + 2;
  await odds.host.db.query(`ALTER TABLE odds.messages ADD CHECK (frame <> ${bad})`);
  await odds.deliverPrices();
  // It is tried three times.
  await odds.host.passUntil(async () => (await odds.leg())?.price === 2060);
  expect(await odds.refusal()).toBeNull();
  expect(await odds.alarms()).toEqual(["apply_failed"]);
  expect(await odds.logged()).toEqual([bad - 2, bad - 1, bad + 1]);
  await odds.close();
});

test.each(["formed", "committed"])("a backlog interrupted when it is %s is applied once", async moment => {
  const odds = await backlog();
  odds.host.failpoints.arm(`odds.frame.${moment}`, () => {
    throw new Error("interrupted");
  });
  await odds.deliverPrices();
  expect((await odds.leg())?.price).toBe(2060);
  expect(await odds.logged()).toHaveLength(4);
  expect(await odds.alarms()).toEqual([]);
  await odds.close();
});
