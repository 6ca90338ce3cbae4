import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { createMemoryLock } from "#modules/engines/shared-rounds/testing/memory-lock.ts";
import type { MultiplayerProof } from "#modules/fairness/shared/proof.ts";
import { block } from "#modules/limits/server/index.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import type { DuelRow } from "../shared/contract.ts";
import { verifyDuels } from "../shared/verify.ts";
import { createDuels, type Duels } from "./index.ts";
import { createDuelStore } from "./store.ts";

/** Duels on PostgreSQL: the real betting window and beacon, ties, a leader that crashes, the books audited after each scenario. */

const rub = (units: number) => BigInt(Math.round(units * 100)) * 10_000n;
const duelsPath = "/api/v1/games/coinflip/duels";

let app: BetsTestApp;
let duels: Duels;
let api: TestApi;
const beacon = { down: false };
const lock = createMemoryLock();
/** What happens while the next stake is on its way to the wallet. */
let meanwhile: (() => Promise<unknown>) | undefined;

async function openProcess(): Promise<{ duels: Duels; api: TestApi }> {
  const { draws } = app.fairness;
  const watched = {
    ...draws,
    value: async (round: number) => (beacon.down ? Promise.reject(new Error("no route")) : draws.value(round)),
  };
  const wallet: typeof app.wallet = {
    ...app.wallet,
    async place(bet) {
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return app.wallet.place(bet);
    },
  };
  const made = createDuels(app.host, {
    wallet,
    draws: watched,
    bets: app.bets,
    drainMs: 60_000,
    lock,
  });
  return { duels: made, api: await app.open(made) };
}

beforeAll(async () => {
  app = await betsTestApp(["duels"]);
  ({ duels, api } = await openProcess());
  const alice = await app.player(rub(10));
  await until(async () => (await open(alice)).status !== 503);
});
afterAll(() => app.close());

const pass = (ms: number) => app.host.pass(ms);
const until: typeof app.host.passUntil = (done, stepMs) => app.host.passUntil(done, stepMs);

const open = (player: PlayerId, body: object = {}, key = app.newKey(), at = api) =>
  at.call(`POST ${duelsPath}`, { token: player, key, body: { stake: "10", side: "heads", house: false, ...body } });
const joinIt = (player: PlayerId, id: string, key = app.newKey(), at = api) =>
  at.call(`POST ${duelsPath}/${id}/join`, { token: player, key, body: {} });
const withdraw = (player: PlayerId, id: string) => api.call(`DELETE ${duelsPath}/${id}`, { token: player });
const duel = async (id: string, at = api): Promise<DuelRow> => (await at.call(`GET ${duelsPath}/${id}`)).body.data;
const proofOf = async (id: string): Promise<MultiplayerProof> =>
  (await api.call(`GET /api/v1/rounds/${id}`)).body.data.proof;
const real = async (player: PlayerId) => (await app.wallet.balances(player))[0]?.real ?? 0n;
const two = async () => [await app.player(rub(100)), await app.player(rub(100))] as const;

/** Opens a duel; its id. */
async function opened(player: PlayerId, body: object = {}): Promise<string> {
  const answer = await open(player, body);
  expect(answer.status, answer.text).toBe(201);
  return `duels-${answer.body.data.proof.round}`;
}

/** Lets time pass until the duel has ended. */
async function ended(id: string, at = api): Promise<DuelRow> {
  for (let i = 0; i < 6000; i++) {
    const now = await duel(id, at);
    if (now?.ended_at) return now;
    await pass(now.state === "drawing" && app.host.clock.now() > Date.parse(now.beacon?.due_at ?? "") ? 500 : 50);
  }
  throw new Error(`${id} never ended`);
}

