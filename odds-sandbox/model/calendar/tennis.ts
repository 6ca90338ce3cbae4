import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "#kit/std/bytes.ts";
import type { EventCommand, PlayedEvent } from "../events/event.ts";
import { ScriptedEvent } from "../events/scripted-event.ts";
import { jointOfTennis } from "../points/joint.ts";
import { afterToss, playTennis, type TennisMatch } from "../points/tennis-match.ts";
import { durationOf, type TennisTimes, tennisRules } from "../points/tennis-rules.ts";
import { randomStream } from "../random.ts";
import { calendarStart } from "./matches.ts";
import { doubleRoundRobin } from "./round-robin.ts";
import type { CalendarNeeds, PlannedEvent, SportCalendar } from "./sport-calendar.ts";
import { drawOf, type TennisPlayer, type TennisTour, tennisTours, tournamentName } from "./tennis-players.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** A match of about five minutes: a point every 1.9 s. */
const quickTimes = { point: 1900, game: 1000, set: 4000 };
/** A point every half minute, the changes of ends included. */
const regularTimes = { point: 30_000, game: 40_000, set: 80_000 };
const quickEveryMs = 5 * minute;
const quickOpenMs = 20 * minute;
const openMs = 3 * day;
/** A round's pairings are known once both matches before are over, and open this long after. */
const drawnAfterMs = 10 * minute;
/** The longest time from the start of a match to its last message. */
const longestMs = 8 * hour;

/** Days after the tournament's Monday and local hours of the matches of each round. */
const schedule: readonly (readonly (readonly [number, number])[])[] = [
  Array.from({ length: 16 }, (_, index) => [Math.floor(index / 8), 10 + 2 * Math.floor((index % 8) / 2)] as const),
  Array.from({ length: 8 }, (_, index) => [2 + Math.floor(index / 4), 11 + 3 * Math.floor((index % 4) / 2)] as const),
  Array.from({ length: 4 }, (_, index) => [4, 11 + 3 * Math.floor(index / 2)] as const),
  [
    [5, 13],
    [5, 16],
  ],
  [[6, 15]],
];

/** The end of a match, by the clock, and its winner. */
interface MatchEnd {
  readonly end: number;
  readonly winner: TennisPlayer;
}

interface Fixture {
  readonly id: string;
  readonly tour: TennisTour;
  readonly league: { readonly id: string; readonly name: string; readonly season: string };
  readonly round: number;
  readonly opens: number;
  readonly start: number;
  readonly home: TennisPlayer;
  readonly away: TennisPlayer;
}

/** A week's tournament before it is played. Times are of the calendar. */
export interface WeeksDraw {
  readonly tour: TennisTour;
  readonly number: number;
  readonly league: Fixture["league"];
  readonly monday: number;
  /** In the order of the draw's lines. */
  readonly players: readonly TennisPlayer[];
  readonly firstRound: readonly { readonly start: number }[];
}

/** A match of a draw as it will have been played. */
export interface DrawnMatch {
  readonly id: string;
  readonly round: number;
  readonly home: TennisPlayer;
  readonly away: TennisPlayer;
  readonly winner: TennisPlayer;
  /** When the match ends, by the clock. */
  readonly end: number;
}

/** What prices and play follow from. */
export function tennisMatch({ tour, home, away }: Pick<Fixture, "tour" | "home" | "away">): TennisMatch {
  const onServe = (server: TennisPlayer, receiver: TennisPlayer) =>
    Math.min(0.8, Math.max(0.45, tour.level + server.serve - receiver.return));
  return { chances: { first: onServe(home, away), second: onServe(away, home) }, setsToWin: 2 };
}

/** Tennis: draws of 32, whose later rounds follow from the results before, and a quick league. */
export class TennisCalendar implements SportCalendar {
  readonly #needs: CalendarNeeds;
  readonly #tours: readonly TennisTour[];
  /** Ends and winners of matches as their seeds play them, by id. */
  readonly #ends = new Map<string, MatchEnd>();
  readonly #quickRounds = doubleRoundRobin(8).flat();

  constructor(needs: CalendarNeeds) {
    this.#needs = needs;
    this.#tours = tennisTours(needs.seed).filter(needs.leagues);
  }

