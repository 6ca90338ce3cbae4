import { once } from "node:events";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#kit/host/system.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { testDatabase } from "#kit/testing/test-database.ts";
import { type Fault, startCasinoDouble } from "#studio/testing/casino-double.ts";
import { eachKill } from "#studio/testing/large-runs.ts";
import { balanceOf, differences, hundred, openOf, seat, startTables } from "#studio/testing/table-faults.ts";
import { connect, startTestStudio, studioMigrations } from "#studio/testing/test-studio.ts";
import { openTable, testBeacon, testTableParts } from "#studio/testing/test-tables.ts";
import { tableFailpoints } from "./failpoints.ts";

/** Whatever fails: every round ends once, and what players were paid is what the record says. */

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("a fifth of the calls dropped, lost, late, unsigned or doubled: no balance differs because of it", {
  timeout: 600_000,
}, async () => {
  const world = await startTestStudio({ tables: testTableParts(testBeacon()) });
  const casino = await startCasinoDouble();
  closers.push(casino.close, world.close);
  await connect(world, casino);
  const chance = seededRandom("hostile casino at a table");
  const below = (n: number) => (chance.bytes(1)[0] ?? 0) % n;
  const faults: readonly Fault[] = ["drop", "lose", "unsigned", "busy", "twice", "late"];
  const players = await Promise.all(Array.from({ length: 12 }, () => seat(casino)));
  const seats = await Promise.all(players.map(player => openTable(world, casino, player)));
  casino.fault = call => (call !== "authenticate" && below(5) === 0 ? faults[below(faults.length)] : undefined);
  const paid = () => [...casino.rounds.values()].filter(({ state }) => state === "closed").length;
  // On a busy machine a round may be closed too late, and void.
  for (let i = 0; i < 2 || (i < 20 && paid() <= 5); i++) {
    const round = await (seats[0] as (typeof seats)[number]).nextBetting();
    await Promise.all(
      seats.map(async table => {
        for (const bets of [{ red: "1" }, { "straight-8": "0.10", low: "2" }, { black: "1" }])
          await table.bet(round, bets);
      }),
    );
    await (seats[0] as (typeof seats)[number]).ended(round);
  }
  casino.fault = () => undefined;
  await expect.poll(() => openOf(world), { timeout: 240_000 }).toBe(0);
  expect(await differences(world, casino)).toEqual([]);
  expect(paid()).toBeGreaterThan(5);
  for (const player of players) expect(casino.balanceOf(player)).toBe(balanceOf(casino, player));
});

test("a beacon that gives no value voids the round: bets are returned, the link is public", async () => {
  const beacon = testBeacon();
  const world = await startTestStudio({ tables: testTableParts(beacon, { beaconWaitMs: 500 }) });
  const casino = await startCasinoDouble();
  closers.push(casino.close, world.close);
  await connect(world, casino);
  const player = await seat(casino);
  const table = await openTable(world, casino, player);
  const silentRound = async () => {
    beacon.silent = false;
    const round = await table.nextBetting();
    beacon.silent = true;
    const { body } = await table.bet(round, { red: "10" });
    return { body, end: await table.ended(round) };
  };
  let { body, end } = await silentRound();
  // On a slow machine a round may close too late for its beacon.
  for (let i = 0; i < 5 && end.type === "round" && end.round.void_reason === "closed_late"; i++)
    ({ body, end } = await silentRound());
  expect(end).toMatchObject({
    round: { phase: "voided", void_reason: "no_beacon", outcome: null, beacon_value: null },
  });
  expect(end.type === "round" && end.round.link).toMatch(/^[0-9a-f]{64}$/);
  await expect.poll(() => casino.balanceOf(player)).toBe(hundred);
  expect(casino.rounds.get(String(body.round))?.state).toBe("rolled_back");
  beacon.silent = false;
  await expect.poll(() => openOf(world), { timeout: 30_000 }).toBe(0);
});

