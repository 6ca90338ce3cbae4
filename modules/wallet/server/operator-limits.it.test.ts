import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import {
  loosenOperatorLimit,
  operatorLimitOf,
  setDailyLimits,
  tightenOperatorLimit,
} from "#modules/limits/server/index.ts";
import type { OperatorLimitKind, OperatorLimitValue } from "#modules/limits/shared/operator-limits.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, stakeLimits } from "../testing/test-bets.ts";
import type { PlaceAnswer, PlaceBet } from "./port.ts";

/** Limits that operators set on a player's account, where every stake of every game is taken. */

let app: TestApp;
let other: ReturnType<TestApp["second"]>;
beforeAll(async () => {
  app = await testApp();
  other = app.second();
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Micro-dollars for one micro-unit. */
const rates = { USD: 1, EUR: 1.1, KZT: 0.002 } as const;
const currencies = ["USD", "EUR", "KZT"] as const;
const now = () => new Date(app.host.clock.now());
const sum = (amount: bigint, currency: Currency = "USD"): OperatorLimitValue => ({ amount: micros(amount), currency });
const change = (player: PlayerId, kind: OperatorLimitKind) => ({ player, kind, by: "Askar", reason: "r", now: now() });

const tighten = (player: PlayerId, kind: OperatorLimitKind, limit: OperatorLimitValue) =>
  app.host.db.tx(tx => tightenOperatorLimit(tx, { ...change(player, kind), limit, cause: "play" }));

const loosen = (player: PlayerId, kind: OperatorLimitKind, limit: OperatorLimitValue | null, version: number) =>
  app.host.db.tx(tx => loosenOperatorLimit(tx, { ...change(player, kind), limit, version }));

const setOwn = (player: PlayerId, wager: bigint | null, currency?: Currency) =>
  app.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(wager, undefined, currency), now: now() }));

let keys = 0x1000;
const roll = (player: PlayerId, currency: Currency, stake: bigint, payout = 0n) =>
  app.wallet.place(diceBet(player, ++keys, stake, payout, currency));

const accepted = { kind: "accepted" };
const limitReached = { kind: "refused", reason: "limit_reached" };

async function traveller(name: string): Promise<PlayerId> {
  const player = await app.player(name, 1_000_000_000n);
  for (const currency of ["EUR", "KZT"] as const)
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, player, currency);
      await app.wallet.credit(tx, deposit(player, 1_000_000_000n, currency, keyOf(++keys)));
    });
  return player;
}

