import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { oneXTwo, total } from "#modules/odds/testing/messages.ts";
import { verifySlip } from "../shared/verify-slip.ts";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

const day = 86_400_000;
const seed = "5e".repeat(32);
const commitment = toHex(nobleHashes.sha256(required(parseHex(seed), "a seed")));

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

type Proven = Awaited<ReturnType<TestSportsbook["proofOf"]>>;
const verified = ({ proof, frames }: Proven) => verifySlip(nobleHashes, proof, frames);
/** The steps that differ, as `key` or `key subject`. */
const differences = (given: Proven) =>
  verified(given).steps.flatMap(({ key, subject, state }) => (state === "differs" ? [`${key} ${subject}`.trim()] : []));

/** Publishes the roots of everything that was collected so far. */
async function passMidnight(): Promise<void> {
  await sportsbook.betting.collectReceipts();
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + day);
  await sportsbook.betting.collectReceipts();
}

/** Alice's double on two matches: accepted, won, corrected to lost, and published. */
async function correctedDouble(name: string) {
  const [first, second] = [`m:${name}1`, `m:${name}2`];
  await sportsbook.openMatches([first, second]);
  const alice = await sportsbook.player("100");
  const placed = await sportsbook.place(alice, { kind: "accumulator", unit: "10", legs: [home(first), home(second)] });
  for (const event of [first, second])
    await sportsbook.endMatch(event, [
      [1, 0],
      [0, 0],
    ]);
  await sportsbook.settle();
  await sportsbook.endMatch(second, [
    [1, 0],
    [0, 1],
  ]);
  await sportsbook.settle();
  return { id: placed.body.data.id as string, receipt: placed.body.data.receipt as string, alice, first, second };
}

test("a slip that was won and corrected is verified: receipts, roots, logs, frames, prices, facts and payouts", async () => {
  const { id, receipt, alice, second } = await correctedDouble("a");
  const early = await sportsbook.proofOf(id);
  expect(early.proof.receipt.hash).toBe(receipt);
  expect(verified(early)).toMatchObject({ verdict: "pending" });
  await passMidnight();
  const given = await sportsbook.proofOf(id);
  const found = verified(given);
  expect(found.steps.filter(({ state }) => state !== "equal")).toEqual([]);
  expect(found.verdict).toBe("matches");
  expect(given.proof.receipt.hash).toBe(receipt);
  expect((await sportsbook.read(alice, id)).body.data.receipt).toBe(receipt);
  const payouts = found.steps.filter(({ key }) => key === "payout").map(({ line }) => line);
  expect(payouts).toEqual([expect.stringContaining("settled 41.209 0"), expect.stringContaining("settled 0 0")]);
  expect(found.steps.find(({ key, subject }) => key === "facts" && subject === "2")?.line).toContain(
    `${second} ended 1:1`,
  );
});

test("one changed byte of a receipt, a root, a price, a fact, a frame, a result, a revision or the books is named", async () => {
  const { id, second } = await correctedDouble("b");
  await passMidnight();
  const change = async (edit: (given: Proven) => void) => {
    const given = structuredClone(await sportsbook.proofOf(id));
    edit(given);
    return differences(given);
  };
  const eventOf = ({ proof }: Proven) =>
    required(
      proof.events.find(({ event }) => event === second),
      "the event",
    );
  const entryOf = (given: Proven, type: string) =>
    required(
      eventOf(given).entries.findLast(each => each.type === type),
      type,
    );
  const edit = (given: Proven, type: string, from: string, to: string) => {
    const entry = entryOf(given, type);
    expect(entry.message).toContain(from);
    entry.message = required(entry.message, "a text").replace(from, to);
  };
  expect(await change(() => undefined)).toEqual([]);
  expect(
    await change(({ proof }) => {
      proof.receipt.text = proof.receipt.text.replace('"price":"2.03"', '"price":"2.04"');
    }),
  ).toEqual(["receipt", "receipt_signature", "receipt_root", "price 1", "payout 1"]);
  expect(
    await change(({ proof }) => {
      const included = required(proof.receipt.included, "published");
      included.root = `${included.root.startsWith("0") ? "1" : "0"}${included.root.slice(1)}`;
    }),
  ).toEqual(["receipt_root"]);
  expect(await change(given => edit(given, "odds_change", '"2.03"', '"2.04"'))).toEqual([
    `log ${second}`,
    `frames ${second}`,
    "price 2",
  ]);
  expect(await change(given => edit(given, "event_state", '"total":[1,1]', '"total":[2,1]'))).toContain(
    `log ${second}`,
  );
  const moved = await change(given => edit(given, "event_state", "[[1,0],[0,1]]", "[[1,0],[0,0]]"));
  expect(moved).toEqual([`log ${second}`, `frames ${second}`, "facts 2", "payout 2"]);
  expect(await change(given => edit(given, "bet_settlement", '"result":0', '"result":1'))).toEqual([
    `log ${second}`,
    `frames ${second}`,
    "facts 2",
    "payout 2",
  ]);
  expect(
    await change(given => {
      const { producer, epoch, frame } = entryOf(given, "bet_settlement");
      const name = `${producer}/${epoch}/${frame}`;
      const { signature, body } = required(given.frames.get(name), "a frame");
      given.frames.set(name, { signature, body: `${body} ` });
    }),
  ).toEqual([`frames ${second}`]);
  expect(
    await change(given => {
      const { hashes } = eventOf(given);
      eventOf(given).hashes = `${hashes.startsWith("A") ? "B" : "A"}${hashes.slice(1)}`;
    }),
  ).toEqual([`log ${second}`]);
  expect(
    await change(({ proof }) => {
      const revision = required(proof.revisions[0], "a revision");
      revision.text = revision.text.replace('"payout":"41.209"', '"payout":"41.208"');
    }),
  ).toEqual(["revision 1", "revision_signature 1", "revision_root 1", "payout 1"]);
  expect(
    await change(({ proof }) => {
      proof.stands.payout = "41.209";
    }),
  ).toEqual(["stands"]);
  expect(
    await change(({ proof }) => {
      proof.revisions.pop();
    }),
  ).toEqual(["stands"]);
});

