import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, voided } from "../testing/test-bets.ts";
import { createWallet } from "./create-wallet.ts";
import type { PlaceAnswer, SettleAnswer } from "./port.ts";
import { placeDrawnSql } from "./sql/place-sql.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const accepted = (answers: readonly PlaceAnswer[]) => answers.filter(answer => answer.kind === "accepted");
const settled = (answers: readonly SettleAnswer[]) => answers.filter(answer => answer.kind === "settled");
const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index + 1));

describe("one player at once", () => {
  test("200 stakes on a balance for one: one is taken", { tags: ["known-failure/14/all"] }, async () => {
    const alice = await app.player("alice", 10n);
    const answers = await Promise.all(times(200, n => app.wallet.place(diceBet(alice, n, 10n, 0n))));
    expect(accepted(answers)).toHaveLength(1);
    expect(answers.filter(answer => answer.kind === "refused" && answer.reason !== "insufficient_funds")).toEqual([]);
    await app.expectBooks(alice, 0n);
  });

  test("several concurrent bets are played in the order they arrived, each on its own nonce", async () => {
    const bob = await app.player("bob", 100n);
    const answers = await Promise.all(times(20, n => app.wallet.place(diceBet(bob, n, 5n, n % 2 ? 0n : 10n))));
    const nonces = accepted(answers).map(answer => answer.kind === "accepted" && answer.bet.seed?.nonce);
    expect(nonces).toEqual(times(20, n => n - 1));
    await app.expectBooks(bob, 100n);
  });

  test("a key is looked up before a refusal after the stake that is being taken under it, and others at once", async () => {
    const [cora, dina] = await Promise.all([app.player("cora", 11n), app.player("dina", 10n)]);
    await app.wallet.place(diceBet(cora, 9, 1n, 0n));
    let commit = () => {};
    let isTaken = () => {};
    const [committing, taken] = [
      new Promise<void>(done => {
        commit = done;
      }),
      new Promise<void>(done => {
        isTaken = done;
      }),
    ];
    // As a commit that waits for its standby: others do not see it yet.
    const connect: Db["connect"] = async () => {
      const connection = await app.host.db.connect();
      const query: typeof connection.query = async (text, values, name) => {
        if (!name?.startsWith("wallet.place")) return connection.query(text, values, name);
        await connection.query("BEGIN");
        const answer = await connection.query(text, values, name);
        isTaken();
        await committing;
        await connection.query("COMMIT");
        return answer as never;
      };
      return { ...connection, query };
    };
    const slow = createWallet({ ...app.host, db: { ...app.host.db, connect } }, { pairs: app.pairs }, {});
    const first = slow.place(crashBet(cora, 1, 10n));
    await taken;
    expect(await app.wallet.bet(cora, keyOf(1))).toBeUndefined();
    const repeat = app.wallet.bet(cora, keyOf(1), { waits: true });
    expect(await app.wallet.bet(dina, keyOf(1), { waits: true })).toBeUndefined();
    commit();
    expect(await repeat).toMatchObject({ player: cora, stake: 10n });
    expect(await first).toMatchObject({ kind: "accepted" });
    await app.wallet.settle(voided(cora, 1));
    await slow.stop?.();
  });

  test("a stake that waits for the deposit that covers it is taken: no balance below zero is ever stored", async () => {
    const finn = await app.player("finn", 2n);
    await app.wallet.place(diceBet(finn, 1, 1n, 0n));
    let commit = () => {};
    const staked = new Promise<void>(done => {
      commit = done;
    });
    let depositing = Promise.resolve();
    await new Promise<void>(credited => {
      depositing = app.host.db.tx(async tx => {
        await app.wallet.credit(tx, deposit(finn, 9n, "USD", keyOf(0xd1)));
        credited();
        await staked;
      });
    });
    const bet = app.wallet.place(diceBet(finn, 2, 10n, 0n));
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await app.host.db.query(waiting)).rowCount).toBe(1);
    commit();
    await depositing;
    expect(await bet).toMatchObject({ kind: "accepted" });
    await app.expectBooks(finn, 0n);
  });

  test("50 copies of one request: one stake, and all get the same response", async () => {
    const carol = await app.player("carol", 100n);
    const answers = await Promise.all(times(50, () => app.wallet.place(diceBet(carol, 1, 10n, 15n))));
    const [first] = answers;
    for (const answer of answers) expect({ ...answer, replayed: false }).toEqual(first);
    expect(answers.filter(answer => answer.kind === "accepted" && !answer.replayed)).toHaveLength(1);
    await app.expectBooks(carol, 105n);
  });

  test("50 settlements of one bet, cash-outs and a void among them: it ends once", {
    tags: ["known-failure/4/crash", "known-failure/17/crash"],
  }, async () => {
    const dave = await app.player("dave", 10n);
    await app.wallet.place(crashBet(dave, 1, 10n));
    const ends = times(50, n => (n % 5 ? paid(dave, 1, BigInt(n), { key: keyOf(100 + n) }) : voided(dave, 1)));
    const answers = await Promise.all(ends.map(end => app.wallet.settle(end)));
    expect(settled(answers)).toHaveLength(1);
    const [first] = settled(answers);
    await app.expectBooks(dave, first?.kind === "settled" ? first.bet.payout : -1n);
  });
});