test("alice opens, bob joins, the coin falls: 97 % to the winner, and anyone can recompute it", async () => {
  const [alice, bob] = await two();
  const key = app.newKey();
  const first = await open(alice, { stake: "25", side: "tails" }, key);
  expect(first).toMatchObject({
    status: 201,
    body: {
      data: { status: "open", balance: "75", proof: { kind: "between", secret: null, inputs: { side: "tails" } } },
    },
  });
  const id = `duels-${first.body.data.proof.round}`;
  expect((await api.call(`GET ${duelsPath}`, { token: bob })).body.data.duels[0]).toMatchObject({ id, stake: "25" });
  const joinKey = app.newKey();
  const joined = await joinIt(bob, id, joinKey);
  expect(joined).toMatchObject({ status: 201, body: { data: { balance: "75" } } });
  const closed = await duel(id);
  expect(closed).toMatchObject({ state: "drawing", joiner: { by: "player" }, result: null });
  expect(Date.parse(closed.beacon?.due_at ?? "")).toBeGreaterThan(app.host.clock.now());
  expect(await proofOf(id)).toMatchObject({ secret: null, outcome: null, beacon: { value: null } });
  expect((await withdraw(alice, id)).body.code).toBe("duel_taken");

  const end = await ended(id);
  expect(end).toMatchObject({ state: "paid", result: { payout: "48.5" } });
  const proof = await proofOf(id);
  const list = proof.entries.map(each => `${each.seat}:${each.player}:${each.stake}\n`).join("");
  const hash = createHash("sha256").update(list).digest("hex");
  const message = `fairhouse-1:duels:${proof.round}:${proof.beacon?.round}:${proof.beacon?.value}:${hash}:0`;
  const word = createHmac("sha256", Buffer.from(proof.secret ?? "", "hex"))
    .update(message)
    .digest()
    .readBigUInt64BE(0);
  const openerWon = word >> 63n === 0n;
  expect(end.result?.winner).toBe(openerWon ? "opener" : "joiner");
  expect(end.result?.side).toBe(openerWon ? "tails" : "heads");
  expect(verifyDuels(proof, nobleHashes)).toMatchObject({ verdict: "matches", result: end.result?.side });
  for (const bet of [first, joined])
    expect(verifyDuels(await proofOf(bet.body.data.id), nobleHashes).verdict).toBe("matches");
  const differs = (change: Partial<MultiplayerProof>) => verifyDuels({ ...proof, ...change }, nobleHashes).verdict;
  expect(differs({ outcome: { ...proof.outcome, side: openerWon ? "heads" : "tails" } })).toBe("differs");
  expect(differs({ entries: [...proof.entries].reverse() })).toBe("differs");

  expect([await real(alice), await real(bob)]).toEqual(
    openerWon ? [rub(75) + 48_500_000n, rub(75)] : [rub(75), rub(75) + 48_500_000n],
  );
  expect((await open(alice, { stake: "25", side: "tails" }, key)).text).toBe(first.text);
  expect((await joinIt(bob, id, joinKey)).text).toBe(joined.text);
  expect((await open(alice, { stake: "26", side: "tails" }, key)).body.code).toBe("idempotency_conflict");
  await app.expectBooks();
});

test("two players join one duel at the same moment: one is in, the other keeps their money", {
  tags: ["known-failure/9/duels", "known-failure/20/duels"],
}, async () => {
  for (let i = 0; i < 5; i++) {
    const [alice, bob] = await two();
    const carol = await app.player(rub(100));
    const id = await opened(alice);
    const answers = await Promise.all([joinIt(bob, id), joinIt(carol, id)]);
    expect(answers.map(each => each.status).sort()).toEqual([201, 409]);
    const outside = answers[0]?.status === 409 ? bob : carol;
    expect(answers.find(each => each.status === 409)?.body.code).toBe("duel_taken");
    expect(await real(outside)).toBe(rub(100));
    await ended(id);
  }
  await app.expectBooks();
});

