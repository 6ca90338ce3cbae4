import { expect, test } from "vitest";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { account, accountName, bonusCost, gameResult } from "#modules/ledger/shared/chart.ts";
import { createProjections, type LargeWinRow, projectionInvariants } from "#modules/projections/server/index.ts";
import { testApp } from "#modules/wallet/testing/test-app.ts";
import { diceBet, idOf } from "#modules/wallet/testing/test-bets.ts";
import { countriesReport } from "./read-countries.ts";
import { protectionReport } from "./read-protection.ts";
import { balancesReport, daysOf, gamesReport, offersReport, type ReportQuery, revenueReport } from "./read-reports.ts";
import { taxReport } from "./read-tax.ts";
import { versionsReport } from "./read-versions.ts";
import { winsReport } from "./read-wins.ts";
import { type ReportingNeeds, runDue } from "./run-schedules.ts";
import * as store from "./store.ts";
import { insertTaxRule, type TaxRule } from "./tax-rules.ts";

const unit = 1_000_000n;
const minuteMs = 60_000;
const madina = { id: "00000000-0000-4000-8000-00000000000a" as Uuid, name: "Madina", email: "madina@office.example" };

interface Day {
  readonly zone: string;
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
}

/** A casino whose reporting zone this is, with bets right before, within and right after a day. */
async function playAround({ zone, day, begins, ends }: Day, every: "day" | "month" = "day") {
  const app = await testApp({}, ["wagering", "projections", "audit", "operators", "messages", "exports", "reporting"]);
  const host = { ...app.host, config: { ...app.host.config, REPORTING_ZONE: zone } };
  const projections = createProjections(host, { returnedOf: () => undefined, testPlayers: async () => [] });
  const toTime = (at: number) => app.host.clock.advance(at - app.host.clock.now());
  const ordered: { readonly list: string; readonly filters: object }[] = [];
  const needs: ReportingNeeds = {
    host,
    audit: { record: async () => undefined },
    messages: { send: async () => undefined },
    operators: { active: async () => [{ ...madina, permissions: new Set() }] },
    exports: {
      mayOrder: () => true,
      again: async () => undefined,
      statesOf: async () => new Map(),
      async orderFor(_tx, { list, filters }) {
        ordered.push({ list, filters });
        return host.ids.next();
      },
    },
  } as ReportingNeeds;
  await toTime(Date.parse(begins) - 26 * 60 * minuteMs);
  await host.db.tx(tx =>
    store.insertSchedule(
      tx,
      {
        id: host.ids.next(),
        report: "report-revenue",
        every,
        tests: false,
        locale: "en",
        createdBy: "Madina",
        createdAt: new Date(host.clock.now()),
      },
      { recipients: [madina.id], today: day },
    ),
  );
  const alice = await app.player("alice", 100n * unit, "EUR");
  const bet = (number: number, stake: bigint) =>
    app.wallet.place({ ...diceBet(alice, number, stake * unit, 0n), currency: "EUR" });
  const bets = [Date.parse(begins) - minuteMs, Date.parse(begins), Date.parse(ends) - minuteMs, Date.parse(ends)];
  for (const [index, at] of bets.entries()) {
    await toTime(at);
    await bet(index + 1, BigInt(index + 1));
  }
  await projections.foldNow();
  return {
    host,
    alice,
    wallet: app.wallet,
    bet,
    needs,
    ordered,
    projections,
    toTime,
    async close() {
      await projections.stop?.();
      await app.close();
    },
  };
}

