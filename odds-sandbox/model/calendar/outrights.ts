import { knockoutChances, knockoutStandings } from "../outrights/knockout.ts";
import { OutrightEvent } from "../outrights/outright-event.ts";
import { setChance } from "../points/tennis.ts";
import type { CalendarNeeds, PlannedEvent, SportCalendar } from "./sport-calendar.ts";
import { type DrawnMatch, type TennisCalendar, tennisMatch, type WeeksDraw } from "./tennis.ts";
import type { TennisPlayer, TennisTour } from "./tennis-players.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const week = 7 * day;
/** Betting on a tournament opens three weeks before its Monday. */
const weeksAhead = 3;
/** The whole draw is 0; each quarter of it has a winner too. */
const sections = [0, 1, 2, 3, 4] as const;
/** The last message about a tournament is sent before the Wednesday after it. */
const longestMs = 10 * day;

interface Outright {
  readonly id: string;
  readonly draw: WeeksDraw;
  readonly section: (typeof sections)[number];
  readonly opens: number;
  readonly start: number;
}

/** Outrights of the weekly tennis draws: the winner and the last four of the tournament, and the winner of each quarter of its draw. */
export class OutrightCalendar implements SportCalendar {
  readonly #needs: CalendarNeeds;
  readonly #tennis: TennisCalendar;
  readonly #weeks = new Map<string, readonly Outright[]>();
  readonly #chances = new Map<string, readonly (readonly number[])[]>();

  constructor(needs: CalendarNeeds, tennis: TennisCalendar) {
    this.#needs = needs;
    this.#tennis = tennis;
  }

  at(now: number): readonly PlannedEvent[] {
    const time = this.#needs.calendarTime(now);
    const number = this.#tennis.weekAt(time);
    const weeks = Array.from({ length: weeksAhead + 3 }, (_, index) => number - 1 + index);
    return this.#tennis.drawnTours
      .flatMap(tour => weeks.flatMap(each => this.#ofWeek(tour, each)))
      .filter(({ opens, start }) => opens <= time && start + longestMs > time)
      .map(outright => this.#planned(outright));
  }

  find(id: string, now: number): PlannedEvent | undefined {
    const [, name, number] = /^o:([a-z]+[0-9]+):([0-9]{1,6}):[0-4]$/.exec(id) ?? [];
    const tour = this.#tennis.drawnTours.find(each => each.id === name);
    const time = this.#needs.calendarTime(now);
    if (!tour || Number(number) > this.#tennis.weekAt(time) + weeksAhead + 1) return undefined;
    const found = this.#ofWeek(tour, Number(number)).find(each => each.id === id);
    return found && found.opens <= time ? this.#planned(found) : undefined;
  }

  /** Tournaments and players are named by the calendar of their matches. */
  names() {
    return [];
  }

  #ofWeek(tour: TennisTour, number: number): readonly Outright[] {
    if (number < 1) return [];
    const name = `${tour.id}:${number}`;
    const known = this.#weeks.get(name) ?? this.#outrights(tour, number);
    this.#weeks.set(name, known);
    return known;
  }

  #outrights(tour: TennisTour, number: number): readonly Outright[] {
    const draw = this.#tennis.drawOfWeek(tour, number);
    return sections.map(section => ({
      id: `o:${tour.id}:${number}:${section}`,
      draw,
      section,
      opens: draw.monday - weeksAhead * week,
      start: Math.min(...matchesOf(draw.firstRound, section, 1).map(({ start }) => start)),
    }));
  }

  #planned(outright: Outright): PlannedEvent {
    const { id, draw } = outright;
    const isOfDraw = (event: string) => event.startsWith(`m:${draw.tour.id}:${draw.number}:`);
    return {
      id,
      play: () => this.#play(outright),
      replay: () => ({
        commitment: null,
        facts: this.#played(outright).map(({ id, winner }) => ({ match: id, winner: winner.id })),
      }),
      follows: isOfDraw,
    };
  }

  #played({ draw, section }: Outright): readonly DrawnMatch[] {
    const all = this.#tennis.playedDraw(draw);
    return [1, 2, 3, 4, 5].flatMap(round =>
      matchesOf(
        all.filter(match => match.round === round),
        section,
        round,
      ),
    );
  }

  #play(outright: Outright) {
    const { id, draw, section, opens, start } = outright;
    const { clockTime, speed, commandsOf } = this.#needs;
    const { tour, league } = draw;
    const played = this.#played(outright);
    const entrants = section === 0 ? draw.players : draw.players.slice(8 * (section - 1), 8 * section);
    return new OutrightEvent(
      {
        id,
        title: section === 0 ? `${league.name}: winner` : `${league.name}: winner of quarter ${section}`,
        opens: clockTime(opens),
        start: clockTime(start),
        end: Math.max(...played.map(({ end }) => end)),
        confirmMs: Math.max(5000, Math.round(minute / speed)),
        fixture: {
          simulated: true,
          sport: "tennis",
          kind: "outright",
          category: tour.category,
          tournament: { id: league.id, name: league.name, season: league.season, quick: false },
          ...(section > 0 && { section }),
          competitors: entrants.map(({ id, name, short, country }) => ({ id, name, short, country, players: [] })),
          format: {},
          pace: 1,
          coverage: [],
        },
        markets: () => this.#markets(outright, entrants),
        standings: isShared => standingsOf(played, isShared),
      },
      commandsOf(id),
    );
  }

  #markets({ id, draw, section }: Outright, entrants: readonly TennisPlayer[]) {
    const wins = this.#chances.get(id) ?? knockoutChances(entrants.length, (a, b) => beats(draw, entrants, a, b)).wins;
    this.#chances.set(id, wins);
    const rounds = Math.log2(entrants.length);
    const winner = { id: "outright_winner", places: 1, chances: wins.map(reached => reached[rounds] ?? 0) };
    const final = wins.map(reached => reached[rounds - 1] ?? 0);
    const semiFinal = wins.map(reached => reached[rounds - 2] ?? 0);
    const topTwo = { id: "outright_top_2", places: 2, chances: final };
    if (section === 0) return [winner, topTwo, { id: "outright_top_4", places: 4, chances: semiFinal }];
    // Who loses a semi-final shares the third place, which pays half: the chance counts it as half.
    const topThree = semiFinal.map((reached, index) => (reached + (final[index] ?? 0)) / 2);
    return [winner, topTwo, { id: "outright_top_3", places: 3, chances: topThree }];
  }
}

/** Matches of a round that belong to a section: a quarter has four, two and one of them. */
function matchesOf<T>(matches: readonly T[], section: number, round: number): readonly T[] {
  if (section === 0) return matches;
  const count = 2 ** (3 - round);
  return count < 1 ? [] : matches.slice(count * (section - 1), count * section);
}

function standingsOf(played: readonly DrawnMatch[], isShared: boolean) {
  const last = played.at(-1);
  const rounds = [...new Set(played.map(({ round }) => round))];
  const losers = rounds.map(round =>
    played.filter(match => match.round === round).map(({ home, away, winner }) => (winner === home ? away : home).id),
  );
  return knockoutStandings(losers, last?.winner.id ?? "", isShared);
}

/** Two sets of three: who serves first does not matter. */
function beats({ tour }: WeeksDraw, entrants: readonly TennisPlayer[], a: number, b: number): number {
  const [home, away] = [entrants[a] as TennisPlayer, entrants[b] as TennisPlayer];
  const set = setChance(tennisMatch({ tour, home, away }).chances, "first");
  return set * set * (3 - 2 * set);
}
