import type { FootballMatch } from "../goals/match.ts";
import type { RandomStream } from "../random.ts";
import type { Club, League } from "./leagues.ts";
import { doubleRoundRobin } from "./round-robin.ts";

/** A match as the calendar knows it; its result is not in it. */
export interface CalendarMatch {
  readonly id: string;
  readonly league: League;
  readonly season: string;
  readonly round: number;
  readonly opens: number;
  readonly start: number;
  readonly home: Club;
  readonly away: Club;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Monday, 6 January 2025: season 1 of every league begins in this week. */
export const calendarStart = Date.UTC(2025, 0, 6);

/** A round every 3.5 days; hours are local, days count from the round's first. */
const roundMs = 3.5 * day;
const kickOffs: readonly (readonly [number, number])[] = [
  [0, 18],
  [0, 20.5],
  [1, 13],
  [1, 15.5],
  [1, 15.5],
  [1, 18],
  [1, 20.5],
  [2, 13],
  [2, 15.5],
  [2, 18],
];
const openMs = 7 * day;

/** A match of 6 minutes, then a pause: four leagues that start a quarter of a round apart keep twelve matches live. */
const quickRoundMs = 7.5 * minute;
const quickOpenMs = 20 * minute;

export const quickPace = 17;
/** Seconds between the halves. */
export const breakSeconds = (quick: boolean) => (quick ? 15 : 900);

/** The longest time from the start of a match to its last message. */
const longestMs = 3 * hour;

const roundsOf = new Map<number, ReturnType<typeof doubleRoundRobin>>();

function rounds(clubs: number) {
  const known = roundsOf.get(clubs) ?? doubleRoundRobin(clubs);
  roundsOf.set(clubs, known);
  return known;
}

/** Every match that is open, being played, or just over at a moment. */
export function matchesAt(leagues: readonly League[], at: number): readonly CalendarMatch[] {
  return leagues.flatMap(league => {
    const periodMs = league.quick ? quickRoundMs : roundMs;
    const firstRoundAt = calendarStart + (league.quick ? (league.index * quickRoundMs) / 4 : (league.index % 7) * day);
    const openAheadMs = league.quick ? quickOpenMs : openMs;
    const first = Math.max(0, Math.floor((at - longestMs - 3 * day - firstRoundAt) / periodMs));
    const last = Math.floor((at + openAheadMs - firstRoundAt) / periodMs);
    const found: CalendarMatch[] = [];
    for (let number = league.quick ? Math.max(first, last - 6) : first; number <= last; number++) {
      found.push(...matchesOfRound(league, number, firstRoundAt + number * periodMs));
    }
    return found.filter(({ opens, start }) => opens <= at && start + longestMs > at);
  });
}

/** A round counted from the calendar's start, pauses between seasons left out. */
function matchesOfRound(league: League, number: number, from: number): readonly CalendarMatch[] {
  const pairs = rounds(league.clubs.length);
  const season = Math.floor(number / pairs.length) + 1;
  const round = (number % pairs.length) + 1;
  return (pairs[round - 1] ?? []).map(([home, away], index) => {
    const [days, local] = kickOffs[index % kickOffs.length] ?? [0, 18];
    const start = league.quick ? from : from + days * day + (local - league.offset) * hour;
    return {
      id: `m:${league.id}:${season}:${round}:${index + 1}`,
      league,
      season: String(season),
      round,
      opens: start - (league.quick ? quickOpenMs : openMs),
      start,
      home: league.clubs[home] as Club,
      away: league.clubs[away] as Club,
    };
  });
}

/** Average goals of a top league: 1.54 and 1.28; half the variance of the strengths keeps the mean there. */
const base = Math.log(1.28) - (0.29 ** 2 + 0.27 ** 2) / 2;
const homeAdvantage = Math.log(1.54 / 1.28);

/** What prices and play follow from. The length of stoppage comes from the event's seed. */
export function footballMatch({ league, home, away }: CalendarMatch, random: RandomStream): FootballMatch {
  const scorers = (club: Club) => club.players.filter(({ share }) => share > 0).map(({ id, share }) => ({ id, share }));
  const attack = Math.exp((home.attack - away.attack) / 4);
  return {
    rates: {
      home: Math.min(5, Math.exp(base + homeAdvantage + home.attack - away.defence)),
      away: Math.min(5, Math.exp(base + away.attack - home.defence)),
      rho: league.rho,
    },
    lengths: [2700 + 60 + random.below(180), 2700 + 120 + random.below(300)],
    corners: [5.5 * attack, 4.7 / attack],
    yellowCards: [1.8, 2.1],
    scorers: { home: scorers(home), away: scorers(away) },
    lines: league.quick ? "few" : "all",
  };
}
