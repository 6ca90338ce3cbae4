import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import {
  createProjections,
  listActive,
  listFirstDeposits,
  type Projections,
  projectionInvariants,
} from "#modules/projections/server/index.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { deposit, diceBet, keyOf } from "#modules/wallet/testing/test-bets.ts";
import { type FigureName, figureNames } from "../../office/figures-contract.ts";
import { readFigureRows } from "./figure-rows.ts";
import { type PeriodQuery, periodOf } from "./period.ts";
import { readFigures } from "./read-figures.ts";
import { readNow } from "./read-now.ts";

let app: TestApp;
let projections: Projections;
const tests: PlayerId[] = [];
const unit = 1_000_000n;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeAll(async () => {
  app = await testApp({}, ["wagering", "projections"]);
  projections = createProjections(app.host, { returnedOf: () => undefined, testPlayers: async () => tests });
  await toTime("2026-03-27T10:00:00Z");
});
afterAll(async () => {
  await projections.stop?.();
  await app.close();
});

const toTime = (at: string) => app.host.clock.advance(Date.parse(at) - app.host.clock.now());
const figures = (query: Parameters<typeof readFigures>[1]) => readFigures(app.host, query);
const rowsOf = (figure: FigureName, query: PeriodQuery) => readFigureRows(app.host, figure, query);
const sum = (amounts: readonly (string | null)[]) =>
  amounts.reduce((all, amount) => all + parseDecimal(amount ?? "0"), 0n);

async function inKolkata(name: string, currency: Currency = "INR") {
  const player = await app.player(name, 1_000n * unit, currency);
  return player;
}

test("each figure is the sum of the rows of its list, also over currencies at the rates of their days", async () => {
  await app.fixRates();
  const alice = await app.player("alice", 300n * unit, "USD");
  const ravi = await inKolkata("ravi");
  await app.host.clock.advance(hourMs);
  await app.wallet.place(diceBet(alice, 1, 7_333_333n, 0n));
  await app.wallet.place({ ...diceBet(ravi, 2, 91_777_777n, 30_000_001n), currency: "INR" });
  await app.host.db.tx(tx =>
    app.wallet.grants.give(tx, {
      id: "00000000-0000-4000-8000-0000000000b0" as never,
      player: alice,
      currency: "USD",
      account: bonusCost("deposit"),
      amount: (5n * unit) as never,
      target: (50n * unit) as never,
      maxBet: (5n * unit) as never,
      games: ["dice"],
      until: new Date(app.host.clock.now() + dayMs),
    }),
  );
  await projections.foldNow();
  const read = await figures({});
  expect(read).toMatchObject({ in: "EUR", complete: true, folding: false, hours: 24, by: "half_hour" });
  for (const figure of figureNames) {
    const list = await rowsOf(figure, {});
    expect(list.rows.length, figure).toBeGreaterThan(figure === "payouts" ? -1 : 0);
    expect(list.sum, figure).toBe(read.now[figure]);
    expect(sum(list.rows.map(({ value }) => value)), figure).toBe(parseDecimal(list.sum));
  }
  expect(sum(read.lines.map(({ amount }) => amount))).toBe(parseDecimal(read.now.ngr));
  expect(sum(read.by_game.map(({ ggr }) => ggr))).toBe(parseDecimal(read.now.ggr));
  expect(sum(read.buckets.map(({ ggr }) => ggr))).toBe(parseDecimal(read.now.ggr));
  expect(read.now).toMatchObject({ bets: 2, deposit_count: 2, active: 2 });
  expect(Number(read.now.ngr)).toBeCloseTo(Number(read.now.ggr) - 5 / 1.1, 4);
  const dice = await readFigureRows(app.host, "ggr", { game: "dice", currency: "INR" });
  expect(dice).toMatchObject({ in: "INR", sum: "61.777776" });
});

test("the hours of a day sum to its figures, and each opens the rows that sum to it", async () => {
  const read = await figures({});
  expect(read.by_hour).toHaveLength(12);
  for (const name of ["wagered", "ggr", "deposits", "payouts"] as const)
    expect(sum(read.by_hour.map(row => row[name])), name).toBe(parseDecimal(read.now[name]));
  expect(read.by_hour.reduce((all, { bets }) => all + bets, 0)).toBe(read.now.bets);
  const busy = read.by_hour.filter(({ bets, deposits }) => bets > 0 || deposits !== "0");
  expect(busy).toHaveLength(2);
  for (const { at, ...row } of busy)
    for (const name of ["wagered", "ggr", "deposits", "payouts"] as const)
      expect((await readFigureRows(app.host, name, { hour: at })).sum, `${name} ${at}`).toBe(row[name]);
  expect((await figures({ period: "7" })).by_hour).toEqual([]);
  for (const hour of ["2026-03-26T10:00:00Z", "2026-03-27T10:10:00Z", "2026-03-28T00:00:00Z"])
    await expect(readFigureRows(app.host, "ggr", { hour })).rejects.toMatchObject({
      details: { errors: { hour: ["hour_invalid"] } },
    });
});

