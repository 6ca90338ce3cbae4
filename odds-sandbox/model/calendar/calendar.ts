import { sha256 } from "@noble/hashes/sha2.js";
import { basketball } from "./basketball.ts";
import { cs2 } from "./cs2.ts";
import { calendarTime, clockTime } from "./events.ts";
import { FootballCalendar } from "./football.ts";
import { hockey } from "./hockey.ts";
import { LeagueCalendar } from "./league-calendar.ts";
import { OutrightCalendar } from "./outrights.ts";
import type { CalendarNeeds, CalendarSettings, SportCalendar } from "./sport-calendar.ts";
import { TennisCalendar } from "./tennis.ts";
import { volleyball } from "./volleyball.ts";

/** The calendars of all sports. */
export function createCalendar(settings: CalendarSettings): SportCalendar {
  const needs: CalendarNeeds = Object.assign({}, settings, {
    calendarTime: (at: number) => calendarTime(at, settings.speed),
    clockTime: (at: number) => clockTime(at, settings.speed),
    playSeed: (event: string) => sha256(Uint8Array.from([...settings.seedOf(event), 1])),
  });
  const tennis = new TennisCalendar(needs);
  const sports: readonly SportCalendar[] = [
    new FootballCalendar(needs),
    tennis,
    new LeagueCalendar(needs, basketball),
    new LeagueCalendar(needs, hockey),
    new LeagueCalendar(needs, cs2),
    new LeagueCalendar(needs, volleyball),
    new OutrightCalendar(needs, tennis),
  ];
  return {
    at: now => sports.flatMap(sport => sport.at(now)),
    find(id, now) {
      for (const sport of sports) {
        const found = sport.find(id, now);
        if (found) return found;
      }
      return undefined;
    },
    names: () => sports.flatMap(sport => sport.names()),
  };
}
