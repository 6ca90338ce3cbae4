import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
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
import { createDice } from "./index.ts";

const bets = "POST /api/v1/games/dice/bets";
const goldenSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
const newKey = () => randomUUID() as string as Uuid;
const units = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000n;
const under = { stake: "1", direction: "under", target: "49.50" };

/** Dice on the wallet's model. Everybody plays with the golden seeds: the first roll is 9.70, the second 99.81. */
function table(options: TestDeskOptions = {}) {
  const clock = manualClock();
  const wallet = createWalletModel({ now: clock.now });
  const host = { clock, log: quietLog, metrics: quietMetrics } as unknown as Host;
  const dice = createDice(host, { wallet, desk: testDesk(host, options) });
  const sessions = new Map<string, Session>();
  const { calls } = createDispatcher(dice.handlers ?? [], {
    authenticate: token => sessions.get(token) ?? null,
    limiter: { take: () => 0 },
    ...{ clock, log: quietLog, metrics: quietMetrics },
  });
  const frames: { event: string; data: unknown }[] = [];
  dice.channels?.[0]?.bind((event, data) => frames.push({ event, data }));

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
          (each.credit === gameResult("dice") ? each.amount : 0n) -
          (each.debit === gameResult("dice") ? each.amount : 0n),
        0n,
      ),
  };
}

describe("a roll", () => {
  test("alice has changed to another currency in another tab: a bet meant in the former one takes nothing", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(10));
    const refused = await call(bets, alice, { ...under, currency: "RUB" });
    expect(refused).toMatchObject({ status: 409, body: { code: "currency_changed" } });
    expect(await balance(alice)).toBe(units(10));
    const key = newKey();
    const taken = await call(bets, alice, { ...under, currency: "USD" }, key);
    expect(taken).toMatchObject({ status: 201, body: { data: { currency: "USD", balance: "11" } } });
    expect((await call(bets, alice, { ...under, currency: "USD" }, key)).text).toBe(taken.text);
  });

  test("alice wins at 9.70 and loses at 99.81; answer, history, feed and books agree", async () => {
    const { call, player, balance, result, frames, clock } = table();
    const alice = await player(units(10));
    const won = await call(bets, alice, under);
    expect(won).toMatchObject({
      status: 201,
      body: {
        data: {
          ...{
            stake: "1",
            payout: "2",
            multiplier: "2.00",
            status: "settled",
            balance: "11",
            outcome: { roll: "9.70" },
          },
          proof: {
            nonce: 0,
            client_seed: "player-seed_1",
            server_seed: null,
            inputs: { direction: "under", target: "49.50" },
          },
        },
      },
    });
    const lost = await call(bets, alice, under);
    expect(lost.body.data).toMatchObject({
      payout: "0",
      multiplier: "0.00",
      balance: "10",
      outcome: { roll: "99.81" },
    });
    expect([await balance(alice), result()]).toEqual([units(10), 0n]);
    const { items } = (await call("GET /api/v1/games/dice/rounds", alice)).body.data;
    expect(items).toMatchObject([{ roll: "99.81" }, { id: won.body.data.id, roll: "9.70", payout: "2" }]);
    await clock.advance(250);
    expect(frames.flatMap(frame => (frame.data as { bets: object[] }).bets)).toMatchObject([
      { payout: "2" },
      { payout: "0" },
    ]);
  });

  test("a repeat gets the same bytes and moves nothing; the key with another body is a conflict", async () => {
    const { call, player, balance, frames } = table();
    const alice = await player(units(10));
    const key = newKey();
    const first = await call(bets, alice, under, key);
    await call(bets, alice, under);
    expect((await call(bets, alice, under, key)).text).toBe(first.text);
    expect((await call(bets, alice, { target: "49.50", direction: "under", stake: "1" }, key)).text).toBe(first.text);
    expect((await call(bets, alice, { ...under, stake: "2" }, key)).body.code).toBe("idempotency_conflict");
    expect(await balance(alice)).toBe(units(10));
    expect(frames).toHaveLength(1);
  });

  test("a refused bet uses up no nonce: the next one gets the roll it would have had", async () => {
    const { call, player } = table();
    const alice = await player(units(10));
    for (const stake of ["10.01", "100.01", "0"])
      expect((await call(bets, alice, { ...under, stake })).status).toBeGreaterThan(400);
    expect((await call(bets, alice, under)).body.data).toMatchObject({
      outcome: { roll: "9.70" },
      proof: { nonce: 0 },
    });
  });

  test("14: twenty rolls at once on a balance that covers one", async () => {
    const { call, player, balance } = table();
    const alice = await player(units(1));
    const losing = { stake: "1", direction: "over", target: "98.00" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(bets, alice, losing)));
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
    expect(await balance(alice)).toBe(0n);
  });

  test("each currency has its limits, and money of one is never staked in another", async () => {
    const { call, player, balance } = table();
    const [alice, bob] = [await player(units(1000), "RUB"), await player(units(1000), "USD")];
    expect((await call(bets, alice, { ...under, stake: "0.99" })).body).toMatchObject({
      code: "stake_out_of_limits",
      data: { min: "1", max: "10000" },
    });
    expect((await call(bets, bob, { ...under, stake: "0.01" })).status).toBe(201);
    expect((await call(bets, bob, { ...under, stake: "100.01" })).body).toMatchObject({
      code: "stake_out_of_limits",
      data: { max: "100" },
    });
    expect((await call(bets, alice, { ...under, currency: "USD" })).body.code).toBe("currency_changed");
    expect(await balance(alice)).toBe(units(1000));
    expect(await balance(bob)).toBe(units(1000) + 10_000n);
  });
});

