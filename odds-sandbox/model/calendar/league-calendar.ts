import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "#kit/std/bytes.ts";
import type { FixtureMessage } from "../../shared/protocol.ts";
import type { EventCommand, EventFault, PlayedEvent } from "../events/event.ts";
import type { EventPlan } from "../events/scripted-event.ts";
import { type RandomStream, randomStream } from "../random.ts";
import { calendarStream } from "./leagues.ts";
import { calendarStart } from "./matches.ts";
import { clubName, different, shortNames, teamName } from "./names.ts";
import { doubleRoundRobin } from "./round-robin.ts";
import type { CalendarNeeds, PlannedEvent, SportCalendar } from "./sport-calendar.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A club or a team. Strengths are in the terms of its sport, above the average. */
export interface Club {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly attack: number;
  readonly defence: number;
}

/** A sport whose leagues are double round robins, and quick ones that play one match after the other. */
export interface LeagueSport<Match> {
  readonly sport: FixtureMessage["sport"];
  readonly leagues: readonly LeaguePlan[];
  /** A sport of teams instead of clubs. */
  readonly esports?: true;
  /** Standard deviations of the clubs' strengths. */
  readonly attack: number;
  readonly defence: number;
  /** Hours after midnight. */
  readonly startsAt: number;
  readonly quickEveryMs: number;
  /** Above the length of any match. */
  readonly longestMs: number;
  readonly format: FixtureMessage["format"];
  readonly coverage: readonly string[];
  readonly without: readonly EventFault[];
  /** What prices and play follow from. */
  matchOf(home: Club, away: Club): Match;
  /** Every fact in order, as a revealed seed says it. */
  replay(match: Match, random: RandomStream): readonly object[];
  /** `speed` days pass in one of the clock. */
  play(of: { readonly match: Match; readonly random: RandomStream; readonly quick: boolean; readonly speed: number }): {
    readonly pace: number;
    event(plan: EventPlan, commands: readonly EventCommand[]): PlayedEvent;
  };
}

interface LeaguePlan {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly quick: boolean;
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

const quickOpenMs = 20 * minute;
const roundMs = 3.5 * day;
const openMs = 7 * day;

/** Two matches in each of three evenings of a round. */
const starts = [0, 0, 1, 1, 2, 2];

function leagueOf(
  { id, name, count, quick }: LeaguePlan,
  spread: { attack: number; defence: number; esports?: true },
  seed: string,
): League {
  const random = calendarStream(seed, `${id}:clubs`);
  const clubNames = different(count, () => clubName(random));
  // Drawn from a stream of their own: the strengths of a seed, and so the replay of its matches, depend on no names.
  const teams = calendarStream(seed, `${id}:teams`);
  const names = spread.esports ? different(count, () => teamName(teams)) : clubNames;
  const shorts = shortNames(names);
  const clubs = names.map((club, index) => ({
    id: `k:${id}:${index + 1}`,
    name: club,
    short: shorts[index] ?? club.slice(0, 3),
    attack: spread.attack * random.normal(),
    defence: spread.defence * random.normal(),
  }));
  return { id, name, clubs, quick };
}

/** The calendar of a {@link LeagueSport}. */
export class LeagueCalendar<Match> implements SportCalendar {
  readonly #needs: CalendarNeeds;
  readonly #sport: LeagueSport<Match>;
  readonly #leagues: readonly League[];
  readonly #matches = new Map<string, Match>();

  constructor(needs: CalendarNeeds, sport: LeagueSport<Match>) {
    this.#needs = needs;
    this.#sport = sport;
    this.#leagues = sport.leagues.filter(needs.leagues).map(league => leagueOf(league, sport, needs.seed));
  }

