import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { differencesOf, ledgerInvariants } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { deposit, diceBet } from "#modules/wallet/testing/test-bets.ts";
import { hashOf } from "../shared/entry-text.ts";
import { verifyJackpot } from "../shared/verify.ts";
import { smallPot, type TestJackpots, testJackpots } from "../testing/test-jackpots.ts";
import { jackpotInvariants, startRequest, termsRequest } from "./index.ts";

let app: TestJackpots;
beforeAll(async () => {
  app = await testJackpots();
});
afterEach(async () => {
  const { db } = app.host;
  expect(await auditBooks(db)).toEqual([]);
  expect(await differencesOf(db, ledgerInvariants.concat(jackpotInvariants))).toEqual([]);
  await db.query("UPDATE jackpots.jackpots SET state = 'off' WHERE state = 'on'");
  await db.query("UPDATE jackpots.spans SET ended_at = began_at WHERE ended_at IS NULL");
});
afterAll(() => app.close());

const fold = () => app.jackpots.foldNow();
const list = async () => (await app.api.call("GET /api/v1/jackpots")).body.data;
const shown = async (id: string) => (await list()).jackpots.find((one: { id: string }) => one.id === id);
const winsOf = async (id: string) => (await list()).wins.filter((one: { jackpot: string }) => one.jackpot === id);
const entriesOf = async (id: string, query = "") =>
  (await app.api.call(`GET /api/v1/jackpots/${id}/entries${query}`)).body.data;
const mine = async (token: string) => (await app.api.call("GET /api/v1/jackpot-entries", { token })).body.data;
const recordOf = async (id: string) => (await app.api.call(`GET /api/v1/rounds/${id}`)).body.data;
const rotate = (token: string) =>
  app.api.call("POST /api/v1/fairness/rotate", { token, body: { client_seed: "another" } });

test("one case through all layers: alice's bets feed a pot, one of them must win it, it is paid once, shown and verified", async () => {
  const alice = await app.person("alice");
  await app.play(alice.id, "50");
  const { id } = await app.begin(smallPot);
  expect(await shown(id)).toMatchObject({ amount: "10", pot: 1, entries: 0, on: true, games: ["dice", "miner"] });
  const before = await app.real(alice.id);
  await app.play(alice.id, "0.1");
  await fold();
  // A stake of 0.1 at a fifth of an edge of 1 % adds 0.0002: a tenth is reserved.
  const [first] = await entriesOf(id);
  expect(first).toMatchObject({ number: 1, stake: "100000", rate: 2000, share: "180", reserve: "20" });
  await app.play(alice.id, "1");
  await fold();
  // The second bet fills the pot, so one of the two has won it.
  const wins = await winsOf(id);
  expect(wins).toHaveLength(1);
  expect(await app.real(alice.id)).toBe(before - parseDecimal("1.1") + parseDecimal(wins[0].amount));
  expect(parseDecimal(wins[0].amount)).toBeGreaterThan(parseDecimal("10"));
  expect(await shown(id)).toMatchObject({ pot: 2, entries: 2 });
  await fold();
  expect(await winsOf(id)).toHaveLength(1);

  const record = await recordOf(wins[0].entry_id);
  expect(record).toMatchObject({ kind: "draw", game: "jackpots", player: { name: expect.any(String) } });
  expect(verifyJackpot(record.proof, nobleHashes).verdict).toBe("not_revealed");
  expect((await rotate(alice.token)).status).toBe(200);
  const { proof } = await recordOf(wins[0].entry_id);
  expect(proof).toMatchObject({ payout: wins[0].amount, outcome: { won: true } });
  expect(verifyJackpot(proof, nobleHashes)).toMatchObject({ verdict: "matches" });
  for (const entry of await mine(alice.token))
    expect(verifyJackpot((await recordOf(entry.entry_id)).proof, nobleHashes).verdict).toBe("matches");
  expect(await mine(alice.token)).toHaveLength(2);
});