describe("a batch", () => {
  test("with valid and invalid members: each is judged separately, also one that makes the statement fail", async () => {
    const rich = await app.player("rich", 10n ** 12n);
    const poor = await app.player("poor", 1n);
    const full = await app.player("full", 2n ** 63n - 2n);
    const others = await Promise.all(times(10, n => app.player(`other${n}`, 100n)));
    const answers = await Promise.allSettled([
      app.wallet.place(diceBet(rich, 1, 1_000n, 0n)),
      app.wallet.place(diceBet(poor, 1, 2n, 0n)),
      app.wallet.place(diceBet(full, 1, 1n, 10n ** 17n)),
      ...others.map(player => app.wallet.place(diceBet(player, 1, 100n, 50n))),
    ]);
    const [good, refused, broken, ...rest] = answers;
    expect(good).toMatchObject({ value: { kind: "accepted" } });
    expect(refused).toMatchObject({ value: { reason: "insufficient_funds" } });
    expect(broken).toMatchObject({ status: "rejected", reason: { code: "22003" } });
    expect(rest).toMatchObject(others.map(() => ({ value: { kind: "accepted", bet: { balanceAfter: 50n } } })));
    await app.expectBooks(full, 2n ** 63n - 2n);
  });

  test("amounts round 2^53 and next to the largest bigint stay exact", async () => {
    const eve = await app.player("eve", 2n ** 63n - 1n);
    const stake = 2n ** 53n + 1n;
    const answer = await app.wallet.place({ ...diceBet(eve, 1, stake, stake - 2n), winCap: micros(2n ** 62n) });
    expect(answer).toMatchObject({ bet: { stake, payout: stake - 2n, balanceAfter: 2n ** 63n - 3n } });
    await app.expectBooks(eve, 2n ** 63n - 3n);
  });

  test("a draw that throws fails its own bet; the next bet uses the nonce it did not use", async () => {
    const fay = await app.player("fay", 10n);
    const failing = app.wallet.place({
      ...diceBet(fay, 1, 1n, 0n),
      draw: () => {
        throw new Error("no such table");
      },
    });
    const next = app.wallet.place(diceBet(fay, 2, 1n, 0n));
    await expect(failing).rejects.toThrow("no such table");
    expect(await next).toMatchObject({ bet: { seed: { nonce: 0 } } });
  });

  test("a full lane refuses and takes nothing", async () => {
    const small = app.second({ lanes: 1, capacity: 2 });
    const gil = await app.player("gil", 100n);
    const answers = await Promise.allSettled(times(10, n => small.wallet.place(crashBet(gil, n, 1n))));
    await small.stop();
    expect(answers.filter(answer => answer.status === "rejected").length).toBeGreaterThan(0);
    const taken = answers.filter(answer => answer.status === "fulfilled").length;
    await app.expectBooks(gil, 100n - BigInt(taken));
  });
});

