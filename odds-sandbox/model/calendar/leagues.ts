import { sha256 } from "@noble/hashes/sha2.js";
import { ascii } from "#kit/std/bytes.ts";
import { randomStream } from "../random.ts";
import { clubName, different, personName, placeName, shortNames } from "./names.ts";

export interface Player {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  /** The player's share of the team's goals. */
  readonly share: number;
}

export interface Club {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly players: readonly Player[];
  /** Logarithms of goals above the average. */
  readonly attack: number;
  readonly defence: number;
}

export interface League {
  readonly id: string;
  readonly name: string;
  readonly country: { readonly id: string; readonly name: string };
  readonly clubs: readonly Club[];
  readonly quick: boolean;
  /** Local time minus UTC, in hours. */
  readonly offset: number;
  readonly rho: number;
  /** Place among the leagues of its kind. */
  readonly index: number;
}

export const regularLeagues = 16;
export const quickLeagues = 4;

/** Numbers that belong to a name under the seed of the calendar; results never come from it. */
export function calendarStream(seed: string, name: string) {
  return randomStream(sha256(ascii(`fairhouse-odds:${encodeURIComponent(seed)}:${name}`)));
}

/** Every league of the calendar: 16 of twenty clubs, and 4 quick ones of eight. */
export function footballLeagues(seed: string): readonly League[] {
  const countries = calendarStream(seed, "countries");
  const names = different(regularLeagues, () => placeName(countries));
  return Array.from({ length: regularLeagues + quickLeagues }, (_, place) => {
    const quick = place >= regularLeagues;
    const index = quick ? place - regularLeagues : place;
    const id = quick ? `quick${index + 1}` : `league${index + 1}`;
    const country = quick
      ? { id: "c:quick", name: "Quick leagues" }
      : { id: `c:${index + 1}`, name: names[index] ?? "" };
    return {
      id,
      name: quick ? `Quick League ${index + 1}` : `${country.name} Premier Division`,
      country,
      clubs: clubsOf(seed, id, quick ? 8 : 20),
      quick,
      offset: ((index * 5) % 16) - 6,
      rho: -0.1 + 0.13 * calendarStream(seed, `${id}:rho`).next(),
      index,
    };
  });
}

function clubsOf(seed: string, league: string, count: number): readonly Club[] {
  const random = calendarStream(seed, `${league}:clubs`);
  const names = different(count, () => clubName(random));
  const shorts = shortNames(names);
  return names.map((name, index) => {
    const id = `k:${league}:${index + 1}`;
    return {
      id,
      name,
      short: shorts[index] ?? name.slice(0, 3),
      players: squad(seed, id),
      attack: 0.29 * random.normal(),
      defence: 0.27 * random.normal(),
    };
  });
}

/** Weights of the eleven by position; goalkeeper first. */
const weights = [0, 2, 3, 3, 2, 5, 7, 8, 14, 20, 26];

function squad(seed: string, club: string): readonly Player[] {
  const random = calendarStream(seed, `${club}:squad`);
  const names = different(weights.length, () => personName(random));
  const drawn = weights.map(weight => weight * (0.6 + 0.8 * random.next()));
  const sum = drawn.reduce((total, weight) => total + weight, 0);
  return names.map((name, index) => ({
    id: `p:${club.slice(2)}:${index + 1}`,
    name,
    number: index + 1,
    share: (drawn[index] as number) / sum,
  }));
}