describe("what takes part", () => {
  test("bets placed while it is on, of its games, with seeds of the player's own, ended and not void", async () => {
    const bob = await app.person("bob");
    const early = await app.open(bob.id, "5");
    await app.host.clock.advance(1_000);
    const { id } = await app.begin();
    const settle = (bet: typeof early) =>
      app.wallet.openRound(bob.id, "miner").then(round =>
        app.wallet.finish({
          round: round as never,
          result:
            bet === early
              ? { kind: "paid", payout: parseDecimal("0"), outcome: null }
              : { kind: "voided", outcome: null },
        }),
      );
    await settle(early);
    const late = await app.open(bob.id, "6");
    await settle(late);
    await app.play(bob.id, "7", "keno");
    await app.playShared(bob.id, "8");
    await fold();
    expect((await shown(id)).entries).toBe(0);
    await app.play(bob.id, "9");
    const open = await app.open(bob.id, "10");
    await app.host.clock.advance(1_000);
    await app.switch(id, "off");
    await app.play(bob.id, "11");
    await fold();
    expect((await entriesOf(id)).map(({ stake }: { stake: string }) => stake)).toEqual(["9000000"]);
    // Placed while it was on, ended while it is off.
    const round = await app.wallet.openRound(bob.id, "miner");
    expect(round?.key).toBe(open);
    await app.wallet.finish({
      round: round as never,
      result: { kind: "paid", payout: parseDecimal("0"), outcome: null },
    });
    await fold();
    expect((await entriesOf(id)).map(({ stake }: { stake: string }) => stake)).toEqual(["10000000", "9000000"]);
  });

  test("a bet feeds the jackpots of its own currency", async () => {
    const cleo = await app.person("cleo");
    const [dollars, euros] = [await app.begin(), await app.begin({ currency: "EUR" })];
    await app.play(cleo.id, "100");
    await fold();
    expect([(await shown(dollars.id)).entries, (await shown(euros.id)).entries]).toEqual([1, 0]);
  });

  test("a bet feeds by its real money, not by what a bonus staked of it", async () => {
    const cora = await app.person("cora");
    await app.play(cora.id, "10000");
    const { host, wallet } = app;
    const grant = {
      id: host.ids.next(),
      player: cora.id,
      currency: "USD",
      account: bonusCost("deposit"),
      amount: parseDecimal("30"),
      target: parseDecimal("300"),
      maxBet: parseDecimal("5"),
      games: ["dice"],
      until: new Date(host.clock.now() + 3_600_000),
    } as const;
    await host.db.tx(async tx => {
      expect(await wallet.grants.give(tx, grant)).toBe(true);
      await wallet.credit(tx, deposit(cora.id, 1_000_000n, "USD", host.ids.next()));
    });
    await host.clock.advance(1_000);
    const { id } = await app.begin();
    const bet = diceBet(cora.id, 0x9001, parseDecimal("4"), 0n);
    expect((await wallet.place({ ...bet, rate: 1_000 })).kind).toBe("accepted");
    await fold();
    expect((await entriesOf(id)).map(({ stake }: { stake: string }) => stake)).toEqual(["1000000"]);
  });

  test("switched off, a jackpot keeps its pot and goes on where it stopped", async () => {
    const carol = await app.person("carol");
    const { id } = await app.begin();
    await app.play(carol.id, "100");
    await fold();
    const { amount } = await shown(id);
    expect(amount).toBe("100.18");
    await app.host.clock.advance(1_000);
    await app.switch(id, "off");
    await app.play(carol.id, "100");
    await fold();
    expect(await shown(id)).toMatchObject({ amount, on: false, entries: 1 });
    await app.host.clock.advance(1_000);
    await app.switch(id, "on");
    await app.play(carol.id, "100");
    await fold();
    expect(await shown(id)).toMatchObject({ amount: "100.36", on: true, entries: 2 });
  });

  test("test accounts neither feed nor win; a player who is excluded meanwhile is paid what their bet won", async () => {
    const [tester, dan] = [await app.person("tester"), await app.person("dan")];
    await app.host.db.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [tester.id]);
    const { id } = await app.begin(smallPot);
    await app.play(tester.id, "100");
    await fold();
    expect((await shown(id)).entries).toBe(0);
    await app.play(dan.id, "100");
    const until = new Date(app.host.clock.now() + 3_600_000);
    await app.host.db.tx(tx => block(tx, dan.id, until, "self_exclusion"));
    const before = await app.real(dan.id);
    await fold();
    expect(await app.real(dan.id)).toBe(before + parseDecimal("10.001"));
  });
});