describe("a connection that is lost", () => {
  const cutOff = () => {
    throw new Error("the connection was cut off");
  };

  test("before the statement was sent: the bet is placed on the next connection", async () => {
    const ida = await app.player("ida", 10n);
    app.host.failpoints.arm("wallet.place.formed", cutOff);
    expect(await app.wallet.place(diceBet(ida, 1, 10n, 0n))).toMatchObject({ kind: "accepted", replayed: false });
    await app.expectBooks(ida, 0n);
  });

  test("after the commit: what was committed is found by its key, never done again", {
    tags: ["known-failure/16/all"],
  }, async () => {
    const jim = await app.player("jim", 11n);
    // The first stake requests a lease; the fault hits the one after it.
    await app.wallet.place(diceBet(jim, 2, 1n, 0n));
    app.host.failpoints.arm("wallet.place.committed", cutOff);
    expect(await app.wallet.place(crashBet(jim, 1, 10n))).toMatchObject({
      kind: "accepted",
      replayed: true,
      bet: { balanceAfter: 0n },
    });
    app.host.failpoints.arm("wallet.settle.committed", cutOff);
    expect(await app.wallet.settle(paid(jim, 1, 30n))).toMatchObject({ kind: "settled", bet: { payout: 30n } });
    await app.expectBooks(jim, 30n);
  });

  test("effectively, because a migration changed a column under its prepared statements: bets continue on a new one", async () => {
    const lea = await app.player("lea", 100n);
    const { wallet, host } = app;
    await Promise.all([wallet.place(diceBet(lea, 1, 10n, 0n)), wallet.balances(lea)]);
    await wallet.place(crashBet(lea, 2, 10n));
    await wallet.settle(paid(lea, 2, 5n));
    for (const [n, type] of [
      [3, "numeric"],
      [4, "bigint"],
    ] as const) {
      await host.db.query(`ALTER TABLE wallet.wallets ALTER COLUMN bonus TYPE ${type}`);
      expect(await wallet.place(diceBet(lea, n, 10n, 0n))).toMatchObject({ kind: "accepted" });
      expect(await wallet.place(crashBet(lea, 10 * n, 10n))).toMatchObject({ kind: "accepted" });
      expect(await wallet.settle(paid(lea, 10 * n, 10n))).toMatchObject({ kind: "settled" });
      expect(await wallet.balances(lea)).toHaveLength(1);
    }
    await app.expectBooks(lea, 65n);
  });

  test("repeatedly: the caller gets `unavailable`, and the key still decides", async () => {
    const kim = await app.player("kim", 11n);
    // The first stake requests a lease; the faults hit the one after it.
    await app.wallet.place(diceBet(kim, 2, 1n, 0n));
    app.host.failpoints.arm("wallet.place.committed", cutOff, 6);
    await expect(app.wallet.place(diceBet(kim, 1, 10n, 15n))).rejects.toMatchObject({
      error: { code: "unavailable" },
    });
    expect(await app.wallet.place(diceBet(kim, 1, 10n, 15n))).toMatchObject({ kind: "accepted", replayed: true });
    await app.expectBooks(kim, 15n);
  });
});

