import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import type { Schedule } from "../shared/schedule.ts";
import { type TestTournaments, testTournaments } from "../testing/test-tournaments.ts";
import { tournamentInvariants } from "./index.ts";
import { insertRace, type NewRace, setRaceState } from "./races-store.ts";

let app: TestTournaments;
beforeAll(async () => {
  app = await testTournaments();
});
afterEach(async () => {
  expect(await auditBooks(app.counter.host.db)).toEqual([]);
  expect(await differencesOf(app.counter.host.db, tournamentInvariants)).toEqual([]);
  await app.counter.host.db.query("UPDATE tournaments.races SET state = 'stopped'");
});
afterAll(() => app.counter.close());

const host = () => app.counter.host;
const advanceTo = (iso: string) => host().clock.advance(Date.parse(iso) - host().clock.now());
const call = async (name: string) => (await app.counter.api.call(name)).body.data;

async function hold(schedule: Schedule): Promise<Uuid> {
  const id = randomUUID() as Uuid;
  const race: NewRace = {
    id,
    title: { en: "Daily race", ru: "Гонка дня", kz: "Күн жарысы" },
    scoring: "wagered",
    games: [],
    currency: "USD",
    prizes: [parseDecimal("20")],
    minStake: parseDecimal("0.1"),
    points: {},
    schedule,
  };
  await host().db.tx(async tx => {
    await insertRace(tx, race, "dana", new Date(host().clock.now()));
    await setRaceState(tx, id, "running", "olga");
  });
  return id;
}
const starts = async (race: Uuid) =>
  (
    await host().db.query<{ startsAt: Date; endsAt: Date; state: string }>(
      `SELECT starts_at AS "startsAt", ends_at AS "endsAt", state FROM tournaments.tournaments WHERE race_id = $1 ORDER BY starts_at`,
      [race],
    )
  ).rows.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt.toISOString()]);
const daily = (zone: string, time: string): Schedule => ({ every: "day", zone, time, weekday: null });

test("a race starts again each day at the time of its zone, also when clocks change, each start once", async () => {
  await advanceTo("2027-03-26T12:00:00Z");
  const race = await hold(daily("Europe/Berlin", "12:00"));
  await Promise.all(Array.from({ length: 8 }, () => app.tournaments.advance()));
  expect(await starts(race)).toEqual([["2027-03-27T11:00:00.000Z", "2027-03-28T10:00:00.000Z"]]);
  await advanceTo("2027-03-27T10:59:59.999Z");
  await app.tournaments.advance();
  expect(await starts(race)).toHaveLength(1);
  await advanceTo("2027-03-27T11:00:00Z");
  host().failpoints.arm("tournaments.race", () => {
    throw new Error("killed");
  });
  await expect(app.tournaments.advance()).rejects.toThrow("killed");
  expect(await starts(race)).toHaveLength(1);
  await Promise.all(Array.from({ length: 8 }, () => app.tournaments.advance()));
  // 23 hours, then a whole day.
  expect(await starts(race)).toEqual([
    ["2027-03-27T11:00:00.000Z", "2027-03-28T10:00:00.000Z"],
    ["2027-03-28T10:00:00.000Z", "2027-03-29T10:00:00.000Z"],
  ]);
});

test("a race that fails keeps neither another race nor the end of a tournament waiting", async () => {
  await advanceTo("2027-04-10T12:00:00Z");
  const races = [await hold(daily("UTC", "06:00")), await hold(daily("UTC", "07:00"))];
  await app.tournaments.advance();
  const ended = (await call("GET /api/v1/tournaments?status=upcoming")).map((one: { id: string }) => one.id);
  await advanceTo("2027-04-12T12:00:00Z");
  host().failpoints.arm("tournaments.race", () => {
    throw new Error("broken");
  });
  await expect(app.tournaments.advance()).rejects.toThrow("broken");
  const begun = await Promise.all(races.map(async race => (await starts(race)).length));
  expect(begun.toSorted()).toEqual([1, 2]);
  for (const id of ended) expect((await call(`GET /api/v1/tournaments/${id}`)).phase).toBe("review");
});

test("starts that passed while nothing ran are left out, and a stopped race publishes nothing", async () => {
  await advanceTo("2027-05-03T00:00:00Z");
  const race = await hold({ every: "week", zone: "Asia/Almaty", time: "18:00", weekday: 1 });
  await app.tournaments.advance();
  await advanceTo("2027-06-01T00:00:00Z");
  await app.tournaments.advance();
  // Almaty is five hours ahead.
  expect((await starts(race)).map(([at]) => at)).toEqual(["2027-05-03T13:00:00.000Z", "2027-06-07T13:00:00.000Z"]);
  await host().db.tx(tx => app.tournaments.office.stopRace(tx, race));
  await advanceTo("2027-06-15T00:00:00Z");
  await app.tournaments.advance();
  expect(await starts(race)).toHaveLength(2);
  await expect(host().db.tx(tx => app.tournaments.office.stopRace(tx, race))).rejects.toThrow("race_closed");
});

test("the page of a race names the next one; it is joined, scored and paid as any tournament", async () => {
  await advanceTo("2027-07-01T00:00:00Z");
  const race = await hold(daily("UTC", "06:00"));
  await app.tournaments.advance();
  const [id] = (await call("GET /api/v1/tournaments?status=upcoming")).map((one: { id: string }) => one.id);
  expect(await call(`GET /api/v1/tournaments/${id}`)).toMatchObject({ phase: "upcoming", repeats: "day", next: null });
  await advanceTo("2027-07-01T06:00:00Z");
  await app.tournaments.advance();
  const { next, ...shown } = await call(`GET /api/v1/tournaments/${id}`);
  expect(shown).toMatchObject({ phase: "active", title: "Daily race" });
  expect(next).toMatchObject({ starts_at: "2027-07-02T06:00:00.000Z" });
  const alice = await app.person();
  expect(await app.join(alice, id)).toBe(204);
  await app.play(alice, { stake: "8" });
  await advanceTo("2027-07-02T06:01:00Z");
  await app.tournaments.advance();
  await advanceTo("2027-07-03T06:02:00Z");
  await app.tournaments.advance();
  expect((await call(`GET /api/v1/tournaments/${id}`)).phase).toBe("finished");
  expect((await host().db.query("SELECT FROM tournaments.prizes WHERE tournament_id = $1", [id])).rowCount).toBe(1);
  // A tournament that is held once has no next one.
  expect(await call(`GET /api/v1/tournaments/${await app.hold()}`)).toMatchObject({ repeats: null, next: null });
  expect(race).toBeTruthy();
});