describe("hits", () => {
  test("two hits of one batch are two pots: the second gets the next one, which begins from the reserve and then the bank", async () => {
    const eva = await app.person("eva");
    const { id } = await app.begin(smallPot);
    await app.play(eva.id, "1");
    await app.host.clock.advance(10);
    await app.play(eva.id, "1");
    await fold();
    // Each bet alone fills a pot.
    const wins = await winsOf(id);
    expect(wins.map(({ amount }: { amount: string }) => amount)).toEqual(["10.001", "10.001"]);
    const { rows } = await app.host.db.query(
      `SELECT number, from_reserve AS "fromReserve", from_bank AS "fromBank" FROM jackpots.pots WHERE jackpot_id = $1 ORDER BY number`,
      [id],
    );
    // 1 of 0.002 went to the pot as far as it had room, the rest was kept.
    expect(rows).toEqual([
      { number: 1n, fromReserve: 0n, fromBank: 10_000_000n },
      { number: 2n, fromReserve: 1_000n, fromBank: 9_999_000n },
      { number: 3n, fromReserve: 1_000n, fromBank: 9_999_000n },
    ]);
  });

  test("a win that cannot be paid keeps no other win waiting", async () => {
    const [ulan, vera] = [await app.person("ulan"), await app.person("vera")];
    const { id } = await app.begin(smallPot);
    await app.play(ulan.id, "1");
    await app.play(vera.id, "1");
    const paid = async () => (await app.real(ulan.id)) + (await app.real(vera.id));
    const before = await paid();
    app.host.failpoints.arm("jackpots.paid", () => {
      throw new Error("the first is not paid");
    });
    await expect(fold()).rejects.toThrow("the first is not paid");
    expect(await winsOf(id)).toHaveLength(2);
    expect(await paid()).toBe(before + parseDecimal("10.001"));
    await fold();
    expect(await paid()).toBe(before + 2n * parseDecimal("10.001"));
  });

  test("an account is not closed while a pot may still be paid to it", async () => {
    const wanda = await app.person("wanda");
    await app.begin(smallPot);
    const obstacles = () => app.host.db.tx(async tx => app.jackpots.closingObstacles?.(tx, wanda.id));
    expect(await obstacles()).toEqual([]);
    await app.play(wanda.id, "1");
    expect(await obstacles()).toEqual(["open_bets"]);
    app.host.failpoints.arm("jackpots.paid", () => {
      throw new Error("killed");
    });
    await expect(fold()).rejects.toThrow("killed");
    expect(await obstacles()).toEqual(["open_bets"]);
    await fold();
    expect(await obstacles()).toEqual([]);
  });

  test("changed terms begin with the next pot", async () => {
    const fay = await app.person("fay");
    const jackpot = await app.begin(smallPot);
    const bound = parseDecimal("50");
    await app.approve(termsRequest, { ...jackpot, bound, games: ["keno"] });
    expect(await shown(jackpot.id)).toMatchObject({ bound: "10.001", games: ["dice", "miner"] });
    await app.play(fay.id, "1");
    await fold();
    expect(await shown(jackpot.id)).toMatchObject({ pot: 2, bound: "50", games: ["keno"] });
    await app.play(fay.id, "1");
    await app.play(fay.id, "2", "keno");
    await fold();
    expect((await entriesOf(jackpot.id)).map(({ stake }: { stake: string }) => stake)).toEqual(["2000000", "1000000"]);
  });

  test("a random jackpot is won by a stake of its turnover, and never by the size of its pot", async () => {
    const gus = await app.person("gus");
    const { id } = await app.begin({ kind: "random", seed: parseDecimal("5"), bound: parseDecimal("5000") });
    await app.play(gus.id, "5000");
    await fold();
    expect((await winsOf(id)).map(({ amount }: { amount: string }) => amount)).toEqual(["14"]);
  });

  test("a hidden player's win has neither name nor proof; their own list has it", async () => {
    const hal = await app.person("hal");
    const { id } = await app.begin(smallPot);
    await app.api.call("PUT /profile/settings", { token: hal.token, body: { is_avatar_hidden: true } });
    await app.play(hal.id, "1");
    await fold();
    expect(await winsOf(id)).toMatchObject([{ player: null, entry_id: null, number: 1 }]);
    const [own] = await mine(hal.token);
    expect(own).toMatchObject({ won: true, share: "0.001" });
    expect((await recordOf(own.entry_id)).player).toBeNull();
  });
});

