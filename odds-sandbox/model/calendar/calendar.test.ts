import { expect, test } from "vitest";
import { seedOf } from "../../testing/matches.ts";
import { createCalendar } from "./calendar.ts";
import { footballLeagues } from "./leagues.ts";
import { calendarStart, matchesAt } from "./matches.ts";
import { doubleRoundRobin } from "./round-robin.ts";

const hour = 3_600_000;
const leagues = footballLeagues("1");

test("every pair of clubs meets once at each side's ground, and every club plays once a round", () => {
  const rounds = doubleRoundRobin(20);
  expect(rounds.length).toBe(38);
  const pairs = new Set(rounds.flatMap(round => round.map(pair => pair.join("-"))));
  expect(pairs.size).toBe(380);
  for (const round of rounds) expect(new Set(round.flat()).size).toBe(20);
});

test("no club plays more than three matches in a row at home or away", () => {
  const rounds = doubleRoundRobin(20);
  for (let club = 0; club < 20; club++) {
    const venues = rounds.map(round => (round.some(([home]) => home === club) ? "h" : "a")).join("");
    expect(venues, `club ${club}`).not.toMatch(/hhhh|aaaa/);
  }
});

test("at any moment twelve matches or more are live and three hundred begin within a week", () => {
  for (let step = 0; step < 300; step++) {
    const at = calendarStart + 30 * 24 * hour + step * 17.3 * 60_000;
    const matches = matchesAt(leagues, at);
    // A quick match lasts at least 330 s, another one at least 90 minutes.
    const live = matches.filter(
      ({ start, league }) => start <= at && at < start + (league.quick ? 345_000 : 1.6 * hour),
    );
    expect(live.length, new Date(at).toISOString()).toBeGreaterThanOrEqual(12);
    expect(matches.filter(({ start }) => start > at).length).toBeGreaterThanOrEqual(300);
  }
});

test("the same seed gives the same calendar, another seed other clubs", () => {
  const text = (seed: string) => JSON.stringify(footballLeagues(seed));
  expect(text("1")).toBe(text("1"));
  expect(text("1")).not.toBe(text("2"));
});

test("events have ids of their own, and clubs names of their own", () => {
  const matches = matchesAt(leagues, calendarStart + 100 * 24 * hour);
  expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
  for (const { clubs } of leagues) {
    expect(new Set(clubs.map(({ name }) => name)).size).toBe(clubs.length);
    expect(new Set(clubs.map(({ short }) => short)).size).toBe(clubs.length);
  }
});

test.each(["strike1", "quickstrike1", "ancient1", "quickancient1"])(
  "%s: e-sports have teams and no clubs of towns",
  league => {
    const calendar = createCalendar({
      seed: "1",
      speed: 1,
      now: () => calendarStart,
      seedOf: () => seedOf(1),
      commandsOf: () => [],
      leagues: ({ id }) => id === league,
    });
    const teams = calendar.names().flatMap(([id, name]) => (id.startsWith("k:") ? [name] : []));
    expect(new Set(teams).size).toBe(league.startsWith("quick") ? 8 : 12);
    for (const name of teams) expect(name).toMatch(/^[A-Z][a-z]+( Esports| Gaming| Five)?$/);
    const towns = footballLeagues("1").flatMap(({ clubs }) => clubs.map(({ name }) => name));
    expect(
      teams.filter(name => towns.includes(name) || / (Town|Rovers|United|Wanderers|Union|Athletic|1904)$/.test(name)),
    ).toEqual([]);
  },
);