/** Two processes compete for the player's nonces; a bet that got `unavailable` for it is retried under its key. */
async function answered({ wallet }: Pick<TestApp, "wallet">, bet: PlaceBet): Promise<PlaceAnswer> {
  for (;;) {
    try {
      return await wallet.place(bet);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

const leaseDays = async (player: PlayerId) =>
  (
    await app.host.db.query<{ leaseDay: number | null }>(
      `SELECT lease_day AS "leaseDay" FROM wallet.wallets WHERE player_id = $1 ORDER BY currency`,
      [player],
    )
  ).rows.map(row => row.leaseDay);

async function usedNow(player: PlayerId): Promise<number> {
  const { rows } = await app.host.db.query<{ currency: keyof typeof rates; wagered: bigint }>(
    "SELECT currency, wagered FROM wallet.wallets WHERE player_id = $1",
    [player],
  );
  return rows.reduce((total, row) => total + Number(row.wagered) * rates[row.currency], 0);
}

describe("an operator limits alice", () => {
  test("who has no limits of her own and is never asked about them: all her leases end in that transaction", async () => {
    const alice = await traveller("alice");
    await app.fixRates();
    for (const currency of currencies) expect(await roll(alice, currency, 10n)).toMatchObject(accepted);
    expect(await leaseDays(alice)).toEqual([null, null, null]);
    await tighten(alice, "wager", sum(1_000n));
    expect(await leaseDays(alice)).toEqual([0, 0, 0]);
    // 10 dollars, 11 in euros and 0.02 in tenge are staked already.
    expect(await roll(alice, "USD", 979n)).toEqual(limitReached);
    expect(await roll(alice, "USD", 978n)).toMatchObject(accepted);
    for (const currency of ["USD", "EUR"] as const) expect(await roll(alice, currency, 1n)).toEqual(limitReached);
    await app.expectBooks();
  });

  test("and the tighter one of hers and the operator's holds, whichever is set last and in whichever currency", async () => {
    const bella = await traveller("bella");
    await app.fixRates();
    await setOwn(bella, 1_000n);
    await tighten(bella, "wager", sum(100n, "EUR"));
    expect(await roll(bella, "USD", 111n)).toEqual(limitReached);
    expect(await roll(bella, "USD", 110n)).toMatchObject(accepted);
    expect(await roll(bella, "KZT", 1_000n)).toEqual(limitReached);
    await app.host.clock.advance(dayMs);
    await app.fixRates();
    await setOwn(bella, 50n);
    expect(await roll(bella, "EUR", 46n)).toEqual(limitReached);
    expect(await roll(bella, "EUR", 45n)).toMatchObject(accepted);
    await app.expectBooks();
  });

  test("she cannot loosen it: neither by raising her own limit nor by removing it, today or after 24 hours", async () => {
    const cara = await traveller("cara");
    await app.fixRates();
    await setOwn(cara, 100n);
    await tighten(cara, "wager", sum(100n));
    await setOwn(cara, null);
    await app.host.clock.advance(2 * dayMs);
    await app.fixRates();
    expect(await roll(cara, "USD", 101n)).toEqual(limitReached);
    expect(await roll(cara, "USD", 100n)).toMatchObject(accepted);
    expect(await roll(cara, "KZT", 1_000n)).toEqual(limitReached);
  });

  test("and removing it leaves her own", async () => {
    const dora = await traveller("dora");
    await app.fixRates();
    await setOwn(dora, 100n);
    await tighten(dora, "wager", sum(10n));
    expect(await roll(dora, "USD", 11n)).toEqual(limitReached);
    expect(await loosen(dora, "wager", null, 1)).toMatchObject({ after: { limit: null, version: 2 } });
    expect(await roll(dora, "USD", 100n)).toMatchObject(accepted);
    expect(await roll(dora, "EUR", 1n)).toEqual(limitReached);
    await app.expectBooks();
  });

  test("of losses: an open bet counts as lost, and nothing is leased while the limit is exceeded", async () => {
    const edda = await traveller("edda");
    await app.fixRates();
    const open = ++keys;
    await app.wallet.place(crashBet(edda, open, 400n));
    await roll(edda, "EUR", 500n);
    await tighten(edda, "loss", sum(300n));
    for (const currency of currencies) expect(await roll(edda, currency, 1n)).toEqual(limitReached);
    await app.wallet.settle(paid(edda, open, 300n));
    for (const currency of currencies) expect(await roll(edda, currency, 1n)).toEqual(limitReached);
    await app.expectBooks();
  });

  test("in a wallet opened afterwards too", async () => {
    const faye = await app.player("faye", 1000n);
    await app.fixRates();
    await roll(faye, "USD", 100n);
    await tighten(faye, "wager", sum(100n));
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, faye, "RUB");
      await app.wallet.credit(tx, deposit(faye, 1_000_000n, "RUB", keyOf(++keys)));
    });
    expect(await roll(faye, "RUB", 100n)).toEqual(limitReached);
  });

  test("without rates of the day a stake in another currency than the limit's is refused, and setting it needs none", async () => {
    const gita = await traveller("gita");
    await app.host.clock.advance(dayMs);
    await setOwn(gita, 1_000n);
    await tighten(gita, "wager", sum(100n, "EUR"));
    expect(await roll(gita, "USD", 1n)).toEqual({ kind: "refused", reason: "rates_unavailable" });
    expect(await roll(gita, "KZT", 1n)).toEqual({ kind: "refused", reason: "rates_unavailable" });
    await app.fixRates();
    expect(await roll(gita, "USD", 110n)).toMatchObject(accepted);
  });
});