test("the channel says what the pots hold, at most once a second", async () => {
  const lea = await app.person("lea");
  const { id } = await app.begin();
  const [channel] = app.jackpots.channels ?? [];
  const seen: { readonly pots: readonly { readonly id: string; readonly amount: string }[] }[] = [];
  channel?.bind((_event, data) => void seen.push(data as (typeof seen)[number]));
  await app.jackpots.start?.();
  for (const stake of ["10", "20"]) {
    await app.play(lea.id, stake);
    await fold();
  }
  await expect.poll(() => app.host.clock.advance(1_000).then(() => seen.length)).toBeGreaterThan(0);
  const own = seen.flatMap(({ pots }) => pots.filter(pot => pot.id === id));
  expect(own.at(-1)?.amount).toBe("100.054");
  expect(seen.length).toBeLessThanOrEqual(2);
  const snapshot = (await channel?.snapshot(null)) as (typeof seen)[number];
  expect(snapshot.pots.find(pot => pot.id === id)?.amount).toBe("100.054");
  await app.jackpots.stop?.();
});

describe("the chain", () => {
  test("each hash covers the entry before it, so that nothing is inserted, dropped or put in another order", async () => {
    const ida = await app.person("ida");
    const { id } = await app.begin();
    for (const stake of ["1", "2", "3", "0.000001"]) await app.play(ida.id, stake);
    await fold();
    const entries = (await entriesOf(id)).toReversed();
    expect(entries).toHaveLength(4);
    expect((await shown(id)).last_hash).toBe(entries[3].hash);
    expect(await entriesOf(id, "?before=3")).toEqual(entries.slice(0, 2).toReversed());
    for (const [at, entry] of entries.entries()) {
      const { pot, number, before, stake, rate, rest_share, rest_reserve, word, hash } = entry;
      const text = `jackpots-1:${id}:${pot}:${number}:must_hit_by:1000000000:${before}:${stake}:${rate}:${rest_share}:${rest_reserve}`;
      const previous = at === 0 ? toHex(nobleHashes.sha256(Buffer.from(`jackpots-1:${id}`))) : entries[at - 1].hash;
      expect(hashOf(nobleHashes, previous, text, BigInt(word))).toBe(hash);
    }
  });

  test("an entry is final: the database refuses to change or delete one", async () => {
    for (const statement of [
      "UPDATE jackpots.entries SET won = true",
      "DELETE FROM jackpots.entries",
      "TRUNCATE jackpots.entries",
    ])
      await expect(app.host.db.query(statement)).rejects.toThrow("entries are final");
  });
});

describe("races and kills", () => {
  test("ten folds at once enter each bet once and pay each pot once", async () => {
    const jan = await app.person("jan");
    const { id } = await app.begin(smallPot);
    await Promise.all(Array.from({ length: 30 }, () => app.play(jan.id, "1")));
    const before = await app.real(jan.id);
    await Promise.all(Array.from({ length: 10 }, fold));
    expect((await shown(id)).entries).toBe(30);
    expect(await app.real(jan.id)).toBe(before + 30n * parseDecimal("10.001"));
  });

  test.each(["jackpots.entered", "jackpots.folded", "jackpots.paid"])(
    "killed at %s, the next run completes it once",
    async point => {
      const kim = await app.person(`kim-${point.replace(".", "-")}`);
      const { id } = await app.begin(smallPot);
      for (let kill = 0; kill < 3; kill += 1) {
        await app.play(kim.id, "1");
        const before = await app.real(kim.id);
        app.host.failpoints.arm(point, () => {
          throw new Error("killed");
        });
        await expect(fold()).rejects.toThrow("killed");
        await fold();
        expect(await app.real(kim.id)).toBe(before + parseDecimal("10.001"));
        expect((await shown(id)).entries).toBe(kill + 1);
      }
    },
  );
});

test("bad input gets one clear error, and a draft does not exist for players", async () => {
  const draft = await app.draft();
  expect((await list()).jackpots.map((one: { id: string }) => one.id)).not.toContain(draft.id);
  expect((await app.api.call(`GET /api/v1/jackpots/${draft.id}/entries`)).status).toBe(404);
  expect((await app.api.call("GET /api/v1/jackpots/none/entries")).status).toBe(422);
  const { id } = await app.begin();
  for (const before of ["0", "-1", "1e3", "NaN", "99999999999999999999"])
    expect((await app.api.call(`GET /api/v1/jackpots/${id}/entries?before=${before}`)).status, before).toBe(422);
  expect((await app.api.call("GET /api/v1/jackpot-entries")).status).toBe(401);
  await expect(app.approve(startRequest, { ...draft, id })).rejects.toMatchObject({ error: { code: "jackpot_state" } });
});
