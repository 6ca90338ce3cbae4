import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "#kit/std/bytes.ts";
import type { EventCommand, PlayedEvent } from "../events/event.ts";
import { footballEvent } from "../goals/football-event.ts";
import { playFootball } from "../goals/play.ts";
import { randomStream } from "../random.ts";
import type { Club, League } from "./leagues.ts";
import { breakSeconds, type CalendarMatch, calendarStart, footballMatch, matchesAt, quickPace } from "./matches.ts";

/** `speed` days of the calendar pass in one of the clock. */
export function calendarTime(at: number, speed: number): number {
  return calendarStart + (at - calendarStart) * speed;
}

export function clockTime(at: number, speed: number): number {
  return Math.round(calendarStart + (at - calendarStart) / speed);
}

/** Separates what the seed decides before the match (stoppage) from its play. */
const purposeSeed = (seed: Uint8Array, purpose: number): Uint8Array => sha256(Uint8Array.from([...seed, purpose]));

/** The event of a match. `seed` are its 32 secret bytes. */
export function eventOfMatch(
  match: CalendarMatch,
  seed: Uint8Array,
  speed: number,
  commands: readonly EventCommand[],
): PlayedEvent {
  const { league } = match;
  const football = footballMatch(match, randomStream(purposeSeed(seed, 0)));
  return footballEvent(
    {
      id: match.id,
      opens: clockTime(match.opens, speed),
      start: clockTime(match.start, speed),
      match: football,
      pace: (league.quick ? quickPace : 1) * speed,
      breakSeconds: breakSeconds(league.quick) / speed,
      repriceMs: league.quick ? 4000 : 15_000,
      seed: purposeSeed(seed, 1),
      seedHex: toHex(seed),
      fixture: {
        simulated: true,
        sport: "football",
        kind: "match",
        category: { id: league.country.id, name: league.country.name },
        tournament: { id: `t:${league.id}`, name: league.name, season: match.season, quick: league.quick },
        round: String(match.round),
        competitors: [competitor(match.home, league), competitor(match.away, league)],
        format: { half_seconds: 2700 },
        pace: (league.quick ? quickPace : 1) * speed,
        coverage: ["live", "corners", "cards", "scorers"],
        commitment: toHex(sha256(seed)),
      },
    },
    commands,
  );
}

function competitor({ id, name, short, players }: Club, { country }: League) {
  return {
    id,
    name,
    short,
    country: country.name,
    players: players.map(({ id, name, number }) => ({ id, name, number })),
  };
}

/** The match of an id; undefined for ids that the calendar does not have by this moment. */
export function findMatch(
  leagues: readonly League[],
  id: string,
  at: number,
  speed: number,
): CalendarMatch | undefined {
  const [, name, season, round] = /^m:([a-z]+[0-9]+):([0-9]{1,9}):([0-9]{1,3}):[0-9]{1,3}$/.exec(id) ?? [];
  const league = leagues.find(one => one.id === name);
  if (!league || season === undefined || round === undefined) return undefined;
  const rounds = 2 * (league.clubs.length - 1);
  const number = (Number(season) - 1) * rounds + Number(round) - 1;
  const every = league.quick ? 7.5 * 60_000 : 3.5 * 86_400_000;
  const about = calendarStart + number * every;
  const now = calendarTime(at, speed);
  // Looking from a little after the round finds all its matches.
  for (const shift of [0, 0.5, 1, 1.5, 2, 2.5, 3]) {
    const from = Math.min(now, about + shift * every);
    const found = matchesAt([league], from).find(match => match.id === id);
    if (found) return found;
  }
  return undefined;
}

/** What a revealed seed says about its match: length of both halves and every fact. */
export function replayMatch(match: CalendarMatch, seed: Uint8Array) {
  const football = footballMatch(match, randomStream(purposeSeed(seed, 0)));
  return {
    commitment: toHex(sha256(seed)),
    half_seconds: football.lengths,
    facts: playFootball(football, randomStream(purposeSeed(seed, 1))),
  };
}
