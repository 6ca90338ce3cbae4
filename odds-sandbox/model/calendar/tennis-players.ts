import { calendarStream } from "./leagues.ts";
import { different, personName, placeName } from "./names.ts";

export interface TennisPlayer {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly country: string;
  /** Added to the chance of a point on serve, and taken from that of the opponent's. */
  readonly serve: number;
  readonly return: number;
}

/** A circuit: a tournament of 32 a week, or a quick league of eight who play one match after the other. */
export interface TennisTour {
  readonly id: string;
  readonly name: string;
  readonly category: { readonly id: string; readonly name: string };
  readonly players: readonly TennisPlayer[];
  readonly quick: boolean;
  /** Local time minus UTC, in hours. */
  readonly offset: number;
  /** Average chance of a point on serve. */
  readonly level: number;
}

const tourNames = ["Crown Tour", "Laurel Tour"];

/** Two circuits and a quick league. */
export function tennisTours(seed: string): readonly TennisTour[] {
  const regular = tourNames.map((name, index) => ({
    id: `tour${index + 1}`,
    name,
    category: { id: `c:tour${index + 1}`, name },
    players: playersOf(seed, `tour${index + 1}`, 64),
    quick: false,
    offset: index === 0 ? 1 : 9,
    level: index === 0 ? 0.635 : 0.57,
  }));
  const quick = {
    id: "quicktennis1",
    name: "Quick Tennis League",
    category: { id: "c:quicktennis", name: "Quick tennis" },
    players: playersOf(seed, "quicktennis1", 8),
    quick: true,
    offset: 0,
    level: 0.62,
  };
  return [...regular, quick];
}

function playersOf(seed: string, tour: string, count: number): readonly TennisPlayer[] {
  const random = calendarStream(seed, `${tour}:players`);
  const names = different(count, () => personName(random));
  const countries = different(24, () => placeName(random));
  return names.map((name, index) => ({
    id: `a:${tour}:${index + 1}`,
    name,
    short: surname(name),
    country: countries[random.below(countries.length)] ?? "",
    serve: 0.022 * random.normal(),
    return: 0.018 * random.normal(),
  }));
}

const surname = (name: string) => name.slice(name.indexOf(" ") + 1);

/** The tournament of a week: a place of its own each time. */
export function tournamentName(seed: string, tour: string, week: number): string {
  return `${placeName(calendarStream(seed, `${tour}:place:${week}`))} Open`;
}

/** The players of a week's draw, in the order of its lines. */
export function drawOf(seed: string, { id, players }: TennisTour, week: number): readonly TennisPlayer[] {
  const random = calendarStream(seed, `${id}:draw:${week}`);
  const left = [...players];
  return Array.from({ length: 32 }, () => left.splice(random.below(left.length), 1)[0] as TennisPlayer);
}