test("a leader that slept past the beacon's value deals no round: it is void", async () => {
  let asleep = 0;
  const clock = {
    now: () => systemClock.now() + asleep,
    monotonic: () => systemClock.monotonic(),
    after: systemClock.after,
  };
  const world = await startTestStudio({ tables: testTableParts(testBeacon()), clock });
  const casino = await startCasinoDouble();
  closers.push(casino.close, world.close);
  await connect(world, casino);
  const player = await seat(casino);
  const table = await openTable(world, casino, player);
  const round = await table.nextBetting();
  await table.bet(round, { red: "10" });
  asleep = 20_000;
  expect(await table.ended(round)).toMatchObject({ round: { phase: "voided", void_reason: "closed_late" } });
  await expect.poll(() => casino.balanceOf(player)).toBe(hundred);
});

test("a standby takes over within five seconds, and both never lead at once", async () => {
  const database = await testDatabase({ sources: studioMigrations });
  const casino = await startCasinoDouble();
  closers.push(database.close, casino.close);
  const [first, second] = [
    await startTables(database, onTestFinished),
    await startTestStudio({ database, tables: testTableParts(testBeacon()) }),
  ];
  closers.push(second.close);
  await connect(second, casino);
  const player = await seat(casino);
  const table = await openTable(second, casino, player);
  const round = await table.nextBetting();
  const { status, body } = await table.bet(round, { "column-1": "4" });
  expect(status).toBe(200);
  first.child.kill("SIGKILL");
  await table.ended(round);
  await expect.poll(() => casino.rounds.get(String(body.round))?.state, { timeout: 20_000 }).not.toBe("open");
  const next = await table.nextBetting();
  expect(next).toBeGreaterThan(round);
  const { rows } = await database.db.query<{ n: bigint; top: bigint }>(
    "SELECT count(*) AS n, max(number) AS top FROM tables.rounds",
  );
  expect(rows[0]?.n).toBe(rows[0]?.top);
  // What the casino has booked may still be on its way into the record.
  await expect.poll(() => openOf({ database }), { timeout: 20_000 }).toBe(0);
  expect(await differences({ database }, casino)).toEqual([]);
});

/** Most of each is waiting: side by side. */
test.concurrent.for(eachKill(Object.keys(tableFailpoints)))(
  "kill -9 at %s, kill %i: the next start ends every round once",
  { timeout: 400_000 },
  async ([point], { onTestFinished: atEnd, expect: claim }) => {
    const database = await testDatabase({ sources: studioMigrations });
    const casino = await startCasinoDouble();
    atEnd(casino.close);
    atEnd(database.close);
    const first = await startTestStudio({ database });
    await connect(first, casino);
    await first.studio.close();
    // At the second time: somebody sits at the table by then.
    const killAt = `${point}:${point.startsWith("table.round") ? 2 : 1}`;
    const victim = await startTables(database, atEnd, {
      killAt,
      beacon: point === "table.round.voided" ? "salt only" : "",
    });
    const ended = once(victim.child, "exit");
    const player = await seat(casino);
    const table = await openTable(victim, casino, player).catch(() => undefined);
    for (let i = 0; table && i < 2 && victim.child.exitCode === null && victim.child.signalCode === null; i++) {
      const round = await Promise.race([table.nextBetting().catch(() => 0), ended.then(() => 0)]);
      await table.bet(round, { red: "5", "straight-1": "0.50" }).catch(() => undefined);
      await Promise.race([table.ended(round).catch(() => undefined), ended]);
    }
    await ended;
    table?.disconnect();
    const next = await startTables(database, atEnd);
    const again = await openTable(next, casino, player);
    const round = await again.nextBetting();
    claim((await again.bet(round, { black: "1" })).status).toBe(200);
    await again.ended(round);
    await claim.poll(() => openOf({ database }), { timeout: 30_000 }).toBe(0);
    claim(await differences({ database }, casino)).toEqual([]);
    claim(casino.balanceOf(player)).toBe(balanceOf(casino, player));
    const { rows } = await database.db.query(
      "SELECT FROM tables.rounds WHERE state IN ('closed') AND ended_at IS NOT NULL",
    );
    claim(rows).toEqual([]);
    if (point === "table.round.voided") {
      const voided = [...casino.rounds.values()].filter(({ state }) => state === "rolled_back");
      claim(voided.length).toBeGreaterThan(0);
    }
    again.disconnect();
  },
);
