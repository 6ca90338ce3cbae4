import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type LimitChange, setDailyLimits } from "#modules/limits/server/index.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf, paid, stakeLimits, voided } from "../testing/test-bets.ts";

/** One limit over all wallets of a player, where every stake of every game is taken. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const currencies: readonly Currency[] = ["USD", "EUR", "KZT"];
const now = () => new Date(app.host.clock.now());
const set = (player: PlayerId, limits: LimitChange["limits"]) =>
  app.host.db.tx(tx => setDailyLimits(tx, { player, limits, now: now() }));

let keys = 0x1000;
const roll = (player: PlayerId, currency: Currency, stake: bigint, payout = 0n) =>
  app.wallet.place(diceBet(player, ++keys, stake, payout, currency));

/** A player with this much in each of three currencies. */
async function traveller(name: string, amount = 1_000_000_000n): Promise<PlayerId> {
  const player = await app.player(name, amount);
  for (const currency of ["EUR", "KZT"] as const)
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, player, currency);
      await app.wallet.credit(tx, deposit(player, amount, currency, keyOf(++keys)));
    });
  return player;
}

const leaseDays = async (player: PlayerId) =>
  (
    await app.host.db.query<{ leaseDay: number | null }>(
      `SELECT lease_day AS "leaseDay" FROM wallet.wallets WHERE player_id = $1 ORDER BY currency`,
      [player],
    )
  ).rows.map(row => row.leaseDay);

describe("alice sets a limit in dollars", () => {
  test("and losses in dollars count in every other currency too", async () => {
    const alice = await traveller("alice");
    await app.fixRates();
    await set(alice, stakeLimits(null, 100_000n));
    expect(await roll(alice, "USD", 100_000n)).toMatchObject({ kind: "accepted" });
    for (const currency of currencies)
      expect(await roll(alice, currency, 1n)).toEqual({ kind: "refused", reason: "limit_reached" });
    await app.host.clock.advance(dayMs);
    await app.fixRates();
    // 100,000 micro-dollars are 50,000,000 micro-tenge at 0.002.
    expect(await roll(alice, "KZT", 50_000_001n)).toMatchObject({ reason: "limit_reached" });
    expect(await roll(alice, "KZT", 50_000_000n)).toMatchObject({ kind: "accepted" });
    expect(await roll(alice, "USD", 1n)).toMatchObject({ reason: "limit_reached" });
    await app.expectBooks();
  });

  test("a wallet opened afterwards, as by changing the currency, cannot stake beyond it", async () => {
    const bella = await app.player("bella", 1000n);
    await app.fixRates();
    await set(bella, stakeLimits(100n, null));
    expect(await roll(bella, "USD", 100n, 500n)).toMatchObject({ kind: "accepted" });
    await app.host.db.tx(async tx => {
      await app.wallet.open(tx, bella, "RUB");
      await app.wallet.credit(tx, deposit(bella, 1_000_000n, "RUB", keyOf(++keys)));
    });
    expect(await roll(bella, "RUB", 1n)).toMatchObject({ reason: "limit_reached" });
  });

  test("open bets count as lost in every wallet; a payout and a void free the limit in every wallet", async () => {
    const cara = await traveller("cara");
    await app.fixRates();
    await set(cara, stakeLimits(null, 1000n));
    const open = [++keys, ++keys];
    await app.wallet.place(crashBet(cara, open[0] ?? 0, 600n));
    await app.wallet.place(crashBet(cara, open[1] ?? 0, 400n));
    expect(await roll(cara, "EUR", 1n)).toMatchObject({ reason: "limit_reached" });
    await app.wallet.settle(voided(cara, open[1] ?? 0));
    expect(await roll(cara, "EUR", 363n)).toMatchObject({ kind: "accepted" });
    expect(await roll(cara, "EUR", 1n)).toMatchObject({ reason: "limit_reached" });
    await app.wallet.settle(paid(cara, open[0] ?? 0, 110n));
    expect(await roll(cara, "EUR", 100n)).toMatchObject({ kind: "accepted" });
    await app.expectBooks();
  });

  test("without rates of the day another currency is refused with that reason, and the limit's own is accepted", async () => {
    const dora = await traveller("dora");
    await app.host.clock.advance(dayMs);
    await set(dora, stakeLimits(100n, null));
    expect(await roll(dora, "EUR", 1n)).toEqual({ kind: "refused", reason: "rates_unavailable" });
    expect(await roll(dora, "USD", 100n)).toMatchObject({ kind: "accepted" });
    expect(await roll(dora, "USD", 1n)).toMatchObject({ reason: "limit_reached" });
    await expect(set(dora, stakeLimits(50n, null, "EUR"))).rejects.toMatchObject({
      error: { code: "rates_unavailable" },
    });
    await app.fixRates();
    await set(dora, stakeLimits(50n, null, "EUR"));
    // 50 euros are less than 100 dollars: they hold at once.
    expect(await roll(dora, "USD", 1n)).toMatchObject({ reason: "limit_reached" });
  });
});

describe("leases", () => {
  test("go to the wallet in use, and a new one is requested only when it is used up", async () => {
    const edda = await traveller("edda");
    await app.fixRates();
    await set(edda, stakeLimits(1000n, null));
    await roll(edda, "USD", 1n);
    const asked = app.host.failpoints.hits("wallet.lease.committed");
    for (let i = 0; i < 20; i++) expect(await roll(edda, "USD", 1n)).toMatchObject({ kind: "accepted" });
    expect(app.host.failpoints.hits("wallet.lease.committed")).toBe(asked);
    await roll(edda, "EUR", 1n);
    expect(app.host.failpoints.hits("wallet.lease.committed")).toBe(asked + 1);
  });

  test("all end in the transaction of a lowered limit, so that it applies from its response in every wallet", async () => {
    const faye = await traveller("faye");
    await app.fixRates();
    await set(faye, stakeLimits(1000n, null));
    await roll(faye, "EUR", 100n);
    await set(faye, stakeLimits(120n, null));
    expect(await leaseDays(faye)).toEqual([0, 0, 0]);
    expect(await roll(faye, "EUR", 10n)).toMatchObject({ reason: "limit_reached" });
    expect(await roll(faye, "USD", 10n)).toMatchObject({ kind: "accepted" });
    expect(await roll(faye, "USD", 1n)).toMatchObject({ reason: "limit_reached" });
  });

  test("are not granted while a limit is exceeded: a payout elsewhere frees nothing that is not there", async () => {
    const gita = await traveller("gita");
    await app.fixRates();
    await set(gita, stakeLimits(null, 1000n));
    const open = ++keys;
    await app.wallet.place(crashBet(gita, open, 400n));
    await roll(gita, "EUR", 500n);
    await set(gita, stakeLimits(null, 300n));
    for (const currency of ["EUR", "KZT", "USD"] as const)
      expect(await roll(gita, currency, 1n)).toMatchObject({ reason: "limit_reached" });
    await app.wallet.settle(paid(gita, open, 300n));
    for (const currency of ["USD", "EUR", "KZT"] as const)
      expect(await roll(gita, currency, 1n)).toMatchObject({ reason: "limit_reached" });
    await app.expectBooks();
  });

  test("are requested once for a player without limits, and never again", async () => {
    const hana = await traveller("hana");
    for (const currency of currencies) await roll(hana, currency, 1n);
    expect(await leaseDays(hana)).toEqual([null, null, null]);
    await app.host.clock.advance(dayMs);
    await roll(hana, "USD", 1n);
    expect(await leaseDays(hana)).toEqual([null, null, null]);
  });
});