describe("two processes", () => {
  test("with the same players: no deadlock, no nonce twice, nothing lost", async () => {
    const second = app.second();
    const players = await Promise.all(times(8, n => app.player(`duo${n}`, 10_000n)));
    const work = players.flatMap((player, p) =>
      times(40, n => {
        const { wallet } = n % 2 ? app : second;
        return wallet.place(diceBet(player, 1000 * p + n, 10n, n % 4 ? 0n : 25n));
      }),
    );
    const answers = await Promise.all(work);
    await second.stop();
    expect(accepted(answers)).toHaveLength(320);
    for (const player of players) await app.expectBooks(player, 10_000n - 400n + 250n);
  });

  test("a repeat that races the original in another process moves money once", async () => {
    const second = app.second();
    const players = await Promise.all(times(20, n => app.player(`race${n}`, 100n)));
    const answers = await Promise.all(
      players.flatMap(player => [app, second].map(({ wallet }) => wallet.place(diceBet(player, 1, 10n, 0n)))),
    );
    await second.stop();
    expect(accepted(answers)).toHaveLength(40);
    expect(answers.filter(answer => answer.kind === "accepted" && answer.replayed)).toHaveLength(20);
    for (const player of players) await app.expectBooks(player, 90n);
  });

  test("bets racing the closing of a betting window: accepted ones exist when it has closed, and none follows", {
    tags: ["known-failure/20/shared", "known-failure/20/rooms"],
  }, async () => {
    const second = app.second();
    const players = await Promise.all(times(40, n => app.player(`gate${n}`, 100n)));
    const epoch = await app.wallet.takeEpoch("crash");
    for (let round = 1n; round <= 5n; round++) {
      await app.wallet.openBettingWindow(app.host.db, "crash", round, epoch);
      let closed = false;
      const placements = players.map(async (player, index) => {
        const answer = await (index % 2 ? app : second).wallet.place(crashBet(player, Number(round), 1n, round));
        return { answer, late: closed };
      });
      await Promise.all(placements.slice(0, Number(round) * 4));
      await app.wallet.closeBettingWindow("crash", epoch);
      closed = true;
      const open = (await app.wallet.openBets("crash", round)).map(bet => bet.player);
      const results = await Promise.all(placements);
      const taken = players.filter((_, index) => results[index]?.answer.kind === "accepted");
      expect(open.toSorted()).toEqual(taken.toSorted());
      for (const player of taken) await app.wallet.settle(paid(player, Number(round), 1n));
    }
    await second.stop();
  });

  test("a change of client seed between draw and statement is detected: the bet is drawn again with the new one", async () => {
    const hal = await app.player("hal", 100n);
    await app.wallet.place(diceBet(hal, 1, 1n, 0n));
    await app.pairs.give(hal, "another");
    const answer = await app.wallet.place(diceBet(hal, 2, 1n, 0n));
    expect(answer).toMatchObject({ bet: { seed: { clientSeed: "another", nonce: 1 } } });
    await app.pairs.give(hal, null);
    expect(await app.wallet.place(diceBet(hal, 3, 1n, 0n))).toMatchObject({ reason: "no_client_seed" });
    expect(await app.wallet.place(diceBet(hal, 2, 1n, 0n))).toMatchObject({ kind: "accepted", replayed: true });
  });
});

test("over a database with shards each statement of bets has players of one shard", async () => {
  const shardOf = (player: string) => Number.parseInt(player.slice(-4), 16) % 4;
  const statements: (readonly string[])[] = [];
  const db: Db = {
    ...app.host.db,
    async connect() {
      const connection = await app.host.db.connect();
      return {
        ...connection,
        query(text, values, name) {
          if (text === placeDrawnSql) statements.push(uuidsIn(values?.[2] as Buffer));
          return connection.query(text, values, name);
        },
      };
    },
  };
  const wallet = createWallet({ ...app.host, db }, { pairs: app.pairs }, { lanes: 2, shardOf });
  const players = await Promise.all(times(12, n => app.player(`shards ${n}`, 10n)));
  const answers = await Promise.all(players.map(player => wallet.place(diceBet(player, 1, 1n, 0n))));
  await wallet.stop?.();
  expect(accepted(answers)).toHaveLength(12);
  expect(new Set(statements.flat())).toEqual(new Set(players));
  expect(statements.map(among => new Set(among.map(shardOf)).size)).toEqual(statements.map(() => 1));
  expect(new Set(players.map(shardOf)).size).toBeGreaterThan(1);
});

/** The elements of a binary array of UUIDs: each after its length. */
const uuidsIn = (array: Buffer): readonly string[] =>
  array
    .subarray(20)
    .toString("hex")
    .replaceAll(/0{6}10(.{8})(.{4})(.{4})(.{4})(.{12})/g, "$1-$2-$3-$4-$5 ")
    .trim()
    .split(" ");