test("joining and taking back at one moment: one of them happens", { tags: ["known-failure/4/duels"] }, async () => {
  const outcomes = new Set<string>();
  for (const order of ["alice is first", "together", "together", "together", "together", "bob is first"]) {
    const [alice, bob] = await two();
    const id = await opened(alice);
    // Of two simultaneous joiners the owner's memory decides.
    const leaving = order === "alice is first" ? await withdraw(alice, id) : undefined;
    const joining = joinIt(bob, id);
    if (order === "bob is first") await joining;
    const [left, joined] = await Promise.all([leaving ?? withdraw(alice, id), joining]);
    expect([left.status, joined.status]).toEqual(left.status === 200 ? [200, 409] : [409, 201]);
    const end = await ended(id);
    outcomes.add(end.state);
    if (end.state === "refunded") expect([await real(alice), await real(bob)]).toEqual([rub(100), rub(100)]);
    if (left.status === 200) expect((await withdraw(alice, id)).text).toBe(left.text);
  }
  expect(outcomes.size).toBe(2);
  await app.expectBooks();
});

test("4: while bob's stake is on its way alice cannot take her duel back", {
  tags: ["known-failure/4/duels"],
}, async () => {
  const [alice, bob] = await two();
  const id = await opened(alice);
  let answer = "";
  meanwhile = async () => {
    answer = (await withdraw(alice, id)).body.code;
  };
  expect((await joinIt(bob, id)).status).toBe(201);
  expect(answer).toBe("duel_taken");
  expect(await ended(id)).toMatchObject({ state: "paid" });
  expect((await real(alice)) + (await real(bob))).toBe(rub(180) + 19_400_000n);
  await app.expectBooks();
});

test("27: the casino joins after half a minute, only if allowed, and is shown as the casino", {
  tags: ["known-failure/27/duels"],
}, async () => {
  const [alice, bob] = await two();
  const [may, mayNot] = [await opened(alice, { house: true }), await opened(bob)];
  await pass(29_000);
  expect((await duel(may)).state).toBe("open");
  const end = await ended(may);
  expect(end).toMatchObject({ state: "paid", joiner: { by: "house", player: null }, house: true });
  expect((await proofOf(may)).entries[1]).toMatchObject({ seat: 2, player: "house", stake: "10000000" });
  expect(await real(alice)).toBe(end.result?.winner === "opener" ? rub(90) + 19_400_000n : rub(90));
  expect(verifyDuels(await proofOf(may), nobleHashes).verdict).toBe("matches");
  expect((await duel(mayNot)).state).toBe("open");
  await pass(86_400_000);
  expect(await ended(mayNot)).toMatchObject({ state: "refunded", reason: "expired" });
  expect(await real(bob)).toBe(rub(100));
  await app.expectBooks();
});

test("who begins a break offers no duel any more: a free one is withdrawn, one that was joined is played", async () => {
  const [mona, nick] = await two();
  const joined = await opened(mona);
  expect((await joinIt(nick, joined)).status).toBe(201);
  const [free, late] = [await opened(mona), await opened(nick)];
  const ends = new Date(app.host.clock.now() + 86_400_000);
  const begin = (player: PlayerId, publishes: boolean) =>
    app.host.db.tx(async tx => {
      await block(tx, player, ends, "self_exclusion");
      if (publishes) await app.host.bus.publish(tx, limitsChanged, { player, what: "break", until: ends });
    });
  await begin(mona, true);
  await until(async () => (await duel(free)).state === "refunded");
  expect(await duel(free)).toMatchObject({ state: "refunded", reason: "withdrawn" });
  expect((await joinIt(nick, free)).status).toBe(409);
  expect((await ended(joined)).state).toBe("paid");
  // A break in another process is found in the rows.
  await begin(nick, false);
  await pass(61_000);
  await until(async () => (await duel(late)).state === "refunded");
  expect((await real(mona)) + (await real(nick))).toBe(rub(200) - rub(0.6));
});