  at(now: number): readonly PlannedEvent[] {
    const time = this.#needs.calendarTime(now);
    const { longestMs } = this.#sport;
    return this.#leagues
      .flatMap(league => (league.quick ? quickAt(league, this.#sport, time) : roundsAt(league, this.#sport, time)))
      .filter(({ opens, start }) => opens <= time && start + longestMs > time)
      .map(fixture => this.#planned(fixture));
  }

  find(id: string, now: number): PlannedEvent | undefined {
    const [, name, season, round, index] = /^m:([a-z]+[0-9]+):([0-9]{1,9}):([0-9]{1,3}):([0-9]{1,3})$/.exec(id) ?? [];
    const league = this.#leagues.find(one => one.id === name);
    if (!league || season === undefined || round === undefined || index === undefined) return undefined;
    const number = (Number(season) - 1) * roundsIn(league) + Number(round) - 1;
    const fixtures = league.quick ? [quickFixture(league, this.#sport, number)] : roundOf(league, this.#sport, number);
    const found = fixtures.find(fixture => fixture.id === id);
    return found && found.opens <= this.#needs.calendarTime(now) ? this.#planned(found) : undefined;
  }

  #matchOf({ id, home, away }: Fixture): Match {
    const known = this.#matches.get(id);
    if (known) return known;
    if (this.#matches.size > 200) this.#matches.clear();
    const made = this.#sport.matchOf(home, away);
    this.#matches.set(id, made);
    return made;
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
        facts: this.#sport.replay(this.#matchOf(fixture), randomStream(playSeed(id))),
      }),
    };
  }

  #event(fixture: Fixture): PlayedEvent {
    const { id, league, home, away } = fixture;
    const { clockTime, speed, playSeed, seedOf, commandsOf } = this.#needs;
    const { sport, format, coverage, without, play } = this.#sport;
    const match = this.#matchOf(fixture);
    const { pace, event } = play({ match, random: randomStream(playSeed(id)), quick: league.quick, speed });
    const plan: EventPlan = {
      id,
      opens: clockTime(fixture.opens),
      start: clockTime(fixture.start),
      pace,
      stopMs: Math.round((league.quick ? 1000 : 5000) / speed),
      confirmMs: league.quick ? 5000 : Math.max(5000, Math.round(minute / speed)),
      without,
      seedHex: toHex(seedOf(id)),
      fixture: {
        simulated: true,
        sport,
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
        format,
        pace,
        coverage: [...coverage],
        commitment: toHex(sha256(seedOf(id))),
      },
    };
    return event(plan, commandsOf(id));
  }
}

type Times = Pick<LeagueSport<unknown>, "quickEveryMs" | "startsAt">;

/** A quick league plays one match a round. */
const roundsIn = ({ clubs, quick }: League) => (quick ? clubs.length * (clubs.length - 1) : 2 * (clubs.length - 1));

function quickAt(league: League, times: Times, time: number): readonly Fixture[] {
  const last = Math.floor((time + quickOpenMs - calendarStart) / times.quickEveryMs);
  const first = Math.max(0, Math.floor((time - hour - calendarStart) / times.quickEveryMs));
  return Array.from({ length: last - first + 1 }, (_, index) => quickFixture(league, times, first + index));
}

function quickFixture(league: League, { quickEveryMs }: Times, number: number): Fixture {
  const pairs = doubleRoundRobin(league.clubs.length).flat();
  const start = calendarStart + number * quickEveryMs;
  const pair = pairs[number % pairs.length] as readonly [number, number];
  return fixtureOf(league, number, 1, pair, { opens: start - quickOpenMs, start });
}

function roundsAt(league: League, times: Times, time: number): readonly Fixture[] {
  const last = Math.floor((time + openMs - calendarStart) / roundMs);
  const first = Math.max(0, Math.floor((time - 4 * day - calendarStart) / roundMs));
  return Array.from({ length: last - first + 1 }, (_, index) => roundOf(league, times, first + index)).flat();
}

function roundOf(league: League, { startsAt }: Times, number: number): readonly Fixture[] {
  const rounds = doubleRoundRobin(league.clubs.length);
  const pairs = rounds[number % rounds.length] ?? [];
  return pairs.map((pair, index) => {
    const start = calendarStart + number * roundMs + (starts[index] ?? 0) * day + startsAt * hour;
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
