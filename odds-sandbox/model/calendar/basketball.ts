import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "#kit/std/bytes.ts";
import { ScriptedEvent } from "../events/scripted-event.ts";
import type { BasketballMatch, PossessionChances } from "../possessions/basketball.ts";
import { playBasketball } from "../possessions/basketball-facts.ts";
import { basketballRules, quarterSeconds } from "../possessions/basketball-rules.ts";
import { randomStream } from "../random.ts";
import { calendarStream } from "./leagues.ts";
import { calendarStart } from "./matches.ts";
import { clubName, different, shortNames } from "./names.ts";
import { doubleRoundRobin } from "./round-robin.ts";
import type { CalendarNeeds, PlannedEvent, SportCalendar } from "./sport-calendar.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Club {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  /** Points of a possession above the average, scored and allowed. */
  readonly attack: number;
  readonly defence: number;
}

interface League {
  readonly id: string;
  readonly name: string;
  readonly clubs: readonly Club[];
  readonly quick: boolean;
}

interface Fixture {
  readonly id: string;
  readonly league: League;
  readonly season: number;
  readonly round: number;
  readonly opens: number;
  readonly start: number;
  readonly home: Club;
  readonly away: Club;
}

/** A match of about six minutes: a possession of each side in 3.3 s. The regular one takes two hours. */
const quickTimes = { possession: 3300, pause: 8000 };
const regularTimes = { possession: 62_000, pause: 300_000 };
const quickEveryMs = 6.5 * minute;
const quickOpenMs = 20 * minute;
const roundMs = 3.5 * day;
const openMs = 7 * day;
const longestMs = 5 * hour;

/** Two matches in each of three evenings of a round. */
const starts = [0, 0, 1, 1, 2, 2];

function leaguesOf(seed: string): readonly League[] {
  const league = (id: string, name: string, count: number, quick: boolean): League => {
    const random = calendarStream(seed, `${id}:clubs`);
    const names = different(count, () => clubName(random));
    const shorts = shortNames(names);
    const clubs = names.map((club, index) => ({
      id: `k:${id}:${index + 1}`,
      name: club,
      short: shorts[index] ?? club.slice(0, 3),
      attack: 0.035 * random.normal(),
      defence: 0.03 * random.normal(),
    }));
    return { id, name, clubs, quick };
  };
  return [
    league("basket1", "Union Basketball League", 12, false),
    league("quickbasket1", "Quick Basketball League", 8, true),
  ];
}

const homeAdvantage = 0.012;
const average = 1.1;

/** Chances of a possession with this mean: misses, free throws, two and three points in the usual proportions. */
export function possessionChances(mean: number): PossessionChances {
  const scale = mean / average;
  const [one, two, three] = [0.06 * scale, 0.355 * scale, 0.11 * scale];
  return [1 - one - two - three, one, two, three];
}

const matches = new Map<string, BasketballMatch>();

/** What prices and play follow from. */
function matchOf({ id, home, away }: Fixture): BasketballMatch {
  const known = matches.get(id);
  if (known) return known;
  if (matches.size > 200) matches.clear();
  const made = {
    home: possessionChances(average + homeAdvantage + home.attack - away.defence),
    away: possessionChances(average - homeAdvantage + away.attack - home.defence),
  };
  matches.set(id, made);
  return made;
}

/** Basketball: a league of twelve and a quick one of eight, one match after the other. */
export class BasketballCalendar implements SportCalendar {
  readonly #needs: CalendarNeeds;
  readonly #leagues: readonly League[];

  constructor(needs: CalendarNeeds) {
    this.#needs = needs;
    this.#leagues = leaguesOf(needs.seed).filter(needs.leagues);
  }