  at(now: number): readonly PlannedEvent[] {
    const time = this.#needs.calendarTime(now);
    return this.#tours
      .flatMap(tour => (tour.quick ? this.#quickAt(tour, time) : this.#drawnAt(tour, now, time)))
      .filter(({ opens, start }) => opens <= time && start + longestMs > time)
      .map(fixture => this.#planned(fixture));
  }

  find(id: string, now: number): PlannedEvent | undefined {
    const [, name, season, round, index] = /^m:([a-z]+[0-9]+):([0-9]{1,9}):([0-9]{1,3}):([0-9]{1,3})$/.exec(id) ?? [];
    const tour = this.#tours.find(one => one.id === name);
    if (!tour || season === undefined || round === undefined || index === undefined) return undefined;
    const time = this.#needs.calendarTime(now);
    const perSeason = this.#quickRounds.length;
    const found = tour.quick
      ? this.#quickFixture(tour, (Number(season) - 1) * perSeason + Number(round) - 1)
      : this.#draw(tour, Number(season), now).find(fixture => fixture.id === id);
    return found?.id === id && found.opens <= time ? this.#planned(found) : undefined;
  }

  names(): readonly (readonly [string, string])[] {
    const number = Math.floor((this.#needs.calendarTime(this.#needs.now()) - calendarStart) / week);
    return this.#tours.flatMap(tour => [
      [tour.category.id, tour.category.name] as const,
      ...(tour.quick
        ? [[`t:${tour.id}`, tour.name] as const]
        : [number, number + 1, number + 2, number + 3, number + 4]
            .map(each => this.#leagueOf(tour, each))
            .map(one => [one.id, one.name] as const)),
      ...tour.players.map(({ id, name }) => [id, name] as const),
    ]);
  }

  /** Tours that play a draw a week. */
  get drawnTours(): readonly TennisTour[] {
    return this.#tours.filter(({ quick }) => !quick);
  }

  /** The number of the week of a time of the calendar. */
  weekAt(time: number): number {
    return Math.floor((time - calendarStart) / week) + 1;
  }

  drawOfWeek(tour: TennisTour, number: number): WeeksDraw {
    const monday = calendarStart + (number - 1) * week;
    return {
      tour,
      number,
      league: this.#leagueOf(tour, number),
      monday,
      players: drawOf(this.#needs.seed, tour, number),
      firstRound: (schedule[0] ?? []).map(slot => ({ start: startOf(tour, monday, slot) })),
    };
  }

  /** Every match of a draw in the order of its rounds, as the seeds and the commands so far have them. */
  playedDraw({ tour, number }: WeeksDraw): readonly DrawnMatch[] {
    return this.#draw(tour, number, Number.POSITIVE_INFINITY).flatMap(fixture => {
      const over = this.#endBy(fixture, Number.POSITIVE_INFINITY);
      const { id, round, home, away } = fixture;
      return over ? [{ id, round, home, away, winner: over.winner, end: over.end }] : [];
    });
  }

  #leagueOf(tour: TennisTour, number: number): Fixture["league"] {
    if (tour.quick) return { id: `t:${tour.id}`, name: tour.name, season: String(number) };
    const name = tournamentName(this.#needs.seed, tour.id, number);
    return { id: `t:${tour.id}:${number}`, name, season: String(number) };
  }

  #quickAt(tour: TennisTour, time: number): readonly Fixture[] {
    const last = Math.floor((time + quickOpenMs - calendarStart) / quickEveryMs);
    const first = Math.max(0, Math.floor((time - hour - calendarStart) / quickEveryMs));
    return Array.from({ length: last - first + 1 }, (_, index) => this.#quickFixture(tour, first + index));
  }

  #quickFixture(tour: TennisTour, number: number): Fixture {
    const season = Math.floor(number / this.#quickRounds.length) + 1;
    const round = (number % this.#quickRounds.length) + 1;
    const [home, away] = this.#quickRounds[round - 1] as readonly [number, number];
    const start = calendarStart + number * quickEveryMs;
    return {
      id: `m:${tour.id}:${season}:${round}:1`,
      tour,
      league: this.#leagueOf(tour, season),
      round,
      opens: start - quickOpenMs,
      start,
      home: tour.players[home] as TennisPlayer,
      away: tour.players[away] as TennisPlayer,
    };
  }

  #drawnAt(tour: TennisTour, now: number, time: number): readonly Fixture[] {
    const number = this.weekAt(time);
    return [number - 1, number, number + 1].flatMap(each => (each >= 1 ? this.#draw(tour, each, now) : []));
  }

  /** Every match of a week's draw whose players are known by now. */
  #draw(tour: TennisTour, number: number, now: number): readonly Fixture[] {
    if (number < 1) return [];
    const monday = calendarStart + (number - 1) * week;
    if (this.#needs.calendarTime(now) < monday - openMs) return [];
    const league = this.#leagueOf(tour, number);
    const fixtures: Fixture[] = [];
    let entered = drawOf(this.#needs.seed, tour, number).map(player => ({ player, from: monday - openMs }));
    for (const [index, slots] of schedule.entries()) {
      const next: typeof entered = [];
      for (const [match, slot] of slots.entries()) {
        const [home, away] = [entered[2 * match], entered[2 * match + 1]];
        if (!home || !away) return fixtures;
        const fixture: Fixture = {
          id: `m:${tour.id}:${number}:${index + 1}:${match + 1}`,
          tour,
          league,
          round: index + 1,
          opens: Math.max(home.from, away.from),
          start: startOf(tour, monday, slot),
          home: home.player,
          away: away.player,
        };
        fixtures.push(fixture);
        const over = this.#endBy(fixture, now);
        if (over) next[match] = { player: over.winner, from: this.#needs.calendarTime(over.end) + drawnAfterMs };
      }
      entered = next;
    }
    return fixtures;
  }

  /** The winner of a match that is over; of one that was broken off, the one by its seed. */
  #endBy(fixture: Fixture, now: number): MatchEnd | undefined {
    if (this.#needs.calendarTime(now) < fixture.start) return undefined;
    const natural = this.#naturalEnd(fixture);
    const commands = this.#needs.commandsOf(fixture.id);
    const over = commands.length === 0 ? natural : this.#endAfter(fixture, natural, commands);
    return now < over.end ? undefined : over;
  }

  /** The end of the match as its seed plays it. */
  #naturalEnd(fixture: Fixture): MatchEnd {
    const { clockTime, playSeed } = this.#needs;
    const known = this.#ends.get(fixture.id);
    if (known) return known;
    const { points } = playTennis(tennisMatch(fixture), randomStream(playSeed(fixture.id)));
    const [home = 0, away = 0] = points.at(-1)?.facts.sets ?? [];
    const end = clockTime(fixture.start) + durationOf(points, this.#times(fixture.tour));
    const found = { end, winner: home > away ? fixture.home : fixture.away };
    this.#ends.set(fixture.id, found);
    return found;
  }

  #endAfter(fixture: Fixture, { winner }: MatchEnd, commands: readonly EventCommand[]): MatchEnd {
    const event = this.#event(fixture, commands);
    const state = event.state(event.end);
    const retired = state.type === "event_state" && state.incidents.find(({ kind }) => kind === "retirement")?.side;
    if (!retired) return { end: event.end, winner };
    return { end: event.end, winner: retired === "away" ? fixture.home : fixture.away };
  }

  #times({ quick }: TennisTour): TennisTimes {
    const { speed } = this.#needs;
    const { point, game, set } = quick ? quickTimes : regularTimes;
    return { point: point / speed, game: game / speed, set: set / speed };
  }

  #planned(fixture: Fixture): PlannedEvent {
    return {
      id: fixture.id,
      play: (): PlayedEvent => this.#event(fixture),
      replay: () => {
        const { toss, points } = playTennis(tennisMatch(fixture), randomStream(this.#needs.playSeed(fixture.id)));
        const before = afterToss(toss);
        return {
          commitment: toHex(sha256(this.#needs.seedOf(fixture.id))),
          serves_first: before.serves,
          facts: points.map(({ facts }) => ({ sets: facts.sets, games: facts.games, points: facts.points })),
        };
      },
    };
  }

  #event(fixture: Fixture, commands: readonly EventCommand[] = this.#needs.commandsOf(fixture.id)) {
    const { tour, league, home, away } = fixture;
    const { clockTime, speed, playSeed, seedOf } = this.#needs;
    const match = tennisMatch(fixture);
    const rules = tennisRules(match, randomStream(playSeed(fixture.id)), this.#times(tour));
    return new ScriptedEvent(
      {
        id: fixture.id,
        opens: clockTime(fixture.opens),
        start: clockTime(fixture.start),
        pace: 1,
        stopMs: Math.round((tour.quick ? 700 : 6000) / speed),
        confirmMs: tour.quick ? 5000 : Math.max(5000, Math.round(minute / speed)),
        without: ["var", "half_for_full", "dead_heat"],
        seedHex: toHex(seedOf(fixture.id)),
        fixture: {
          simulated: true,
          sport: "tennis",
          kind: "match",
          category: tour.category,
          tournament: { id: league.id, name: league.name, season: league.season, quick: tour.quick },
          round: String(fixture.round),
          competitors: [competitor(home), competitor(away)],
          format: { sets_to_win: match.setsToWin },
          pace: 1,
          coverage: ["live", "games", "points"],
          commitment: toHex(sha256(seedOf(fixture.id))),
        },
      },
      rules,
      (legs, facts) => jointOfTennis(match, legs, facts),
      commands,
    );
  }
}

const startOf = ({ offset }: TennisTour, monday: number, [days, local]: readonly [number, number]) =>
  monday + days * day + (local - offset) * hour;

const competitor = ({ id, name, short, country }: TennisPlayer) => ({ id, name, short, country, players: [] });
