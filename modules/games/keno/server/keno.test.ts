import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { Host } from "#kit/host/host.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { manualClock } from "#kit/test/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/test/quiet.ts";
import { type TestDeskOptions, testDesk } from "#modules/desk/server/test-desk.ts";
import { SeedPair } from "#modules/fairness/server/index.ts";
import { depositsClearing, gameResult } from "#modules/ledger/shared/chart.ts";
import { createWalletModel, modelTx } from "#modules/wallet/server/index.ts";
import { returnPercent } from "../shared/odds.ts";
import { createKeno } from "./index.ts";

const bets = "POST /api/v1/games/keno/bets";
const goldenSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
const newKey = () => randomUUID() as string as Uuid;
const units = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000n;
const bet = { stake: "1", picks: [40, 10, 7, 20, 39], risk: "classic" };
/** None of them is in the second draw. */
const lostPicks = [2, 3, 4, 5];
const golden = [10, 20, 7, 29, 24, 32, 21, 33, 15, 27];

/** Keno on the wallet's model. Everybody plays with the golden seeds: the first draw hits 10, 20 and 7 of this bet. */
function table(options: TestDeskOptions = {}) {
  const clock = manualClock();
  const wallet = createWalletModel({ now: clock.now });
  const host = { clock, log: quietLog, metrics: quietMetrics } as unknown as Host;
  const keno = createKeno(host, { wallet, desk: testDesk(host, options) });
  const sessions = new Map<string, Session>();
  const { calls } = createDispatcher(keno.handlers ?? [], {
    authenticate: token => sessions.get(token) ?? null,
    limiter: { take: () => 0 },
    ...{ clock, log: quietLog, metrics: quietMetrics },
  });
  const frames: { event: string; data: unknown }[] = [];
  keno.channels?.[0]?.bind((event, data) => frames.push({ event, data }));

  return {
    ...{ clock, wallet, frames },
    async player(amount: bigint, currency: Currency | null = "USD", seeded = true): Promise<PlayerId> {
      const player = randomUUID() as string as PlayerId;
      sessions.set(player, { id: newKey(), player, currency, test: false });
      if (seeded)
        wallet.setPair(
          player,
          new SeedPair({ number: 1, serverSeed: goldenSeed, clientSeed: "player-seed_1", nonce: 0 }),
        );
      const movement = {
        owner: player,
        currency: currency ?? "USD",
        amount: micros(amount),
        kind: "deposit",
        reference: newKey(),
      } as const;
      await wallet.open(modelTx, player, currency ?? "USD");
      if (amount > 0n) await wallet.credit(modelTx, { ...movement, from: depositsClearing("sandbox") });
      return player;
    },
    async call(name: string, player: PlayerId | null, body: object = {}, key: string | undefined = newKey()) {
      const caller = {
        token: player,
        locale: "en",
        ip: "",
        hostname: "",
        userAgent: "",
        cookies: {},
        headers: {},
      } as const;
      const call = must(
        calls.find(each => each.name === name),
        name,
      );
      const answer = await call.run(new SocketCall(caller, key, "request", quietLog), { params: {}, query: {}, body });
      return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) };
    },
    balance: async (player: PlayerId) => (await wallet.balances(player))[0]?.real,
    /** What the house has won by the books equals what the players have lost. */
    result: () =>
      wallet.transfers.reduce(
        (sum, each) =>
          sum +
          (each.credit === gameResult("keno") ? each.amount : 0n) -
          (each.debit === gameResult("keno") ? each.amount : 0n),
        0n,
      ),
  };
}