test("a changed row of the database is named: of a leg, of a revision, of a message", async () => {
  const { id, second } = await correctedDouble("c");
  await passMidnight();
  const { db } = sportsbook.host;
  const tampered = async (sql: string) => {
    await db.tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      await tx.query(sql);
    });
    return differences(await sportsbook.proofOf(id));
  };
  const { key } = required(sportsbook.bets.ids.open(id), "an id");
  expect(
    await tampered(
      `UPDATE betting.receipts SET text = replace(text, '"payout":"41.209"', '"payout":"41.309"') WHERE key = '${key}'`,
    ),
  ).toEqual(["revision 1", "revision_signature 1", "revision_root 1", "payout 1"]);
  await tampered(
    `UPDATE betting.receipts SET text = replace(text, '"payout":"41.309"', '"payout":"41.209"') WHERE key = '${key}'`,
  );
  expect(
    await tampered(`UPDATE odds.messages SET message = replace(message, '[1,1]', '[1,2]') WHERE event = '${second}'`),
  ).toContain(`log ${second}`);
  await tampered(`UPDATE odds.messages SET message = replace(message, '[1,2]', '[1,1]') WHERE event = '${second}'`);
  expect(
    await tampered(`UPDATE odds.frames SET body = replace(body, '${second}', '${second.replace("2", "3")}')`),
  ).toContain(`frames ${second}`);
  await tampered(`UPDATE odds.frames SET body = replace(body, '${second.replace("2", "3")}', '${second}')`);
  expect(differences(await sportsbook.proofOf(id))).toEqual([]);
  await expect(db.query(`UPDATE betting.receipts SET index = 7 WHERE key = '${key}'`)).rejects.toThrow("never changed");
});

test("a cashed out part is held against its receipt, and the rest is settled from the log", async () => {
  await sportsbook.openMatches(["m:d1"]);
  const dora = await sportsbook.player("100");
  const { id } = (await sportsbook.place(dora, single("m:d1"))).body.data;
  const offer = (await sportsbook.read(dora, id)).body.data.cash_out;
  const out = await sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
    token: dora,
    body: { offer, share: 50 },
    key: sportsbook.host.ids.next(),
  });
  expect(out.status, out.text).toBe(200);
  await sportsbook.endMatch("m:d1", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  await passMidnight();
  const found = verified(await sportsbook.proofOf(id));
  expect(found.verdict).toBe("matches");
  expect(found.steps.filter(({ key }) => key === "payout").map(({ state }) => state)).toEqual(["stated", "equal"]);
});

test("the seed that an event revealed is the one its fixture committed to, else the step names it", async () => {
  const messages = sportsbook.messagesFor("m:s1");
  await sportsbook.send("pre", Object.assign(messages.fixture(), { commitment }), messages.odds());
  const sam = await sportsbook.player("100");
  const { id } = (await sportsbook.place(sam, single("m:s1"))).body.data;
  const seedStep = async () => verified(await sportsbook.proofOf(id)).steps.find(({ key }) => key === "seed");
  expect(await seedStep()).toMatchObject({ state: "pending" });
  const ended = [
    [0, 0],
    [0, 0],
  ] as const;
  await sportsbook.send("live", Object.assign(messages.state("ended", ended), { seed: "00".repeat(32) }));
  expect(await seedStep()).toMatchObject({ state: "differs" });
  await sportsbook.send("live", Object.assign(messages.state("ended", ended), { seed }));
  expect(await seedStep()).toMatchObject({ state: "equal" });
});

