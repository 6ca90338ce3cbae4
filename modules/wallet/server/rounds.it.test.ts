import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { block } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { diceBet, keyOf, paid, roundBet, roundEnd } from "../testing/test-bets.ts";
import { auditBooks } from "./audit-books.ts";
import type { OpenRound } from "./port.ts";

/** Stepwise rounds on PostgreSQL: of racing operations each happens once, and the books balance afterwards. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const tile = (round: OpenRound, n: number, key: number) => ({
  round,
  key: keyOf(key),
  choice: { tile: n },
  shown: { safe: true },
});

async function begun(name: string, n = 1): Promise<OpenRound> {
  const player = await app.player(name, 100n);
  await app.wallet.place(roundBet(player, n, 10n));
  return required(await app.wallet.openRound(player, "miner"), "an open round");
}

const now = async (round: OpenRound) => required(await app.wallet.openRound(round.player, "miner"), "an open round");

describe("a stepwise round", () => {
  test("takes stake and nonce once, stays in play, stores its public journal, and pays once", async () => {
    const alice = await app.player("alice", 100n);
    const { wallet } = app;
    const first = await wallet.place(roundBet(alice, 1, 10n));
    expect(first).toMatchObject({
      kind: "accepted",
      bet: { status: "open", balanceAfter: 90n, seed: { nonce: 0 }, journal: { opening: { nonce: 0 }, steps: [] } },
    });
    await app.expectBooks(alice, 90n);
    const round = required(await wallet.openRound(alice, "miner"), "an open round");
    const one = await wallet.step(tile(round, 4, 100));
    expect(one).toMatchObject({ kind: "stepped", replayed: false });
    const two = await wallet.step(tile(await now(round), 9, 101));
    // A draw of another game in between uses the next nonce.
    expect(await wallet.place(diceBet(alice, 2, 10n, 0n))).toMatchObject({ bet: { seed: { nonce: 1 } } });
    const paidOut = await wallet.finish(roundEnd(await now(round), 25n, { key: keyOf(102) }));
    expect(paidOut).toMatchObject({
      bet: {
        payout: 25n,
        settledBalance: 105n,
        journal: { steps: [{ choice: { tile: 4 } }, { choice: { tile: 9 } }] },
      },
    });
    expect(await wallet.openRound(alice, "miner")).toBeUndefined();
    // Every repeat returns the first response.
    expect(await wallet.place(roundBet(alice, 1, 10n))).toEqual({ ...first, replayed: true });
    expect(await wallet.step(tile(round, 4, 100))).toEqual({ ...one, replayed: true });
    expect(await wallet.step(tile(round, 9, 101))).toEqual({ ...two, replayed: true });
    expect(await wallet.finish(roundEnd(round, 25n, { key: keyOf(102) }))).toEqual({ ...paidOut, replayed: true });
    expect(await wallet.step(tile(round, 5, 100))).toMatchObject({ reason: "idempotency_conflict" });
    await app.expectBooks(alice, 105n);
  });

  test("a round that ends at a node whose clock is behind ends no earlier than it began", async () => {
    const round = await begun("yara");
    const second = app.second({}, 4_000);
    const ended = await second.wallet.finish(roundEnd(round, 25n, { key: keyOf(103) }));
    expect(ended).toMatchObject({ bet: { status: "settled", placedAt: new Date(app.host.clock.now()) } });
    expect(ended).toMatchObject({ bet: { settledAt: new Date(app.host.clock.now()) } });
    await second.stop();
  });

  test("a step that is repeated after the round was read again is found, not done again", async () => {
    const round = await begun("zoe");
    const { wallet } = app;
    const first = await wallet.step(tile(round, 4, 100));
    expect(await wallet.step(tile(await now(round), 4, 100))).toEqual({ ...first, replayed: true });
    const other = roundEnd(await now(round), 0n, { key: keyOf(100), last: { choice: { tile: 5 }, shown: {} } });
    expect(await wallet.finish(other)).toMatchObject({ reason: "idempotency_conflict" });
    expect((await now(round)).journal.steps).toHaveLength(1);
  });

  test("a second start returns the open round, takes nothing and uses no nonce; another game has its own", async () => {
    const round = await begun("bob");
    const { wallet } = app;
    expect(await wallet.place(roundBet(round.player, 2, 10n))).toEqual({
      kind: "refused",
      reason: "round_open",
      bet: round,
    });
    expect(await wallet.place(roundBet(round.player, 3, 10n, "hilo"))).toMatchObject({ bet: { seed: { nonce: 1 } } });
    await app.expectBooks(round.player, 80n);
  });

  test("a duplicate start makes one round, also from two processes at once", async () => {
    const second = app.second();
    for (let n = 1; n <= 20; n++) {
      const carol = await app.player(`car${n}`, 100n);
      const [same, other] = n % 2 ? [n, n] : [n, 100 + n];
      const answers = await Promise.all([
        app.wallet.place(roundBet(carol, same, 10n)),
        second.wallet.place(roundBet(carol, other, 10n)),
      ]);
      const accepted = answers.filter(answer => answer.kind === "accepted");
      expect(accepted.filter(answer => !answer.replayed)).toHaveLength(1);
      if (same !== other) expect(answers.map(answer => answer.kind).sort()).toEqual(["accepted", "refused"]);
      await app.expectBooks(carol, 90n);
    }
    await second.stop();
  });

  test("cannot be settled like other bets: without its journal nothing is paid", async () => {
    const round = await begun("dora");
    await expect(app.wallet.settle(paid(round.player, 1, 90n))).rejects.toThrow();
    await app.expectBooks(round.player, 90n);
    await expect(app.wallet.finish(roundEnd(round, round.winCap + 1n))).rejects.toThrow("win cap");
  });

  test("cannot be begun twice in the table itself", async () => {
    const round = await begun("eve");
    const again = app.host.db.query(
      "INSERT INTO wallet.open_rounds (player_id, game, key, touched_at) VALUES ($1, 7, $2, now())",
      [round.player, keyOf(9)],
    );
    await expect(again).rejects.toThrow("open_rounds_pkey");
  });
});

describe("of concurrent operations one succeeds", () => {
  test("two cash-outs in one tick, and one in another process: one is paid", {
    tags: ["known-failure/4/steps"],
  }, async () => {
    const second = app.second();
    for (let n = 0; n < 10; n++) {
      const round = await begun(`fay${n}`);
      const answers = await Promise.all(
        [200, 201, 202].map(key =>
          (key === 202 ? second : app).wallet.finish(roundEnd(round, 30n, { key: keyOf(key) })),
        ),
      );
      expect(answers.filter(answer => answer.kind === "settled")).toHaveLength(1);
      await app.expectBooks(round.player, 120n);
    }
    await second.stop();
  });

  test("a reveal racing a cash-out racing the automatic end: the losers get `outpaced`", {
    tags: ["known-failure/17/steps"],
  }, async () => {
    const second = app.second();
    for (let n = 0; n < 10; n++) {
      const round = await begun(`gil${n}`);
      const [step, cashOut, complete] = await Promise.all([
        app.wallet.step(tile(round, 4, 300)),
        second.wallet.finish(roundEnd(round, 30n, { key: keyOf(301) })),
        second.wallet.finish(roundEnd(round, 0n)),
      ]);
      const ended = [cashOut, complete].filter(answer => answer.kind === "settled");
      if (step.kind === "stepped") {
        expect(ended).toEqual([]);
        expect(cashOut).toMatchObject({ reason: "outpaced" });
        await app.wallet.finish(roundEnd(await now(round), 30n));
        await app.expectBooks(round.player, 120n);
      } else {
        expect(ended).toHaveLength(1);
        expect(step).toMatchObject({ reason: "already_settled" });
        await app.expectBooks(round.player, cashOut.kind === "settled" ? 120n : 90n);
      }
    }
    await second.stop();
  });

  test("two different steps from two tabs: the second has to read the round again", async () => {
    const round = await begun("hana");
    const answers = await Promise.all([app.wallet.step(tile(round, 4, 400)), app.wallet.step(tile(round, 5, 401))]);
    expect(answers.map(answer => answer.kind)).toEqual(["stepped", "refused"]);
    expect((await now(round)).journal.steps).toHaveLength(1);
  });

  test("many players step and end in two processes without a deadlock", async () => {
    const second = app.second();
    const rounds = await Promise.all(Array.from({ length: 12 }, (_, n) => begun(`ivy${n}`)));
    for (let at = 0; at < 8; at++) {
      const fresh = await Promise.all(rounds.map(now));
      await Promise.all(
        [...fresh, ...fresh.toReversed()].map((round, index) =>
          (index % 2 ? app : second).wallet.step(tile(round, at, 500 + 100 * at + index)),
        ),
      );
    }
    const last = await Promise.all(rounds.map(now));
    expect(last.map(round => round.journal.steps.length)).toEqual(last.map(() => 8));
    await Promise.all(last.map((round, n) => (n % 2 ? app : second).wallet.finish(roundEnd(round, 10n))));
    await second.stop();
    for (const { player } of rounds) await app.expectBooks(player, 100n);
  });
});

describe("a connection that breaks", () => {
  const cutOff = () => {
    throw new Error("the connection was cut off");
  };

  test.each(["wallet.place", "wallet.step", "wallet.settle"])(
    "at %s: before the statement or after the commit, it happens once",
    async part => {
      for (const moment of ["formed", "committed"]) {
        const jim = await app.player(`${part.slice(7, 9)}${moment.slice(0, 3)}`, 100n);
        // The first stake requests a lease; the fault hits one after it.
        await app.wallet.place(diceBet(jim, 2, 10n, 10n));
        const at = (name: string) => name === part && app.host.failpoints.arm(`${name}.${moment}`, cutOff);
        at("wallet.place");
        expect(await app.wallet.place(roundBet(jim, 1, 10n))).toMatchObject({ kind: "accepted" });
        const round = required(await app.wallet.openRound(jim, "miner"), "an open round");
        at("wallet.step");
        expect(await app.wallet.step(tile(round, 3, 600))).toMatchObject({ kind: "stepped" });
        expect((await now(round)).journal.steps).toHaveLength(1);
        at("wallet.settle");
        const end = await app.wallet.finish(roundEnd(await now(round), 15n, { key: keyOf(601) }));
        expect(end).toMatchObject({ kind: "settled", bet: { payout: 15n } });
        await app.expectBooks(jim, 105n);
      }
    },
  );
});

describe("abandoned rounds", () => {
  test("are found a day after their last step, at once for a self-excluded player, and not for a time-out", {
    tags: ["known-failure/5/steps"],
  }, async () => {
    const [kim, lea, max] = [await begun("kim"), await begun("lea"), await begun("max")];
    const { wallet, host } = app;
    const mine = [kim, lea, max].map(round => round.player);
    const toClose = async () => {
      const at = host.clock.now();
      const which = { before: new Date(at - 86_400_000), now: new Date(at), limit: 1000 };
      return (await wallet.roundsToClose(which)).map(round => round.player).filter(player => mine.includes(player));
    };
    const until = new Date(host.clock.now() + 10 * 86_400_000);
    await host.db.tx(tx => block(tx, lea.player, until, "time_out"));
    await host.db.tx(tx => block(tx, max.player, until));
    expect(await toClose()).toEqual([max.player]);
    await host.clock.advance(86_399_000);
    await wallet.step(tile(kim, 1, 700));
    await host.clock.advance(1000);
    expect((await toClose()).sort()).toEqual([lea.player, max.player].sort());
    await host.clock.advance(86_399_000);
    expect((await toClose()).sort()).toEqual([...mine].sort());
    for (const player of mine)
      await wallet.finish(
        roundEnd(required(await wallet.openRound(player, "miner"), "a round"), 0n, {
          result: { kind: "voided", outcome: null },
        }),
      );
    for (const player of mine) await app.expectBooks(player, 100n);
  });
});

test("the audit finds a round without its bet, and a bet without its round", async () => {
  const round = await begun("nora");
  const { db } = app.host;
  const names = async () => [...new Set((await auditBooks(db)).map(each => each.rule))];
  await db.query("UPDATE wallet.open_rounds SET key = $2 WHERE player_id = $1", [round.player, keyOf(77)]);
  expect(await names()).toEqual(["I10 a round that is played in steps is open as long as its bet is"]);
  await db.query("DELETE FROM wallet.open_rounds WHERE player_id = $1", [round.player]);
  expect(await names()).toEqual(["I10 a round that is played in steps is open as long as its bet is"]);
  await db.query(
    "INSERT INTO wallet.open_rounds (player_id, game, key, journal, touched_at) VALUES ($1, 7, $2, $3, now())",
    [round.player, round.key, ['{"key":"a"}', '{"key":"a"}']],
  );
  expect(await names()).toEqual(["I6 a step is in a journal once"]);
  await db.query("UPDATE wallet.open_rounds SET journal = '{}' WHERE player_id = $1", [round.player]);
});
