import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { secretsIn } from "#kit/testing/secret-scan.ts";
import { type CasinoDouble, profile, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { connect, startTestStudio, type TestStudio } from "#studio/testing/test-studio.ts";
import { openTable, type TestBeacon, testBeacon, testTableParts } from "#studio/testing/test-tables.ts";
import { meridianRoulette } from "../roulette/game.ts";
import { colourOf } from "../roulette/spots.ts";
import type { TableRecord } from "../shared/record.ts";
import { verifyTable } from "../shared/verify.ts";
import { verdictOf } from "../shared/verify-steps.ts";
import { createChains } from "./chains.ts";

let world: TestStudio;
let casino: CasinoDouble;
let beacon: TestBeacon;
const hundred = 100_000_000n;

beforeAll(async () => {
  beacon = testBeacon();
  world = await startTestStudio({ tables: testTableParts(beacon) });
  casino = await startCasinoDouble();
  await connect(world, casino);
});
beforeEach(() => {
  casino.fault = () => undefined;
  casino.refuse = () => undefined;
});
afterAll(async () => {
  await world.close();
  await casino.close();
});

function newPlayer(): string {
  const player = randomUUID();
  casino.addPlayer(player, hundred);
  return player;
}

interface Answer {
  readonly state: string;
  readonly stake: string;
  readonly win: string;
  readonly proof: TableRecord;
}

/** All of it so far. */
const statement = () => {
  const [from, to] = [0, Date.now() + 60_000].map(ms => encodeURIComponent(new Date(ms).toISOString()));
  return `/statement?from=${from}&to=${to}`;
};

async function answerOf(round: string): Promise<Answer> {
  const { body } = await casino.call(world.url, "GET", `/rounds/${round}`);
  return body.record as Answer;
}

const closed = (round: string) =>
  expect.poll(() => casino.rounds.get(round)?.state, { timeout: 10_000, interval: 50 }).not.toBe("open");

describe("a round of live roulette", () => {
  test("is shared by two players, who are paid by what they bet on", async () => {
    const [alice, bob] = [newPlayer(), newPlayer()];
    const [hers, his] = [await openTable(world, casino, alice), await openTable(world, casino, bob)];
    expect([hers.status, his.status]).toEqual([200, 200]);
    const round = await hers.nextBetting();
    const [{ first, second }, third] = await Promise.all([
      hers.bet(round, { red: "5", "straight-17": "1" }).then(async first => {
        const second = await hers.bet(round, { black: "5" });
        return { first, second };
      }),
      his.bet(round, { red: "10", black: "10", "straight-0": "0.50" }),
    ]);
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(second.body).toMatchObject({ stake: "11", state: "open", balance: "89", payout: null });
    expect(casino.balanceOf(bob)).toBe(hundred - 20_500_000n);

    const [end, same] = await Promise.all([hers.ended(round), his.ended(round)]);
    expect(same).toEqual(end);
    const { number } = (end.type === "round" ? end.round.outcome : null) as { number: number };
    await closed(String(second.body.round));
    await closed(String(third.body.round));
    const layout = [
      { spot: "red", amount: 5_000_000n },
      { spot: "straight-17", amount: 1_000_000n },
      { spot: "black", amount: 5_000_000n },
    ];
    const paid = meridianRoulette.payout({ number }, layout);
    expect(casino.balanceOf(alice)).toBe(hundred - 11_000_000n + paid);
    // Until the next round begins.
    const own = await hers.own();
    if (own?.state === "settled")
      expect(own).toMatchObject({ payout: formatAmount(paid), balance: formatAmount(casino.balanceOf(alice)) });

    for (const [id, stake] of [
      [second.body.round, "11"],
      [third.body.round, "20.5"],
    ]) {
      // The casino has booked it a moment before the studio has read that it did.
      await expect.poll(async () => (await answerOf(String(id))).state).toBe("closed");
      const { proof, state, stake: stated } = await answerOf(String(id));
      expect([state, stated, proof.state]).toEqual(["closed", stake, "settled"]);
      const steps = verifyTable(meridianRoulette, proof);
      expect(steps.filter(step => step.state === "differs")).toEqual([]);
      expect(verdictOf(steps)).toBe("matches");
    }
    hers.disconnect();
    his.disconnect();
  });

  test("publishes no link, value or result before the bets are fixed and their hash is public", async () => {
    const watcher = await openTable(world, casino, null);
    const round = await watcher.nextBetting();
    const end = await watcher.ended(round);
    const link = end.type === "round" ? String(end.round.link) : "";
    expect(link).toMatch(/^[0-9a-f]{64}$/);
    const published = watcher.events.flatMap(event =>
      event.type === "round" && event.round.number === round ? [event.round] : [],
    );
    expect(published.map(({ phase, entries_hash }) => [phase, entries_hash !== null])).toEqual(
      [
        ["betting", false],
        ["closed", false],
        ["closed", true],
        ["dealing", true],
        ["settled", true],
      ].slice(5 - published.length),
    );
    for (const facts of published.filter(({ phase }) => phase === "betting" || phase === "closed"))
      expect([facts.link, facts.beacon_value, facts.outcome]).toEqual([null, null, null]);
    const before = casino.traffic.findIndex(
      text => text.includes(`"phase":"dealing"`) && text.includes(`"number":${round},`),
    );
    expect(casino.traffic.slice(0, before).join("\n")).not.toContain(link);
    watcher.disconnect();
  });

  test("refuses a bet that arrives after the close, whatever the client shows", async () => {
    const player = newPlayer();
    const table = await openTable(world, casino, player);
    const round = await table.nextBetting();
    await expect
      .poll(
        () =>
          table.events.some(
            event => event.type === "round" && event.round.number === round && event.round.phase === "closed",
          ),
        {
          timeout: 10_000,
          interval: 20,
        },
      )
      .toBe(true);
    const late = await table.bet(round, { red: "1" });
    expect([late.status, late.body.code]).toEqual([409, "betting_closed"]);
    const future = await table.bet(round + 1, { red: "1" });
    expect([future.status, future.body.code]).toEqual([409, "betting_closed"]);
    expect(casino.balanceOf(player)).toBe(hundred);
    expect(casino.calls.filter(({ call, body }) => call === "bet" && body.includes(player))).toEqual([]);
    table.disconnect();
  });

  test("shows a player who comes back their own bets of the round", async () => {
    const player = newPlayer();
    const table = await openTable(world, casino, player);
    const round = await table.nextBetting();
    await table.bet(round, { "dozen-2": "3" });
    table.disconnect();
    const again = await openTable(world, casino, player);
    expect(again.opened.own).toMatchObject({
      number: round,
      stake: "3",
      bets: [{ state: "ok", bets: [{ spot: "dozen-2" }] }],
    });
    await expect.poll(() => again.snapshot()?.round?.number).toBeGreaterThanOrEqual(round);
    again.disconnect();
  });

  test.each([
    ["a spot that does not exist", { "straight-37": "1" }, "bet_unknown"],
    ["less than a chip", { red: "0.05" }, "stake_out_of_limits"],
    ["no whole chips", { red: "0.15" }, "stake_out_of_limits"],
    ["more than a number takes", { "straight-1": "200.10" }, "stake_out_of_limits"],
    ["more than the table takes", { red: "2000", black: "0.10" }, "stake_out_of_limits"],
    ["nothing", { red: "0" }, "stake_out_of_limits"],
    ["an exponent", { red: "1e3" }, "malformed"],
    ["a negative stake", { red: "-1" }, "malformed"],
    ["no spot at all", {}, "malformed"],
  ])("refuses %s, and nothing moves", async (_what, bets, code) => {
    const player = newPlayer();
    const table = await openTable(world, casino, player);
    const { body } = await table.bet(await table.nextBetting(), bets as unknown as Record<string, string>);
    expect(body.code).toBe(code);
    expect(casino.balanceOf(player)).toBe(hundred);
    table.disconnect();
  });

  test("takes no more than the region's stake in a round, in one bet or in several", async () => {
    const player = newPlayer();
    const region = Object.assign({}, profile, { max_stake: "2" });
    const table = await openTable(world, casino, player, { profile: region });
    const round = await table.nextBetting();
    expect((await table.bet(round, { red: "1", odd: "1.10" })).body.code).toBe("stake_out_of_limits");
    expect((await table.bet(round, { red: "1.50" })).status).toBe(200);
    expect((await table.bet(round, { odd: "0.60" })).body.code).toBe("stake_out_of_limits");
    expect((await table.bet(round, { odd: "0.50" })).status).toBe(200);
    expect(casino.balanceOf(player)).toBe(hundred - 2_000_000n);
    table.disconnect();
  });

  test("a request that is repeated is one bet", async () => {
    const player = newPlayer();
    const table = await openTable(world, casino, player);
    const round = await table.nextBetting();
    const request = randomUUID();
    const [first, second] = [
      await table.bet(round, { red: "1" }, request),
      await table.bet(round, { red: "1" }, request),
    ];
    expect(second).toEqual(first);
    expect(casino.balanceOf(player)).toBe(hundred - 1_000_000n);
    table.disconnect();
  });

  test("a bet that the casino refuses is not on the table; one that it does not answer is given back before the deal", async () => {
    const player = newPlayer();
    const table = await openTable(world, casino, player);
    const round = await table.nextBetting();
    casino.refuse = body => (body.player === player ? "limit_reached" : undefined);
    expect((await table.bet(round, { red: "1" })).body.code).toBe("limit_reached");
    casino.refuse = () => undefined;
    casino.fault = call => (call === "bet" ? "lose" : undefined);
    const lost = await table.bet(round, { red: "7" });
    casino.fault = () => undefined;
    expect(lost.body.code).toBe("round_void");
    await expect.poll(() => casino.balanceOf(player)).toBe(hundred);
    expect((await table.bet(round, { red: "1" })).body.code).toBe("round_void");
    await table.ended(round);
    expect((await table.own())?.state ?? "void").toBe("void");
    expect(casino.balanceOf(player)).toBe(hundred);
    table.disconnect();
  });

  test("a lobby receives whether bets are open, how many players there are, and the last results", async () => {
    const table = await openTable(world, casino, newPlayer());
    await table.nextBetting();
    const { body } = await casino.call(world.url, "GET", "/tables");
    const [lobby] = body.tables as Record<string, unknown>[];
    expect(lobby).toMatchObject({ game: "meridian-roulette", phase: "betting", closes_in_ms: expect.any(Number) });
    expect(Number(lobby?.players)).toBeGreaterThan(0);
    const results = lobby?.results as { text: { en: string; kk: string }; tone: string }[];
    expect(results.length).toBeGreaterThan(0);
    for (const { text, tone } of results) {
      expect(text.kk).toBe(text.en);
      expect(tone).toBe(colourOf(Number(text.en)));
    }
    table.disconnect();
  });

  test("demo watches the same table and cannot bet", async () => {
    const watcher = await openTable(world, casino, null);
    expect(watcher.opened).toMatchObject({ mode: "demo", balance: null, own: null });
    expect((await watcher.bet(await watcher.nextBetting(), { red: "1" })).body.code).toBe("wrong_mode");
    watcher.disconnect();
  });

  test("the statement has every tx of the tables, with the sums of the casino", async () => {
    const { body } = await casino.call(world.url, "GET", statement());
    const lines = body.lines as { tx: string; state: string; kind: string; amount: string }[];
    const { rows } = await world.database.db.query<{ id: string }>("SELECT id FROM tables.txs");
    expect(new Set(lines.map(({ tx }) => tx))).toEqual(new Set(rows.map(({ id }) => id)));
    const booked = (kind: string) =>
      lines
        .filter(line => line.kind === kind && line.state === "ok")
        .reduce((sum, { amount }) => sum + parseDecimal(amount), 0n);
    const rounds = [...casino.rounds.values()].filter(({ state }) => state !== "rolled_back");
    expect(booked("bet")).toBe(rounds.reduce((sum, { bet }) => sum + bet, 0n));
    expect(booked("win")).toBe(rounds.reduce((sum, { won }) => sum + won, 0n));
  });

  test("another casino has no round of these players, and none of their lines", async () => {
    const other = await startCasinoDouble();
    await connect(world, other, "lagoon");
    const table = await openTable(world, casino, newPlayer());
    expect((await table.bet(await table.nextBetting(), { red: "1" })).status).toBe(200);
    table.disconnect();
    const [round] = [...casino.rounds.keys()];
    expect((await casino.call(world.url, "GET", `/rounds/${round}`)).body.status).toBe("ok");
    expect((await other.call(world.url, "GET", `/rounds/${round}`)).body).toEqual({ status: "round_unknown" });
    expect((await other.call(world.url, "GET", statement())).body.lines).toEqual([]);
    await other.close();
  });

  test("no byte that left the studio, to casinos, sockets or its log, holds a link of a round to come", async () => {
    const watcher = await openTable(world, casino, null);
    const round = await watcher.nextBetting();
    const sent = [...casino.traffic, ...world.logged, JSON.stringify([watcher.opened, watcher.events])].join("\n");
    const { rows } = await world.database.db.query<{ chain: number; index: number }>(
      "SELECT chain, index FROM tables.rounds WHERE game = $1 AND number = $2",
      [meridianRoulette.slug, round],
    );
    const { chain: id, index } = required(rows[0], "the open round");
    const chain = await createChains(world.host, beacon).byId(id);
    const toCome = Array.from({ length: 50 }, (_, ahead) => chain.link(index + ahead));
    expect(secretsIn(sent, toCome)).toEqual([]);
    // What is public is found: the scan reads the right bytes.
    expect(secretsIn(sent, [chain.link(index - 1)])).not.toEqual([]);
    watcher.disconnect();
  });
});