describe("one operator", () => {
  test("tightens and repeats, but neither raises nor changes the currency; two do, and once only", async () => {
    const hana = await traveller("hana");
    await app.fixRates();
    expect(await tighten(hana, "wager", sum(100n))).toMatchObject({ before: undefined, after: { version: 1 } });
    expect(await tighten(hana, "wager", sum(100n)), "it is set already").toBeUndefined();
    const looser = { error: { code: "limit_looser" } };
    await expect(tighten(hana, "wager", sum(101n))).rejects.toMatchObject(looser);
    await expect(tighten(hana, "wager", sum(1n, "EUR"))).rejects.toMatchObject(looser);
    expect(await tighten(hana, "wager", sum(90n))).toMatchObject({ after: { version: 2 } });
    expect(await loosen(hana, "wager", sum(500n), 1), "requested before it was tightened").toBeUndefined();
    const notLooser = { error: { code: "limit_not_looser" } };
    await expect(loosen(hana, "wager", sum(90n), 2)).rejects.toMatchObject(notLooser);
    await expect(loosen(hana, "wager", sum(1n), 2)).rejects.toMatchObject(notLooser);
    expect(await loosen(hana, "wager", sum(500n, "EUR"), 2)).toMatchObject({ after: { version: 3, cause: "play" } });
    expect(await loosen(hana, "wager", null, 3)).toMatchObject({ after: { version: 4 } });
    await expect(loosen(hana, "wager", null, 4)).rejects.toMatchObject(notLooser);
    expect(await tighten(hana, "wager", sum(100n)), "versions do not begin again").toMatchObject({
      after: { version: 5 },
    });
  });
});

describe("play time", () => {
  test("a shorter time of a day holds at once, in a running minute too; the player's longer one stays", async () => {
    const ines = await app.player("ines", 1_000_000n);
    await tighten(ines, "session_time", { minutes: 90 });
    expect(await roll(ines, "USD", 1n)).toMatchObject(accepted);
    await app.host.clock.advance(minuteMs / 2);
    await tighten(ines, "day_time", { minutes: 1 });
    expect(await roll(ines, "USD", 1n)).toMatchObject(accepted);
    await app.host.clock.advance(minuteMs);
    expect(await roll(ines, "USD", 1n)).toMatchObject({ kind: "refused", reason: "play_time", of: "day" });
    expect(await loosen(ines, "day_time", { minutes: 60 }, 1)).toMatchObject({ after: { version: 2 } });
    expect(await roll(ines, "USD", 1n)).toMatchObject(accepted);
    await app.expectBooks();
  });
});

describe("at the same time", () => {
  test("200 stakes in three currencies through two processes: nothing accepted after its commit exceeds it", async () => {
    const player = await traveller("many");
    await app.fixRates();
    const stake = (index: number) => {
      const currency = currencies[index % 3] ?? "USD";
      const bet = diceBet(player, 0x5000 + index, currency === "KZT" ? 500_000n : 1_000n, 0n, currency);
      return answered(index % 2 === 0 ? app : other, bet);
    };
    const inFlight = Array.from({ length: 100 }, (_, index) => stake(index));
    await Promise.race(inFlight);
    await tighten(player, "wager", sum(40_000n));
    const atCommit = await usedNow(player);
    const all = await Promise.all([...inFlight, ...Array.from({ length: 100 }, (_, index) => stake(100 + index))]);
    expect(all.some(({ kind }) => kind === "accepted")).toBe(true);
    expect(all.some(({ kind }) => kind === "refused")).toBe(true);
    expect(await usedNow(player)).toBeLessThanOrEqual(Math.max(40_000, atCommit));
    await app.expectBooks();
  });

  test("an approval to loosen and a new tightening: the tighter one is in force, whichever commits first", async () => {
    await app.fixRates();
    for (let run = 0; run < 12; run++) {
      const player = await app.player(`race${run}`, 1_000_000n);
      await tighten(player, "wager", sum(1_000n));
      const approval = () => loosen(player, "wager", null, 1);
      const tightening = () => tighten(player, "wager", sum(100n));
      const changes = await Promise.all(
        (run % 2 === 0 ? [approval, tightening] : [tightening, approval]).map(each => each()),
      );
      const found = await operatorLimitOf(app.host.db, player, "wager");
      // The approval that comes second changes nothing: it was given for the version before.
      expect(found).toMatchObject({ limit: sum(100n), version: 1 + changes.filter(Boolean).length });
      expect(await roll(player, "USD", 101n)).toEqual(limitReached);
    }
    await app.expectBooks();
  });
});