  at(now: number): readonly PlannedEvent[] {
    const time = this.#needs.calendarTime(now);
    return this.#leagues
      .flatMap(league => (league.quick ? quickAt(league, time) : roundsAt(league, time)))
      .filter(({ opens, start }) => opens <= time && start + longestMs > time)
      .map(fixture => this.#planned(fixture));
  }

  find(id: string, now: number): PlannedEvent | undefined {
    const [, name, season, round, index] = /^m:([a-z]+[0-9]+):([0-9]{1,9}):([0-9]{1,3}):([0-9]{1,3})$/.exec(id) ?? [];
    const league = this.#leagues.find(one => one.id === name);
    if (!league || season === undefined || round === undefined || index === undefined) return undefined;
    const number = (Number(season) - 1) * roundsIn(league) + Number(round) - 1;
    const fixtures = league.quick ? [quickFixture(league, number)] : roundOf(league, number);
    const found = fixtures.find(fixture => fixture.id === id);
    return found && found.opens <= this.#needs.calendarTime(now) ? this.#planned(found) : undefined;
  }

  names(): readonly (readonly [string, string])[] {
    return this.#leagues.flatMap(({ id, name, clubs }) => [
      [`c:${id}`, name] as const,
      [`t:${id}`, name] as const,
      ...clubs.map(club => [club.id, club.name] as const),
    ]);
  }

  #planned(fixture: Fixture): PlannedEvent {
    const { playSeed, seedOf } = this.#needs;
    const { id } = fixture;
    return {
      id,
      play: () => this.#event(fixture),
      replay: () => ({
        commitment: toHex(sha256(seedOf(id))),
        facts: playBasketball(matchOf(fixture), randomStream(playSeed(id))).map(({ points }) => ({ points })),
      }),
    };
  }

  #event(fixture: Fixture) {
    const { id, league, home, away } = fixture;
    const { clockTime, speed, playSeed, seedOf, commandsOf } = this.#needs;
    const times = league.quick ? quickTimes : regularTimes;
    const paced = { possession: times.possession / speed, pause: times.pause / speed };
    // Seconds of a quarter by its possessions, in seconds of the clock.
    const pace = (quarterSeconds * 1000) / (25 * paced.possession);
    const rules = basketballRules(matchOf(fixture), randomStream(playSeed(id)), paced);
    return new ScriptedEvent(
      {
        id,
        opens: clockTime(fixture.opens),
        start: clockTime(fixture.start),
        pace,
        stopMs: Math.round((league.quick ? 1000 : 5000) / speed),
        confirmMs: league.quick ? 5000 : Math.max(5000, Math.round(minute / speed)),
        without: ["var", "half_for_full", "dead_heat", "retired"],
        seedHex: toHex(seedOf(id)),
        fixture: {
          simulated: true,
          sport: "basketball",
          kind: "match",
          category: { id: `c:${league.id}`, name: league.name },
          tournament: { id: `t:${league.id}`, name: league.name, season: String(fixture.season), quick: league.quick },
          round: String(fixture.round),
          competitors: [home, away].map(club => ({
            id: club.id,
            name: club.name,
            short: club.short,
            country: "",
            players: [],
          })),
          format: { quarter_seconds: quarterSeconds },
          pace,
          coverage: ["live", "race"],
          commitment: toHex(sha256(seedOf(id))),
        },
      },
      rules,
      () => "not_combinable",
      commandsOf(id),
    );
  }
}

/** A quick league plays one match a round. */
const roundsIn = ({ clubs, quick }: League) => (quick ? clubs.length * (clubs.length - 1) : 2 * (clubs.length - 1));

function quickAt(league: League, time: number): readonly Fixture[] {
  const last = Math.floor((time + quickOpenMs - calendarStart) / quickEveryMs);
  const first = Math.max(0, Math.floor((time - hour - calendarStart) / quickEveryMs));
  return Array.from({ length: last - first + 1 }, (_, index) => quickFixture(league, first + index));
}

function quickFixture(league: League, number: number): Fixture {
  const pairs = doubleRoundRobin(league.clubs.length).flat();
  const start = calendarStart + number * quickEveryMs;
  const pair = pairs[number % pairs.length] as readonly [number, number];
  return fixtureOf(league, number, 1, pair, { opens: start - quickOpenMs, start });
}

function roundsAt(league: League, time: number): readonly Fixture[] {
  const last = Math.floor((time + openMs - calendarStart) / roundMs);
  const first = Math.max(0, Math.floor((time - 4 * day - calendarStart) / roundMs));
  return Array.from({ length: last - first + 1 }, (_, index) => roundOf(league, first + index)).flat();
}

function roundOf(league: League, number: number): readonly Fixture[] {
  const rounds = doubleRoundRobin(league.clubs.length);
  const pairs = rounds[number % rounds.length] ?? [];
  return pairs.map((pair, index) => {
    const start = calendarStart + number * roundMs + (starts[index] ?? 0) * day + 18 * hour;
    return fixtureOf(league, number, index + 1, pair, { opens: start - openMs, start });
  });
}

function fixtureOf(
  league: League,
  number: number,
  index: number,
  [home, away]: readonly [number, number],
  { opens, start }: Pick<Fixture, "opens" | "start">,
): Fixture {
  const season = Math.floor(number / roundsIn(league)) + 1;
  const round = (number % roundsIn(league)) + 1;
  const id = `m:${league.id}:${season}:${round}:${index}`;
  const clubs = league.clubs;
  return { id, league, season, round, opens, start, home: clubs[home] as Club, away: clubs[away] as Club };
}