describe("a draw", () => {
  test("alice has changed to another currency in another tab: a bet meant in the former one takes nothing", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(10));
    const refused = await call(bets, alice, { ...bet, currency: "RUB" });
    expect(refused).toMatchObject({ status: 409, body: { code: "currency_changed" } });
    expect(await balance(alice)).toBe(units(10));
    const key = newKey();
    const taken = await call(bets, alice, { ...bet, currency: "USD" }, key);
    expect(taken).toMatchObject({ status: 201, body: { data: { currency: "USD", balance: "13.95" } } });
    expect((await call(bets, alice, { ...bet, currency: "USD" }, key)).text).toBe(taken.text);
  });

  test("alice hits three of five, then a draw that pays nothing; answer, history, feed and books agree", async () => {
    const { call, player, balance, result, frames, clock } = table();
    const alice = await player(units(10));
    const won = await call(bets, alice, bet);
    expect(won).toMatchObject({
      status: 201,
      body: {
        data: {
          ...{ stake: "1", payout: "4.95", multiplier: "4.95", status: "settled", balance: "13.95" },
          outcome: { drawn: golden, hits: 3 },
          proof: {
            nonce: 0,
            client_seed: "player-seed_1",
            server_seed: null,
            inputs: { picks: [7, 10, 20, 39, 40], risk: "classic" },
            outcome: { drawn: golden, hits: 3 },
          },
        },
      },
    });
    const lost = await call(bets, alice, { stake: "1", picks: lostPicks, risk: "high" });
    expect(lost.body.data).toMatchObject({ payout: "0", multiplier: "0.00", balance: "12.95", outcome: { hits: 0 } });
    expect([await balance(alice), result()]).toEqual([units(12.95), -units(2.95)]);
    const { items } = (await call("GET /api/v1/games/keno/rounds", alice)).body.data;
    expect(items).toMatchObject([
      { picks: lostPicks, risk: "high", hits: 0 },
      { id: won.body.data.id, picks: [7, 10, 20, 39, 40], risk: "classic", drawn: golden, hits: 3, payout: "4.95" },
    ]);
    await clock.advance(250);
    expect(frames.flatMap(frame => (frame.data as { bets: object[] }).bets)).toMatchObject([
      { game: "keno", payout: "4.95", multiplier: "4.95" },
      { payout: "0" },
    ]);
  });

  test("a return below the stake is paid too: one of five at low risk gives 0.64", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(10));
    const paid = await call(bets, alice, { stake: "0.01", picks: [10, 1, 2, 3, 4], risk: "low" });
    expect(paid.body.data).toMatchObject({ payout: "0.0064", multiplier: "0.64", outcome: { hits: 1 } });
    expect(await balance(alice)).toBe(units(10) - 10_000n + 6_400n);
  });

  test("a repeat gets the same bytes and moves nothing; the key with another body is a conflict", async () => {
    const { call, player, balance, frames } = table();
    const alice = await player(units(10));
    const key = newKey();
    const first = await call(bets, alice, bet, key);
    await call(bets, alice, { stake: "1", picks: lostPicks, risk: "high" });
    expect((await call(bets, alice, bet, key)).text).toBe(first.text);
    const { stake, picks, risk } = bet;
    expect((await call(bets, alice, { risk, picks, stake }, key)).text).toBe(first.text);
    expect((await call(bets, alice, { ...bet, stake: "2" }, key)).body.code).toBe("idempotency_conflict");
    expect((await call(bets, alice, { ...bet, risk: "low" }, key)).body.code).toBe("idempotency_conflict");
    expect(await balance(alice)).toBe(units(12.95));
    expect(frames).toHaveLength(1);
  });

  test("a refused bet uses up no nonce: the next one gets the draw it would have had", async () => {
    const { call, player } = table();
    const alice = await player(units(10));
    for (const stake of ["10.01", "100.01", "0"])
      expect((await call(bets, alice, { ...bet, stake })).status).toBeGreaterThan(400);
    expect((await call(bets, alice, { ...bet, picks: [41] })).status).toBe(422);
    expect((await call(bets, alice, bet)).body.data).toMatchObject({ outcome: { drawn: golden }, proof: { nonce: 0 } });
  });

  test("14: twenty draws at once on a balance that covers one", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(1));
    const longShot = { stake: "1", picks: [1, 2], risk: "high" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(bets, alice, longShot)));
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
    expect(await balance(alice)).toBe(0n);
  });

  test("each currency has the stakes of coinflip, and money of one is never staked in another", async () => {
    const { call, player, balance } = table();
    const [alice, bob] = [await player(units(1000), "RUB"), await player(units(1000), "USD")];
    expect((await call(bets, alice, { ...bet, stake: "0.99" })).body).toMatchObject({
      code: "stake_out_of_limits",
      data: { min: "1", max: "10000" },
    });
    expect((await call(bets, bob, { ...bet, stake: "0.01" })).status).toBe(201);
    expect((await call(bets, bob, { ...bet, stake: "100.01" })).body).toMatchObject({
      code: "stake_out_of_limits",
      data: { max: "100" },
    });
    expect((await call(bets, alice, { ...bet, currency: "USD" })).body.code).toBe("currency_changed");
    expect([await balance(alice), await balance(bob)]).toEqual([units(1000), units(1000) - 10_000n + 49_500n]);
  });
});

describe("what the game says of itself", () => {
  test("a guest reads limits and the four tables, each row with what it returns", async () => {
    const { call } = table();
    const { tables, limits, rules_version } = (await call("GET /api/v1/games/keno", null)).body.data;
    expect({ limits, rules_version }).toMatchObject({ limits: { min: expect.any(String) }, rules_version: "keno-1" });
    expect(Object.keys(tables)).toEqual(["classic", "low", "medium", "high"]);
    expect(tables.classic[4]).toEqual({
      picks: 5,
      multipliers: ["0.00", "0.00", "1.53", "4.95", "16.00", "50.00"],
      rtp: returnPercent([0, 0, 153, 495, 1600, 5000]),
    });
    for (const row of Object.values<{ rtp: string }[]>(tables).flat()) {
      expect(Number(row.rtp)).toBeGreaterThanOrEqual(98.9);
      expect(Number(row.rtp)).toBeLessThanOrEqual(99.1);
    }
  });

  test("with a row outside the band the game is not opened", async () => {
    vi.resetModules();
    vi.doMock("../shared/tables.ts", async original => {
      const { kenoTables } = await original<typeof import("../shared/tables.ts")>();
      return { kenoTables: { ...kenoTables, low: kenoTables.low.map(row => row.map(each => each + 3)) } };
    });
    const altered = await import("./index.ts");
    vi.doUnmock("../shared/tables.ts");
    const host = { clock: manualClock(), log: quietLog, metrics: quietMetrics } as unknown as Host;
    const wallet = createWalletModel({ now: host.clock.now });
    expect(() => altered.createKeno(host, { wallet, desk: testDesk(host, {}) })).toThrow(
      /keno is not opened with these tables: low with 1 picks: returns \d+/,
    );
  });
});