test("a player's first deposit counts once, whichever wallet is folded first, and its list has as many rows", async () => {
  const kira = await app.player("kira", 0n, "USD");
  const credit = (currency: Currency, amount: bigint, key: number) =>
    app.host.db.tx(tx => app.wallet.credit(tx, { ...deposit(kira, amount * unit, currency), reference: keyOf(key) }));
  await credit("USD", 20n, 901);
  await projections.foldNow();
  const before = (await figures({})).now.first_deposits;
  await app.host.clock.advance(60_000);
  await credit("USD", 30n, 902);
  await credit("EUR", 40n, 903);
  await projections.foldNow();
  expect((await figures({})).now.first_deposits).toBe(before);
  const { span, withTests } = await periodOf(app.host.db, {}, app.host.clock.now());
  const list = await listFirstDeposits(app.host.db, { span, withTests }, { after: null, limit: 10 });
  expect(list).toHaveLength(before);
  expect(list.find(({ playerId }) => playerId === kira)).toMatchObject({ currency: "USD", amount: 20n * unit });
  const [first, ...rest] = list;
  const next = await listFirstDeposits(app.host.db, { span, withTests }, { after: first ?? null, limit: 10 });
  expect(next).toEqual(rest);
  expect(await differencesOf(app.host.db, projectionInvariants())).toEqual([]);
  await app.host.db.query("UPDATE projections.first_deposits SET amount = amount + 1 WHERE player_id = $1", [kira]);
  const [difference] = await differencesOf(app.host.db, projectionInvariants());
  expect(difference?.rule).toBe("I23 the first deposit of a player is the earliest in the ledger");
  await app.host.db.query("UPDATE projections.first_deposits SET amount = amount - 1 WHERE player_id = $1", [kira]);
});

test("of two wallets of a player the earlier deposit counts, also if the later one was folded before it", async () => {
  const lena = await app.player("lena", 0n, "USD");
  const credit = (currency: Currency, key: number) =>
    app.host.db.tx(tx => app.wallet.credit(tx, { ...deposit(lena, 5n * unit, currency), reference: keyOf(key) }));
  // As if another wallet of hers had been folded before, whose deposit is a second later.
  await app.host.db.query(
    `INSERT INTO projections.first_deposits (generation, player_id, at, currency, amount, is_test)
     SELECT live, $1, $2, 'USD', 5000000, false FROM projections.runs`,
    [lena, new Date(app.host.clock.now() + 1_000)],
  );
  await credit("EUR", 911);
  await projections.foldNow();
  const { rows } = await app.host.db.query("SELECT currency FROM projections.first_deposits WHERE player_id = $1", [
    lena,
  ]);
  expect(rows).toEqual([{ currency: "EUR" }]);
});

test("now: bets a second and players since the hour began, beside the same hour of yesterday; the hour before in its first minutes", async () => {
  const playing = { count: async () => 3, list: async () => [] };
  const now = () => readNow({ host: app.host, bets: { playing } }, { currency: "INR" });
  const mona = await inKolkata("mona");
  const bet = (n: number) => app.wallet.place({ ...diceBet(mona, n, unit, 0n), currency: "INR" });
  await toTime("2026-03-27T14:20:00Z");
  for (const n of [1, 2, 3]) await bet(n);
  await projections.foldNow();
  const first = await now();
  expect(first).toMatchObject({
    playing: 3,
    hour: { day: "2026-03-27", begins: "2026-03-27T14:00:00.000Z", ends: "2026-03-27T14:20:00.000Z" },
    players: { now: 1, yesterday: 0, last_week: 0 },
    bets: { now: 3, yesterday: 0, last_week: 0 },
    bets_per_second: { now: 0.003, yesterday: 0, last_week: 0 },
  });
  const list = await readFigureRows(app.host, "wagered", {
    from: first.hour.day,
    hour: first.hour.begins,
    currency: "INR",
  });
  expect(list.count).toBe(first.bets.now);
  await toTime("2026-03-27T15:04:00Z");
  expect((await now()).hour).toMatchObject({ begins: "2026-03-27T14:00:00.000Z", ends: "2026-03-27T15:00:00.000Z" });
  await toTime("2026-03-27T15:05:00Z");
  expect((await now()).hour.begins).toBe("2026-03-27T15:00:00.000Z");
  expect((await now()).bets.now).toBe(0);
});

test("yesterday's figures do not move when a rate does", async () => {
  const before = (await figures({ from: "2026-03-27", to: "2026-03-27" })).now;
  await app.host.clock.advance(dayMs);
  await app.fixRates({ USD: "1", EUR: "2.5", RUB: "0.5", KZT: "0.5", INR: "0.5" });
  expect((await figures({ from: "2026-03-27", to: "2026-03-27" })).now).toEqual(before);
  expect((await figures({ from: "2026-03-27", to: "2026-03-28" })).now).toEqual(before);
});

