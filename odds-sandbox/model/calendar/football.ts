import { eventOfMatch, findMatch, replayMatch } from "./events.ts";
import { footballLeagues, type League } from "./leagues.ts";
import { type CalendarMatch, matchesAt } from "./matches.ts";
import type { CalendarNeeds, PlannedEvent, SportCalendar } from "./sport-calendar.ts";

/** Football: leagues by double round robin. */
export class FootballCalendar implements SportCalendar {
  readonly #needs: CalendarNeeds;
  readonly #leagues: readonly League[];

  constructor(needs: CalendarNeeds) {
    this.#needs = needs;
    this.#leagues = footballLeagues(needs.seed).filter(needs.leagues);
  }

  at(now: number): readonly PlannedEvent[] {
    return matchesAt(this.#leagues, this.#needs.calendarTime(now)).map(match => this.#planned(match));
  }

  find(id: string, now: number): PlannedEvent | undefined {
    const match = findMatch(this.#leagues, id, now, this.#needs.speed);
    return match && this.#planned(match);
  }

  #planned(match: CalendarMatch): PlannedEvent {
    const { seedOf, speed, commandsOf } = this.#needs;
    const { id } = match;
    return {
      id,
      play: () => eventOfMatch(match, seedOf(id), speed, commandsOf(id)),
      replay: () => replayMatch(match, seedOf(id)),
    };
  }

  names(): readonly (readonly [string, string])[] {
    return this.#leagues.flatMap(({ id, name, country, clubs }) => [
      [country.id, country.name] as const,
      [`t:${id}`, name] as const,
      ...clubs.flatMap(club => [club, ...club.players].map(one => [one.id, one.name] as const)),
    ]);
  }
}