describe("refusals, the first that applies", () => {
  test("a guest, a missing key, a missing currency, a missing client seed, too little money", async () => {
    const { call, player } = table();
    expect((await call(bets, null, bet)).body.code).toBe("unauthenticated");
    const alice = await player(units(0.5));
    expect((await call(bets, alice, bet, "no uuid")).body.code).toBe("idempotency_key_required");
    expect((await call(bets, await player(0n, null), bet)).body.code).toBe("currency_required");
    expect((await call(bets, await player(0n, "USD", false), bet)).body.code).toBe("client_seed_required");
    expect((await call(bets, alice, bet)).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "0.5" },
    });
  });

  test("a stake whose prize could pass the cap names the largest that would do, and that one is taken", async () => {
    // The cap is a hundredth of the bankroll: 10. Five picks of the classic table pay 50 at most.
    const { call, player, balance } = table({ bankroll: micros(units(1000)) });
    const alice = await player(units(100));
    expect((await call(bets, alice, { ...bet, stake: "0.21" })).body).toMatchObject({
      ...{ code: "win_cap", data: { win_cap: "10", max_stake: "0.2" } },
    });
    expect(await balance(alice)).toBe(units(100));
    expect((await call(bets, alice, { ...bet, stake: "0.2" })).body.data).toMatchObject({
      payout: "0.99",
      proof: { nonce: 0 },
    });
    const longShot = { stake: "1", picks: golden, risk: "high" };
    expect((await call(bets, alice, longShot)).body).toMatchObject({ code: "win_cap", data: { max_stake: "0" } });
  });

  test("the best row at the largest stake is within the cap of every currency", async () => {
    // Largest stake and what the demo house is opened with, in major units.
    const houses: Partial<Record<Currency, [stake: number, capital: number]>> = {
      RUB: [10_000, 10_000_000_000],
      USD: [100, 100_000_000],
      KZT: [50_000, 50_000_000_000],
      INR: [10_000, 10_000_000_000],
      EUR: [100, 100_000_000],
    };
    for (const [currency, [stake, capital]] of Object.entries(houses)) {
      const { call, player, balance } = table({ bankroll: micros(units(capital)) });
      const alice = await player(units(stake), currency as Currency);
      const best = await call(bets, alice, { stake: String(stake), picks: golden, risk: "high" });
      expect(best.body.data, currency).toMatchObject({ multiplier: "4450.00", outcome: { hits: 10 } });
      expect(await balance(alice)).toBe(units(stake) * 4450n);
    }
  });

  test("13: hostile fields move nothing", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(1000));
    const stakes = [
      1,
      -1,
      "-1",
      "+1",
      "1e3",
      "1e-37",
      "NaN",
      "Infinity",
      "-0",
      "0",
      "00",
      "01",
      "0x10",
      " 1",
      "1,5",
      "1.234",
      "",
      null,
      {},
      [],
      "0.00",
      "9999999999999999",
      "\u0661",
    ];
    for (const stake of stakes) expect((await call(bets, alice, { ...bet, stake })).status, String(stake)).toBe(422);
    const picks = [
      [],
      [0],
      [41],
      [-1],
      [1.5],
      [1, 1],
      ["1"],
      [null],
      [[1]],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      [1e30],
      "1",
      "1,2",
      1,
      null,
      {},
      { length: 1, 0: 1 },
    ];
    for (const each of picks)
      expect((await call(bets, alice, { ...bet, picks: each })).status, JSON.stringify(each)).toBe(422);
    for (const risk of ["", "Low", "extreme", null, 1, {}, "__proto__", "constructor"])
      expect((await call(bets, alice, { ...bet, risk })).status, String(risk)).toBe(422);
    expect((await call(bets, alice)).body.errors).toMatchObject({
      stake: expect.any(Array),
      picks: expect.any(Array),
      risk: expect.any(Array),
    });
    expect((await call(bets, alice, { ...bet, picks: [3, 3] })).body.errors).toEqual({ picks: ["picks_invalid"] });
    expect(await balance(alice)).toBe(units(1000));
  });
});
