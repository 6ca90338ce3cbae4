import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seedOf } from "../../testing/matches.ts";
import type { EventCommand } from "../events/event.ts";
import { createCalendar } from "./calendar.ts";
import { calendarStart } from "./matches.ts";
import type { SportCalendar } from "./sport-calendar.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const monday = calendarStart + 20 * 7 * day;

function calendarAt(now: () => number, commands: readonly (EventCommand & { readonly event: string })[] = []) {
  return createCalendar({
    seed: "1",
    speed: 1,
    now,
    seedOf: event => seedOf([...event].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 2 ** 31, 7)),
    commandsOf: id => commands.filter(({ event }) => event === id),
    leagues: ({ id }) => id.startsWith("tour") || id === "quicktennis1",
  });
}

/** Everything the calendar ever has in a week, by id, with the moment at which it appeared. */
function wholeWeek(calendar: SportCalendar) {
  const found = new Map<string, { readonly at: number; readonly home: string; readonly away: string }>();
  for (let now = monday - 3 * day; now < monday + 7.5 * day; now += 20 * minute) {
    for (const planned of calendar.at(now)) {
      if (found.has(planned.id) || !planned.id.startsWith("m:tour1:21:")) continue;
      const fixture = planned.play().fixture(now);
      if (fixture.type !== "fixture") continue;
      const [home = "", away = ""] = fixture.competitors.map(({ id }) => id);
      found.set(planned.id, { at: now, home, away });
    }
  }
  return found;
}

test("a week's draw of 32 is played down to a final; winners go on, and no pairing is known before", () => {
  const calendar = calendarAt(() => monday);
  const found = wholeWeek(calendar);
  const inRound = (round: number) => [...found].filter(([id]) => id.split(":")[3] === String(round));
  expect([1, 2, 3, 4, 5].map(round => inRound(round).length)).toEqual([16, 8, 4, 2, 1]);
  expect(new Set(inRound(1).flatMap(([, { home, away }]) => [home, away])).size).toBe(32);
  for (const round of [2, 3, 4, 5]) {
    for (const [id, { at, home, away }] of inRound(round)) {
      const number = Number(id.split(":")[4]);
      const before = [2 * number - 1, 2 * number].map(one => `m:tour1:21:${round - 1}:${one}`);
      const winners = before.map(each => {
        const event = required(calendar.find(each, at), each).play();
        expect(event.end).toBeLessThanOrEqual(at);
        const state = event.state(at);
        const [sets = 0, lost = 0] = state.type === "event_state" ? state.score.total : [];
        return sets > lost ? found.get(each)?.home : found.get(each)?.away;
      });
      expect([home, away]).toEqual(winners);
    }
  }
});

test("who retires is out, although the match would have been won", () => {
  const event = "m:tour1:21:1:1";
  const natural = required(calendarAt(() => monday).find(event, monday), event).play();
  const commands = [{ event, fault: "retired" as const, at: natural.start + 40 * minute }];
  const calendar = calendarAt(() => monday, commands);
  const now = natural.start + 12 * hour;
  const state = required(calendar.find(event, now), event).play().state(now);
  const retired = state.type === "event_state" && state.incidents.find(({ kind }) => kind === "retirement")?.side;
  const fixture = natural.fixture(now);
  const players = fixture.type === "fixture" ? fixture.competitors.map(({ id }) => id) : [];
  const next = [...wholeWeek(calendar)].find(([id]) => id === "m:tour1:21:2:1")?.[1];
  expect(next?.home).toBe(players[retired === "home" ? 1 : 0]);
});

test("a quick match begins every five minutes, and few matches are live at once", () => {
  const calendar = calendarAt(() => monday);
  let quick = 0;
  for (let step = 0; step < 12; step++) {
    const now = monday + step * 2.03 * hour;
    const live = calendar.at(now).filter(({ id, play }) => {
      const event = play();
      return id.startsWith("m:") && event.start <= now && now < event.end;
    });
    quick += live.filter(({ id }) => id.startsWith("m:quicktennis1:")).length;
    expect(live.length).toBeLessThanOrEqual(8);
  }
  expect(quick).toBeGreaterThanOrEqual(8);
});

test("an id of another draw, of a round to come, or of nothing is not found", () => {
  const calendar = calendarAt(() => monday);
  for (const id of ["m:tour1:22:1:1", "m:tour1:21:5:1", "m:tour1:0:1:1", "m:tour9:21:1:1", "m:tour1:21:1:17", "x"])
    expect(calendar.find(id, monday - 2 * day)).toBeUndefined();
});