test("no value of the beacon for a minute: both have their stakes back, and the secret is shown all the same", async () => {
  const [alice, bob] = await two();
  const id = await opened(alice);
  beacon.down = true;
  await joinIt(bob, id);
  const end = await ended(id);
  beacon.down = false;
  expect(end).toMatchObject({ state: "refunded", reason: "no_beacon", result: null });
  expect([await real(alice), await real(bob)]).toEqual([rub(100), rub(100)]);
  expect(verifyDuels(await proofOf(id), nobleHashes)).toMatchObject({ verdict: "matches", result: null });
  await app.expectBooks();
});

test("what is refused takes nothing, and a refused stake frees the seat", {
  tags: ["known-failure/10/duels"],
}, async () => {
  const [alice, bob] = await two();
  const poor = await app.player(rub(5));
  const abroad = await app.player(rub(100), "USD");
  const id = await opened(alice);
  expect((await joinIt(alice, id)).body.code).toBe("own_duel");
  expect((await joinIt(poor, id)).body.code).toBe("insufficient_funds");
  expect((await joinIt(abroad, id)).body).toMatchObject({ code: "duel_currency", data: { currency: "RUB" } });
  expect((await joinIt(bob, "duels-999999")).status).toBe(404);
  expect((await withdraw(bob, id)).status).toBe(404);
  expect((await open(bob, { stake: "10000.01" })).body.code).toBe("stake_out_of_limits");
  expect((await open(bob, { stake: "0.99" })).body.code).toBe("stake_out_of_limits");
  expect((await joinIt(bob, id)).status).toBe(201);
  expect((await joinIt(poor, id)).body.code).toBe("duel_taken");
  await ended(id);
  expect((await joinIt(bob, id)).body.code).toBe("duel_taken");
  const many = await app.player(rub(100));
  for (let i = 0; i < 20; i++) expect((await open(many, { stake: "1" })).status).toBe(201);
  expect((await open(many, { stake: "1" })).body.code).toBe("too_many_duels");
  await app.expectBooks();
});