test("a day at +5:30 begins at half past six in the evening of UTC, for sums and for active players", async () => {
  await toTime("2026-03-28T18:29:00Z");
  const arun = await app.player("arun", 10n * unit, "INR");
  await app.wallet.place({ ...diceBet(arun, 1, 2n * unit, 0n), currency: "INR" });
  await toTime("2026-03-28T18:30:00Z");
  const bina = await app.player("bina", 10n * unit, "INR");
  await app.wallet.place({ ...diceBet(bina, 1, 3n * unit, 0n), currency: "INR" });
  await projections.foldNow();
  const of = async (day: string) => {
    const query = { from: day, to: day, zone: "Asia/Kolkata", currency: "INR" } as const;
    const { now } = await figures(query);
    const { span, currency, withTests } = await periodOf(app.host.db, query, app.host.clock.now());
    const players = await listActive(app.host.db, { span, currency, withTests }, { after: null, limit: 10 });
    expect(players).toHaveLength(now.active);
    return { wagered: now.wagered, ggr: now.ggr, players };
  };
  expect(await of("2026-03-28")).toEqual({ wagered: "2", ggr: "2", players: [arun] });
  expect(await of("2026-03-29")).toEqual({ wagered: "3", ggr: "3", players: [bina] });
});

test("the day on which clocks go forward has 23 hours and 46 half hours, and is one of the days of its month", async () => {
  await toTime("2026-03-28T23:15:00Z");
  const emma = await app.player("emma", 10n * unit, "EUR");
  await app.wallet.place({ ...diceBet(emma, 1, 4n * unit, 0n), currency: "EUR" });
  await toTime("2026-03-29T21:45:00Z");
  await app.wallet.place({ ...diceBet(emma, 2, 5n * unit, 0n), currency: "EUR" });
  await toTime("2026-03-29T22:05:00Z");
  await app.wallet.place({ ...diceBet(emma, 3, 100_000n, 0n), currency: "EUR" });
  await projections.foldNow();
  const zone = "Europe/Berlin" as const;
  const day = await figures({ from: "2026-03-29", to: "2026-03-29", zone, currency: "EUR" });
  expect(day).toMatchObject({ hours: 23, begins: "2026-03-28T23:00:00.000Z", ends: "2026-03-29T22:00:00.000Z" });
  expect(day.buckets).toHaveLength(46);
  expect(day.now).toMatchObject({ wagered: "9", bets: 2, active: 1 });
  const month = await figures({ from: "2026-03-01", to: "2026-03-31", zone, currency: "EUR" });
  expect(month.by).toBe("day");
  // The days that have begun.
  expect(month.buckets).toHaveLength(30);
  const at = (index: number) => month.buckets[index];
  expect([at(28), at(29)]).toMatchObject([
    { at: "2026-03-28T23:00:00.000Z", ggr: "9" },
    { at: "2026-03-29T22:00:00.000Z", ggr: "0.1" },
  ]);
});

test("test accounts count only where they are asked for", async () => {
  const tess = await app.player("tess", 50n * unit, "USD");
  tests.push(tess);
  await projections.foldNow();
  const today = { from: "2026-03-29", to: "2026-03-29", currency: "USD" } as const;
  expect((await figures(today)).now.deposits).toBe("0");
  expect((await figures({ ...today, tests: "with" })).now.deposits).toBe("50");
});

test("a period that is not over is compared with the same hours before", async () => {
  await toTime("2026-03-30T09:40:00Z");
  const olga = await app.player("olga", 0n, "RUB");
  const credit = (amount: bigint) =>
    app.host.db.tx(tx =>
      app.wallet.credit(tx, { ...deposit(olga, amount * unit, "RUB"), reference: keyOf(Number(amount)) }),
    );
  await credit(10n);
  await toTime("2026-03-30T20:00:00Z");
  await credit(20n);
  await toTime("2026-03-31T10:10:00Z");
  await projections.foldNow();
  const now = await figures({ currency: "RUB" });
  expect([now.now.deposits, now.before.deposits]).toEqual(["0", "10"]);
  await toTime("2026-04-01T00:10:00Z");
  const over = await figures({ from: "2026-03-31", to: "2026-03-31", currency: "RUB" });
  expect(over.before.deposits).toBe("30");
  const week = await figures({ from: "2026-04-06", to: "2026-04-06", currency: "RUB", against: "week" });
  expect(week).toMatchObject({ before_from: "2026-03-30", before_to: "2026-03-30" });
});

test.each([[{ from: "2026-03-31", to: "2026-03-30" }], [{ from: "2024-01-01", to: "2026-03-30" }]])(
  "a period that ends before it begins, or is too long, is refused: %j",
  async query => {
    await expect(figures(query)).rejects.toMatchObject({ details: { errors: { from: ["period_invalid"] } } });
  },
);