describe("refusals, the first that applies", () => {
  test("a guest, a missing key, a missing currency, a missing client seed, too little money", async () => {
    const { call, player } = table();
    expect((await call(bets, null, under)).body.code).toBe("unauthenticated");
    const alice = await player(units(0.5));
    expect((await call(bets, alice, under, "no uuid")).body.code).toBe("idempotency_key_required");
    expect((await call(bets, await player(0n, null), under)).body.code).toBe("currency_required");
    expect((await call(bets, await player(0n, "USD", false), under)).body.code).toBe("client_seed_required");
    expect((await call(bets, alice, under)).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "0.5" },
    });
  });

  test("a stake whose prize could pass the cap names the largest that would do, and that one is taken", async () => {
    // The cap is a hundredth of the bankroll: 10.
    const { call, player, balance } = table({ bankroll: micros(units(1000)) });
    const alice = await player(units(100));
    expect((await call(bets, alice, { ...under, stake: "5.01" })).body).toMatchObject({
      ...{ code: "win_cap", data: { win_cap: "10", max_stake: "5" } },
    });
    expect(await balance(alice)).toBe(units(100));
    expect((await call(bets, alice, { ...under, stake: "5" })).body.data).toMatchObject({
      payout: "10",
      proof: { nonce: 0 },
    });
    const longShot = { stake: "1", direction: "under", target: "0.01" };
    expect((await call(bets, alice, longShot)).body).toMatchObject({ code: "win_cap", data: { max_stake: "0" } });
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
    for (const stake of stakes) expect((await call(bets, alice, { ...under, stake })).status, String(stake)).toBe(422);
    const targets = [
      "0.00",
      "98.01",
      "99.99",
      "100.00",
      "-1.00",
      "1",
      "1.5",
      "1.555",
      "01.50",
      "1e1",
      "NaN",
      49.5,
      null,
      {},
      "",
    ];
    for (const target of targets)
      expect((await call(bets, alice, { ...under, target })).status, String(target)).toBe(422);
    for (const target of ["0.00", "1.98", "99.99", "-1.00"])
      expect((await call(bets, alice, { ...under, direction: "over", target })).status, `over ${target}`).toBe(422);
    for (const direction of ["", "Over", "between", null, 1, {}, "__proto__"])
      expect((await call(bets, alice, { ...under, direction })).status, String(direction)).toBe(422);
    expect((await call(bets, alice)).body.errors).toMatchObject({
      stake: expect.any(Array),
      direction: expect.any(Array),
      target: expect.any(Array),
    });
    expect(await balance(alice)).toBe(units(1000));
  });
});