describe("the process that runs the duels crashes", () => {
  const die = () => {
    throw new Error("killed by the test");
  };
  async function killedAt(point: string) {
    const [alice, bob] = await two();
    const id = await opened(alice);
    app.host.failpoints.arm(point, die);
    await joinIt(bob, id);
    const end = await ended(id);
    await app.expectBooks();
    return { end, sums: [await real(alice), await real(bob)].sort((a, b) => Number(a - b)) };
  }

  test.each(["duels.closed", "duels.decided", "duels.settled"])(
    "at %s: the duel ends once, as it was drawn",
    async point => {
      const { end, sums } = await killedAt(point);
      expect(verifyDuels(await proofOf(end.id), nobleHashes).verdict).toBe("matches");
      if (end.state === "paid") expect(sums).toEqual([rub(90), rub(109.4)]);
      // The value may have come due between the close record and its confirmation: then it is void, and never drawn.
      else expect([point, end.reason, sums]).toEqual(["duels.closed", "late", [rub(100), rub(100)]]);
    },
  );

  test("6: between void and refund: it stays void, though the value is there by then", {
    tags: ["known-failure/6/duels"],
  }, async () => {
    beacon.down = true;
    app.host.failpoints.arm("duels.refunding", () => {
      beacon.down = false;
      die();
    });
    const [alice, bob] = await two();
    const id = await opened(alice);
    await joinIt(bob, id);
    expect(await ended(id)).toMatchObject({ state: "refunded", reason: "no_beacon" });
    expect([await real(alice), await real(bob)]).toEqual([rub(100), rub(100)]);
    await app.expectBooks();
  });

  test("after the stake, before the duel is written down: the stake goes back within seconds", async () => {
    const alice = await app.player(rub(100));
    app.host.failpoints.arm("duels.placed", die);
    expect((await open(alice)).status).toBe(500);
    expect(await real(alice)).toBe(rub(90));
    await until(async () => (await real(alice)) >= rub(100), 500);
    expect(await real(alice)).toBe(rub(100));
    await app.expectBooks();
  });

  test("between the joiner's stake and the close record: the stake is refunded once, and the duel stays open for carol", {
    tags: ["known-failure/9/duels"],
  }, async () => {
    const [alice, bob] = await two();
    const carol = await app.player(rub(100));
    const id = await opened(alice);
    const key = app.newKey();
    app.host.failpoints.arm("duels.seating", die);
    expect((await joinIt(bob, id, key)).status).toBeGreaterThanOrEqual(500);
    await until(async () => (await real(bob)) >= rub(100));
    expect([await real(alice), await real(bob)]).toEqual([rub(90), rub(100)]);
    // Repeated under its key, the refunded stake joins nothing.
    expect((await joinIt(bob, id, key)).body.code).toBe("duel_taken");
    expect(await duel(id)).toMatchObject({ state: "open", joiner: null });
    expect((await joinIt(carol, id)).status).toBe(201);
    expect(await ended(id)).toMatchObject({ state: "paid", joiner: { by: "player" } });
    expect([await real(alice), await real(carol)].sort((a, b) => Number(a - b))).toEqual([rub(90), rub(109.4)]);
    expect(await real(bob)).toBe(rub(100));
    await app.expectBooks();
  });

  test("a commit whose acknowledgement was lost: the duel exists once, and its stake is not refunded", {
    tags: ["known-failure/5/duels"],
  }, async () => {
    const alice = await app.player(rub(100));
    app.host.failpoints.arm("duels.written", die);
    let id = "";
    const opening = opened(alice).then(made => {
      id = made;
    });
    await until(async () => id !== "");
    await opening;
    await pass(30_000);
    expect(await real(alice)).toBe(rub(90));
    expect(await duel(id)).toMatchObject({ state: "open" });
    const { rows } = await app.host.db.query("SELECT number FROM duels.duels WHERE opener = $1", [alice]);
    expect(rows).toHaveLength(1);
    expect((await withdraw(alice, id)).status).toBe(200);
    expect(await real(alice)).toBe(rub(100));
    await app.expectBooks();
  });

  test("26: another process takes over: open duels stay open, the leader that slept writes and pays nothing", {
    tags: ["known-failure/26/duels"],
  }, async () => {
    const [alice, bob] = await two();
    const carol = await app.player(rub(100));
    const [one, other] = [await opened(alice), await opened(carol)];
    lock.steal();
    const second = await openProcess();
    await until(async () => (await open(bob, {}, app.newKey(), second.api)).status !== 503);
    const late = await joinIt(bob, one);
    expect(late.status).toBeGreaterThanOrEqual(409);
    expect((await joinIt(bob, other, app.newKey(), second.api)).status).toBe(201);
    await ended(other, second.api);
    expect((await duel(one, second.api)).state).toBe("open");
    expect((await joinIt(bob, one, app.newKey(), second.api)).status).toBe(201);
    await ended(one, second.api);
    await app.expectBooks();
  });
});

test("the channel shows who is open and what became of it", async () => {
  const channel = required(duels.channels?.[0], "the channel");
  const snapshot = (await channel.snapshot(null)) as { ended: DuelRow[]; mine: string[] };
  expect(snapshot.mine).toEqual([]);
  expect(snapshot.ended[0]).toMatchObject({ state: "paid", result: { payout: expect.any(String) } });
});

test("26: once a later leader has its epoch, an earlier one writes nothing, though that leader has written nothing yet", {
  tags: ["known-failure/26/duels"],
}, async () => {
  const { host, wallet } = app;
  const store = createDuelStore(host.db);
  const { epoch } = required(await wallet.bettingWindow("duels"), "the betting window");
  const written: string[] = [];
  const write = (by: bigint) => store.write(by, [], async () => void written.push(String(by)));
  expect(await write(epoch)).toBe(true);
  const later = await wallet.takeEpoch("duels");
  expect([await write(epoch), await store.takeLeadership(epoch)]).toEqual([false, false]);
  expect([await store.takeLeadership(later), await write(later)]).toEqual([true, true]);
  expect(written).toEqual([String(epoch), String(later)]);
});