test.each<[string, Day]>([
  [
    "23 hours, when clocks go forward",
    { zone: "Europe/Berlin", day: "2026-03-29", begins: "2026-03-28T23:00:00Z", ends: "2026-03-29T22:00:00Z" },
  ],
  [
    "25 hours, when clocks go back",
    { zone: "Europe/Berlin", day: "2026-10-25", begins: "2026-10-24T22:00:00Z", ends: "2026-10-25T23:00:00Z" },
  ],
  [
    "a zone of +5:30",
    { zone: "Asia/Kolkata", day: "2026-03-29", begins: "2026-03-28T18:30:00Z", ends: "2026-03-29T18:30:00Z" },
  ],
])(
  "the report of a day of %s has that day's bets, and is made half an hour after its end, once it is closed",
  async (_, day) => {
    const { host, needs, ordered, projections, toTime, close } = await playAround(day);
    const ends = Date.parse(day.ends);
    await toTime(ends + 29 * minuteMs);
    await projections.closeDays();
    expect(await runDue(needs)).toBe(0);
    await toTime(ends + 30 * minuteMs);
    expect(await runDue(needs)).toBe(1);
    expect(await runDue(needs)).toBe(0);
    const { zone, day: from } = day;
    expect(ordered).toEqual([{ list: "report-revenue", filters: { from, to: from, zone } }]);
    const { period, rows } = await revenueReport(host, { from, to: from });
    expect(period).toMatchObject({
      zone,
      closed: true,
      span: { begins: new Date(day.begins), ends: new Date(day.ends) },
    });
    expect(rows).toMatchObject([{ day: from, currency: "EUR", bets: 2, wagered: "5", ggr: "5", ngr: "5" }]);
    const next = new Date(Date.parse(from) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
    expect((await revenueReport(host, { from, to: next })).period.closed).toBe(false);
    expect((await gamesReport(host, { from, to: from })).rows).toEqual([
      { day: from, game: "dice", currency: "EUR", bets: 2, wagered: "5", paid: "0", ggr: "5" },
    ]);
    const balances = (await balancesReport(host, { from, to: from })).rows;
    expect(balances.find(({ account }) => account === "result:dice")).toEqual({
      account: "result:dice",
      currency: "EUR",
      debited: "0",
      credited: "5",
      balance: "6",
    });
    const sum = balances.reduce((all, { balance }) => all + Number(balance), 0);
    expect(sum).toBe(0);
    await close();
  },
);

test("a day counts for the country that the account had at its end, and all countries are the whole", async () => {
  const day = { zone: "UTC", day: "2026-03-29", begins: "2026-03-29T00:00:00Z", ends: "2026-03-30T00:00:00Z" };
  const { host, alice, bet, projections, toTime, close } = await playAround(day);
  // Players of this test have wallets and no accounts.
  await host.db.query("ALTER TABLE accounts.countries DROP CONSTRAINT countries_player_id_fkey");
  const since = (country: string, at: string) =>
    host.db.query(
      "INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, $2, $3, 'document')",
      [alice, at, country],
    );
  const month = { from: "2026-03-01", to: "2026-03-31" };
  const shown = async () =>
    (await countriesReport(host, month)).rows.map(row =>
      [row.country, row.players, row.bets, row.wagered, row.ggr].join(" "),
    );
  expect(await shown()).toEqual([" 1 4 10 10"]);
  await since("KZ", "2026-03-01T00:00:00Z");
  // On the 29th she shows a document of another country: that day is of it, the days before and after are as they were and will be.
  await since("UZ", "2026-03-29T23:59:59Z");
  expect(await shown()).toEqual(["KZ 1 1 1 1", "UZ 1 3 9 9"]);
  await since("KZ", "2026-03-30T12:00:00Z");
  await toTime(Date.parse("2026-03-30T13:00:00Z"));
  await bet(5, 20n);
  await projections.foldNow();
  expect(await shown()).toEqual(["KZ 1 3 25 25", "UZ 1 2 5 5"]);
  const wagered = (rows: readonly { readonly wagered: string }[]) =>
    rows.reduce((sum, row) => sum + Number(row.wagered), 0);
  const { rows, period } = await countriesReport(host, month);
  expect(period).toMatchObject({ zone: "UTC", closed: false });
  expect(wagered(rows)).toBe(wagered((await gamesReport(host, { ...month, zone: "UTC" })).rows));
  expect(rows.reduce((sum, row) => sum + Number(row.deposits), 0)).toBe(
    (await revenueReport(host, { ...month, zone: "UTC" })).rows.reduce((sum, row) => sum + Number(row.deposits), 0),
  );
  await host.db.query("UPDATE projections.positions SET is_test = true");
  expect(await shown()).toEqual([]);
  expect((await countriesReport(host, { ...month, tests: "with" })).rows).toHaveLength(2);
  await close();
});

test("a report waits until its day is closed, and after an outage every day that was missed is made once", async () => {
  const day = { zone: "UTC", day: "2026-03-29", begins: "2026-03-29T00:00:00Z", ends: "2026-03-30T00:00:00Z" };
  const { needs, ordered, projections, toTime, close } = await playAround(day);
  await toTime(Date.parse("2026-03-30T00:11:00Z"));
  await projections.closeDays();
  await toTime(Date.parse("2026-04-02T09:00:00Z"));
  // The days after the 29th are not closed.
  expect(await runDue(needs)).toBe(1);
  await projections.closeDays();
  const both = await Promise.all([runDue(needs), runDue(needs)]);
  expect(both[0] + both[1]).toBe(3);
  expect(ordered.map(({ filters }) => filters)).toEqual(
    ["29", "30", "31", "01"].map(date => {
      const from = `2026-${date === "01" ? "04" : "03"}-${date}`;
      return { from, to: from, zone: "UTC" };
    }),
  );
  await close();
});

test("a report of a month begins with its first day and ends with its last", async () => {
  const day = { zone: "UTC", day: "2026-02-10", begins: "2026-02-10T00:00:00Z", ends: "2026-02-11T00:00:00Z" };
  const { needs, ordered, projections, toTime, close } = await playAround(day, "month");
  await toTime(Date.parse("2026-02-28T23:00:00Z"));
  await projections.closeDays();
  expect(await runDue(needs)).toBe(0);
  await toTime(Date.parse("2026-03-01T00:31:00Z"));
  await projections.closeDays();
  expect(await runDue(needs)).toBe(1);
  expect(ordered[0]?.filters).toEqual({ from: "2026-02-01", to: "2026-02-28", zone: "UTC" });
  await close();
});

test.each([
  [{}, "2026-03-01", "2026-03-09"],
  [{ period: "yesterday" as const }, "2026-03-08", "2026-03-08"],
  [{ period: "last_month" as const }, "2026-02-01", "2026-02-28"],
  [{ period: "year" as const }, "2026-01-01", "2026-03-09"],
  [{ period: "year" as const, from: "2026-02-03" }, "2026-02-03", "2026-02-03"],
])("on 9 March %j is a period", (query, from, to) => {
  expect(daysOf(query, "2026-03-09")).toEqual({ from, to });
});

test("a day is taxed by the rule of its country that held on it, a loss is not, and the GGR of all rows is that of the ledger", async () => {
  const day = { zone: "UTC", day: "2026-03-29", begins: "2026-03-29T00:00:00Z", ends: "2026-03-30T00:00:00Z" };
  const { host, alice, projections, wallet, toTime, close } = await playAround(day);
  await host.db.query("ALTER TABLE accounts.countries DROP CONSTRAINT countries_player_id_fkey");
  await host.db.query(
    "INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, '2026-03-01', 'KZ', 'registration')",
    [alice],
  );
  const month = { from: "2026-03-01", to: "2026-03-31" };
  const shown = async (query = month) =>
    (await taxReport(host, query)).rows.map(({ country, rule, ggr, deducted, taxable, tax }) =>
      [country, rule, ggr, deducted, taxable, tax].join(" "),
    );
  const add = (since: string, rate: number, more: Partial<TaxRule> = {}) =>
    host.db.tx(tx =>
      insertTaxRule(tx, {
        country: "KZ",
        product: "casino",
        base: "ggr",
        rate,
        deductsBonuses: true,
        since,
        law: "Act 1",
        addedBy: "Madina",
        approvedBy: "Askar",
        addedAt: new Date(host.clock.now()),
        ...more,
      }),
    );
  expect(await shown()).toEqual(["KZ  10 0 0 0"]);
  // 1 before the 29th, 2 and 3 on it, 4 after it.
  await add("2026-01-01", 1000);
  await add("2026-03-29", 2000);
  await add("2026-03-01", 5000, { product: "betting" });
  expect(await shown()).toEqual(["KZ 1 1 0 1 0.1", "KZ 2 9 0 9 1.8"]);
  await add("2026-03-30", 100, { base: "stakes" });
  expect(await shown()).toEqual(["KZ 1 1 0 1 0.1", "KZ 2 5 0 5 1", "KZ 4 4 0 4 0.04"]);
  expect(await shown({ from: "2026-03-29", to: "2026-03-29" })).toEqual(["KZ 2 5 0 5 1"]);

  await toTime(Date.parse("2026-03-30T13:00:00Z"));
  await wallet.place({ ...diceBet(alice, 5, 10n * unit, 50n * unit), currency: "EUR" });
  await projections.foldNow();
  await add("2026-03-30", 1000);
  expect(await shown()).toEqual(["KZ 1 1 0 1 0.1", "KZ 2 5 0 5 1", "KZ 5 -36 0 -36 0"]);
  const totalOf = ({ rows }: { readonly rows: readonly { readonly ggr: string }[] }) =>
    rows.reduce((sum, { ggr }) => sum + parseDecimal(ggr), 0n);
  const total = totalOf(await taxReport(host, month));
  const { rows } = await host.db.query<{ ggr: string }>(
    `SELECT (sum(CASE WHEN credit = $1 THEN amount ELSE 0 END) - sum(CASE WHEN debit = $1 THEN amount ELSE 0 END))::text AS ggr
     FROM ledger.transfers`,
    [gameResult("dice")],
  );
  expect(BigInt(rows[0]?.ggr ?? 0)).toBe(total);
  expect(totalOf(await countriesReport(host, month))).toBe(total);
  await close();
});

test("bonus money is deducted from what is taxed where the law says so, and what comes back of it is no cost", async () => {
  const day = { zone: "UTC", day: "2026-03-29", begins: "2026-03-29T00:00:00Z", ends: "2026-03-30T00:00:00Z" };
  const { host, alice, projections, wallet, close } = await playAround(day);
  await host.db.query("ALTER TABLE accounts.countries DROP CONSTRAINT countries_player_id_fkey");
  await host.db.query(
    "INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, '2026-03-01', 'KZ', 'registration')",
    [alice],
  );
  // Her own 90 are in the vault: she stakes bonus money, 5 that win 8 and 5 that lose.
  const grant = { id: host.ids.next(), player: alice, currency: "EUR", account: bonusCost("deposit") } as const;
  const own = { owner: alice, currency: "EUR", kind: "vault", reference: host.ids.next() } as const;
  await host.db.tx(async tx => {
    const accounts = { from: account("player:real"), to: account("player:vault") };
    await wallet.move(tx, { ...own, ...accounts, amount: micros(90n * unit) });
    await wallet.grants.give(tx, {
      ...grant,
      amount: micros(20n * unit),
      target: micros(500n * unit),
      maxBet: micros(5n * unit),
      games: ["dice"],
      until: new Date(host.clock.now() + 86_400_000),
    });
  });
  for (const [number, payout] of [
    [5, 8n],
    [6, 0n],
  ] as const)
    await wallet.place({ ...diceBet(alice, number, 5n * unit, payout * unit), currency: "EUR", rate: 250 });
  await host.db.tx(tx => wallet.grants.end(tx, alice, grant.id, "cancelled"));
  await projections.foldNow();

  const month = { from: "2026-03-01", to: "2026-03-31" };
  const taxed = async (base: TaxRule["base"], deductsBonuses: boolean) => {
    const rule = { country: "KZ", product: "casino", base, rate: 1000, deductsBonuses, since: "2026-03-01" } as const;
    const added = { law: "Act 1", addedBy: "Madina", approvedBy: "Askar", addedAt: new Date(host.clock.now()) };
    await host.db.tx(tx => insertTaxRule(tx, { ...rule, ...added }));
    const { rows } = await taxReport(host, month);
    return rows.map(({ stakes, ggr, deducted, taxable, tax }) => [stakes, ggr, deducted, taxable, tax].join(" "));
  };
  expect(await taxed("ggr", false)).toEqual(["20 12 0 12 1.2"]);
  expect(await taxed("ggr", true)).toEqual(["20 12 2 10 1"]);
  expect(await taxed("stakes", true)).toEqual(["20 12 10 10 1"]);
  // Of the 20 given 18 were left.
  expect((await offersReport(host, { ...month, zone: "UTC" })).rows).toMatchObject([
    { account: accountName(bonusCost("deposit")), transfers: 2, given: "20", returned: "18", cost: "2" },
  ]);
  await close();
});

test("offers cost what revenue and the books say, and protection is counted by the day of the zone", async () => {
  const [begins, ends] = ["2026-03-28T18:30:00Z", "2026-03-29T18:30:00Z"];
  const day = { zone: "Asia/Kolkata", day: "2026-03-29", begins, ends };
  const { host, alice, projections, wallet, close } = await playAround(day);
  const promotions = account("promotions");
  const given = { owner: alice, currency: "EUR", kind: "prize", from: promotions } as const;
  for (const units of [3n, 4n])
    await host.db.tx(tx => wallet.credit(tx, { ...given, amount: micros(units * unit), reference: host.ids.next() }));
  await projections.foldNow();
  const days = { from: "2026-03-29", to: "2026-03-30" };
  const { rows, period } = await offersReport(host, days);
  expect(period.zone).toBe("Asia/Kolkata");
  const costs = { account: "promotions", currency: "EUR", transfers: 2, given: "7", returned: "0", cost: "7" };
  expect(rows).toEqual([{ day: "2026-03-30", ...costs }]);
  const revenue = (await revenueReport(host, days)).rows.find(row => row.day === "2026-03-30");
  expect(revenue).toMatchObject({ prizes: "-7", bonuses: "0" });
  const books = (await balancesReport(host, days)).rows.find(row => row.account === "promotions");
  expect(books).toMatchObject({ debited: "7", credited: "0", balance: "-7" });

  const change = (who: PlayerId, at: string, kind: string, until: string | null = null) =>
    host.db.query("INSERT INTO limits.changes (player_id, at, kind, until) VALUES ($1, $2, $3, $4)", [
      who,
      at,
      kind,
      until,
    ]);
  const bob = idOf("bob");
  await change(alice, "2026-03-28T18:29:59Z", "deposit");
  await change(alice, "2026-03-28T18:30:00Z", "deposit");
  await change(bob, "2026-03-29T18:29:59Z", "deposit", "2026-03-30T18:29:59Z");
  await change(bob, "2026-03-29T18:30:00Z", "self_exclusion", "2027-03-29T18:30:00Z");
  const people = (tests: readonly PlayerId[]) => ({ testPlayers: async () => tests });
  const shown = async (query: object, tests: readonly PlayerId[] = []) =>
    (await protectionReport({ host, people: people(tests) }, { ...days, ...query })).rows.map(row =>
      [row.day, row.kind, row.changes, row.loosened, row.players].join(" "),
    );
  expect(await shown({})).toEqual(["2026-03-29 deposit 2 1 2", "2026-03-30 self_exclusion 1 0 1"]);
  expect(await shown({}, [bob])).toEqual(["2026-03-29 deposit 1 0 1"]);
  expect(await shown({ tests: "with" }, [bob])).toHaveLength(2);
  expect(await shown({ zone: "UTC" })).toEqual(["2026-03-29 deposit 1 1 1", "2026-03-29 self_exclusion 1 0 1"]);
  await close();
});

test("large wins are the payouts of the ledger at the line and above, page by page, and versions have the bets that ended under them", async () => {
  const day = { zone: "UTC", day: "2026-03-29", begins: "2026-03-29T00:00:00Z", ends: "2026-03-30T00:00:00Z" };
  const { host, alice, projections, wallet, toTime, close } = await playAround(day);
  const bet = (number: number, payout: bigint, more: object = {}) =>
    wallet.place({ ...diceBet(alice, number, 2n * unit, payout), currency: "EUR", ...more });
  await toTime(Date.parse("2026-03-30T00:00:01Z"));
  for (const [index, payout] of [1_000n * unit, 1_000n * unit - 1n, 5_000n * unit].entries())
    await bet(10 + index, payout, index === 2 ? { rulesVersion: "dice-9" } : {});
  await toTime(Date.parse("2026-03-31T00:00:00Z"));
  await bet(20, 3_000n * unit);
  await projections.foldNow();
  const month = { from: "2026-03-01", to: "2026-03-31", zone: "UTC" };
  const pageOf = async (query: ReportQuery, after?: string, limit = 50) =>
    (await winsReport(host, query, { after, limit })).rows;
  const facts = ({ at, game, kind, currency, amount, reference }: LargeWinRow) =>
    [at.toISOString(), game, kind, currency, amount, reference].join(" ");
  const { rows: ledger } = await host.db.query<{ at: Date; amount: bigint; reference: string }>(
    "SELECT at, amount, reference FROM ledger.transfers WHERE debit BETWEEN 2001 AND 2999 AND amount >= 1000000000 ORDER BY at, seq",
  );
  const all = await pageOf(month);
  expect(all.map(facts)).toEqual(
    ledger.map(({ at, amount, reference }) => [at.toISOString(), "dice win EUR", amount, reference].join(" ")),
  );
  expect(all).toHaveLength(3);
  expect((await pageOf({ from: "2026-03-30", to: "2026-03-30", zone: "UTC" })).map(facts)).toEqual(
    all.slice(0, 2).map(facts),
  );
  const paged: string[] = [];
  let after: string | undefined;
  for (;;) {
    const rows = await pageOf(month, after, 1);
    if (rows[0]) paged.push(facts(rows[0]));
    if (rows.length < 2) break;
    after = rows[0]?.place;
  }
  expect(paged).toEqual(all.map(facts));
  await expect(pageOf(month, "2026-03-30 x")).rejects.toMatchObject({ error: { code: "validation_failed" } });

  const inForce = new Map([
    ["dice", { rulesVersion: "dice-9" }],
    ["limbo", { rulesVersion: "limbo-1" }],
  ]);
  const { rows: bets } = await host.db.query<{ version: string; n: bigint; staked: string; paid: string }>(
    `SELECT rules_version AS version, count(*) AS n, sum(stake)::text AS staked, sum(payout)::text AS paid
     FROM wallet.bets WHERE status = 1 GROUP BY 1 ORDER BY 1`,
  );
  const versions = (await versionsReport(host, month, inForce)).rows;
  expect(versions.filter(({ game }) => game === "dice")).toMatchObject(
    bets.map(({ version, n, staked, paid }) => ({
      version,
      bets: Number(n),
      wagered: formatAmount(micros(BigInt(staked))),
      paid: formatAmount(micros(BigInt(paid))),
      inForce: version === "dice-9",
    })),
  );
  expect(bets).toHaveLength(2);
  expect(versions.at(-1)).toMatchObject({ game: "limbo", version: "limbo-1", inForce: true, currency: null, bets: 0 });
  const [first] = (await versionsReport(host, { ...month, to: "2026-03-29" }, inForce)).rows;
  expect(first).toMatchObject({ version: bets.find(({ version }) => version !== "dice-9")?.version, bets: 3 });
  expect(await differencesOf(host.db, projectionInvariants())).toEqual([]);
  await host.db.query("UPDATE projections.version_half_hours SET bets = bets + 1 WHERE rules_version = 'dice-9'");
  expect((await differencesOf(host.db, projectionInvariants())).map(({ rule }) => rule)).toEqual([
    "I23 the bets of all versions of a game's rules are those of the game",
  ]);

  // A rebuild has the same rows, and drops those of before.
  await host.db.query("UPDATE projections.version_half_hours SET bets = bets - 1 WHERE rules_version = 'dice-9'");
  expect(await projections.rebuild()).toBe(true);
  expect((await pageOf(month)).map(facts)).toEqual(all.map(facts));
  expect((await versionsReport(host, month, inForce)).rows).toEqual(versions);
  const { rows: wins } = await host.db.query<{ n: bigint }>("SELECT count(*) AS n FROM projections.large_wins");
  expect(wins[0]?.n).toBe(3n);
  await close();
});