test("a market that was cancelled, a late bet and an event that never began are verified by their reasons", async () => {
  await sportsbook.openMatches(["m:v1", "m:v2", "m:v3"]);
  const vera = await sportsbook.player("100");
  const ids: string[] = [];
  for (const event of ["m:v1", "m:v3"]) ids.push((await sportsbook.place(vera, single(event))).body.data.id);
  const started = sportsbook.feed.feed.now;
  await sportsbook.feed.beat(5);
  ids.push((await sportsbook.place(vera, single("m:v2"))).body.data.id);
  await sportsbook.send("pre", sportsbook.messagesFor("m:v1").cancel());
  const kickOff = { id: "i1", kind: "period_start", period: 1, clock: 0, at: started };
  await sportsbook.send("live", sportsbook.messagesFor("m:v2").state("live", [[0, 0]], [kickOff]));
  await sportsbook.endMatch("m:v2", [
    [1, 0],
    [0, 0],
  ]);
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + 2 * day + 3_600_000);
  await sportsbook.betting.jobs?.find(({ name }) => name === "betting-overdue")?.run({});
  await sportsbook.settle();
  await passMidnight();
  for (const id of ids) {
    const found = verified(await sportsbook.proofOf(id));
    expect([id, found.verdict, found.steps.find(({ key }) => key === "payout")?.line]).toEqual([
      id,
      "matches",
      expect.stringContaining("voided 0 0"),
    ]);
  }
});

test("anyone with the id reads a proof; another id finds nothing", async () => {
  expect((await sportsbook.api.call(`GET /api/v1/betting/slips/${"A".repeat(43)}/proof`)).status).toBe(404);
  expect((await sportsbook.api.call("GET /api/v1/betting/slips/x/proof")).status).toBe(404);
});

test("a builder that was won is verified: its prices in the log, and the payout at the quoted price of both", async () => {
  await sportsbook.openMatches(["m:bb"], [oneXTwo(), total("2.5", "2.1", "1.7")]);
  const { rows } = await sportsbook.host.db.query<{ n: bigint }>(
    "SELECT n FROM odds.markets WHERE event = 'm:bb' ORDER BY kind",
  );
  const p = 0.2;
  sportsbook.quotes.next = {
    quote: "q",
    expires: sportsbook.host.clock.now() + 10_000,
    versions: rows.map(({ n }) => Number(n)),
    subsets: [
      { legs: [0], price: 2_030, p },
      { legs: [1], price: 2_100, p },
      { legs: [0, 1], price: 3_550, p },
    ],
  };
  const alice = await sportsbook.player("100");
  const legs = [home("m:bb"), { event: "m:bb", market: "total", spec: "total=2.5", outcome: "over", price: "2.1" }];
  const named = legs.map(({ event: _event, price: _price, ...leg }) => leg);
  const quoted = await sportsbook.api.call("POST /api/v1/betting/quotes", {
    token: alice,
    body: { event: "m:bb", legs: named },
  });
  const placed = await sportsbook.place(alice, { kind: "builder", unit: "10", quote: quoted.body.data.quote, legs });
  expect(placed.status, placed.text).toBe(201);
  const over = ["over", "under"].map(id => ({ id, result: id === "over" ? 1 : 0, void_factor: 0, dead_heat: 1 }));
  const homeWon = ["home", "draw", "away"].map(id => ({
    id,
    result: id === "home" ? 1 : 0,
    void_factor: 0,
    dead_heat: 1,
  }));
  const decidedAt = sportsbook.host.clock.now() + 1_000;
  await sportsbook.endMatch(
    "m:bb",
    [
      [2, 0],
      [1, 0],
    ],
    {
      markets: [
        { id: "1x2", spec: "", decided_at: decidedAt, outcomes: homeWon },
        { id: "total", spec: "total=2.5", decided_at: decidedAt, outcomes: over },
      ],
    },
  );
  await sportsbook.settle();
  await passMidnight();
  const given = await sportsbook.proofOf(placed.body.data.id);
  expect(verified(given).steps.filter(({ state }) => state !== "equal")).toEqual([]);
  expect(verified(given).steps.find(({ key }) => key === "payout")?.line).toContain("settled 35.5 0");
  const raised = structuredClone(given);
  raised.proof.receipt.text = raised.proof.receipt.text.replace("3550", "3660");
  expect(differences(raised)).toEqual(expect.arrayContaining(["receipt", "payout 1"]));
});

test("a price that operators set is stated instead of compared with the provider's; without the mark it differs", async () => {
  await sportsbook.openMatches(["m:own"]);
  await sportsbook.host.db.query(`UPDATE odds.markets SET terms = '{"power": 900}' WHERE event = 'm:own'`);
  const alice = await sportsbook.player("100");
  const placed = await sportsbook.place(alice, Object.assign({ policy: "any" }, single("m:own")));
  expect(placed.status, placed.text).toBe(201);
  const [leg] = placed.body.data.legs;
  expect(Number(leg.price)).toBeLessThan(2.03);
  const given = await sportsbook.proofOf(placed.body.data.id);
  const priceOf = (proven: Proven) => verified(proven).steps.find(({ key }) => key === "price")?.state;
  expect(priceOf(given)).toBe("stated");
  const unmarked = structuredClone(given);
  unmarked.proof.receipt.text = unmarked.proof.receipt.text.replace(/"ownPrices":\[0\],?/, "");
  expect(unmarked.proof.receipt.text).not.toBe(given.proof.receipt.text);
  expect(priceOf(unmarked)).toBe("differs");
});
