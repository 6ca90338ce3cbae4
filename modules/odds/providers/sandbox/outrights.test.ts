import { sha256 } from "@noble/hashes/sha2.js";
import { expect, test } from "vitest";
import { ascii } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { createCalendar } from "#odds-sandbox/model/calendar/calendar.ts";
import { calendarStart } from "#odds-sandbox/model/calendar/matches.ts";
import type { EventCommand } from "#odds-sandbox/model/events/event.ts";
import { message as wireMessage } from "#odds-sandbox/shared/protocol.ts";
import { applyMessage } from "../../shared/apply/apply-message.ts";
import { emptyRow, eventModel } from "../../shared/apply/event-model.ts";
import { expectedReturn } from "../../shared/apply/sanity.ts";
import type { EventMessage } from "../../shared/feed.ts";
import { decodeMessage } from "../../shared/sandbox/decode-message.ts";

const day = 86_400_000;
/** A Thursday, in the middle of a week's tournaments. */
const now = calendarStart + 45 * 7 * day + 3 * day;

function calendarOf(commands: ReadonlyMap<string, readonly EventCommand[]> = new Map()) {
  return createCalendar({
    seed: "test",
    speed: 1,
    now: () => now,
    seedOf: event => sha256(ascii(event)),
    commandsOf: id => commands.get(id) ?? [],
    leagues: ({ id }) => id.startsWith("tour"),
  });
}

const outrights = calendarOf()
  .at(now)
  .filter(({ id }) => id.startsWith("o:"));

/** The whole script of an event as our reader would have it. */
function readEvent(id: string, commands?: ReadonlyMap<string, readonly EventCommand[]>) {
  const model = eventModel(emptyRow(id));
  const event = required(calendarOf(commands).find(id, now), id).play();
  for (const [index, item] of event.script.entries()) {
    const { type, at, ...rest } = item.make();
    const stated = wireMessage.parse({ type, event: id, n: index + 1, at, ...rest });
    const message = decodeMessage(JSON.parse(JSON.stringify(stated))) as EventMessage;
    const context = { producer: "outright", sent: item.at, now: item.at, offsetMs: 0, isRecovering: false };
    applyMessage(model, { message, text: "", hash: `${index}` }, context);
  }
  return model;
}

const resultOf = (model: ReturnType<typeof readEvent>, kind = "outright_winner") =>
  required(model.markets.get(`${kind}|`)?.result, "a result");
const winnersOf = (model: ReturnType<typeof readEvent>, kind?: string) =>
  Object.entries(resultOf(model, kind)).filter(([, { result }]) => result === 1);

test("thirty outrights are open at any time, beside those whose tournaments are played", () => {
  const calendar = calendarOf();
  for (let hours = 0; hours < 7 * 24; hours += 23) {
    const at = now + hours * 3_600_000;
    const events = calendar
      .at(at)
      .filter(({ id }) => id.startsWith("o:"))
      .map(planned => planned.play());
    expect(events.filter(({ opens, start }) => opens <= at && at < start).length).toBeGreaterThanOrEqual(30);
  }
});

test("prices pay less than is fair, of the winner with a margin of a fifth", () => {
  for (const planned of outrights.slice(0, 10)) {
    const event = planned.play();
    for (const { id, outcomes } of event.markets(event.opens)) {
      const returns = outcomes.map(({ price, p }) => expectedReturn(Number(price) * 1000, p));
      expect(Math.max(...returns), id).toBeLessThanOrEqual(1);
      const sum = outcomes.reduce((all, { price }) => all + 1 / Number(price), 0);
      const places = Number(/outright_top_(\d)/.exec(id)?.[1] ?? 1);
      expect(sum / places).toBeGreaterThanOrEqual(1.2 - 1e-9);
      expect(sum / places).toBeLessThan(1.3);
      const chances = outcomes.reduce((all, { p }) => all + p.win, 0);
      expect(chances).toBeGreaterThan(0.975 * places);
    }
  }
});

test("our rules make of the places what the provider settles, without an alarm", () => {
  for (const { id } of outrights.filter(({ id }) => id.startsWith("o:tour1:"))) {
    const model = readEvent(id);
    expect(model.alarms).toEqual([]);
    expect(model.row).toMatchObject({ home: null, away: null, status: "ended", sport: "tennis" });
    for (const market of model.markets.values())
      expect(market).toMatchObject({ certainty: 2, disputed: false, ownResult: market.result });
    expect(winnersOf(model).length).toBe(1);
  }
});

test("the winner of the tournament has won the final, and a quarter of its draw; four reach the last four", () => {
  const whole = required(
    outrights.find(({ id }) => id.endsWith(":0")),
    "an outright",
  ).id;
  const draw = whole.slice(0, -1);
  const [winner] = winnersOf(readEvent(whole))[0] ?? [];
  const quarters = [1, 2, 3, 4].map(section => winnersOf(readEvent(`${draw}${section}`))[0]?.[0]);
  expect(quarters).toContain(winner);
  expect(
    winnersOf(readEvent(whole), "outright_top_4")
      .map(([id]) => id)
      .sort(),
  ).toEqual(quarters.toSorted());
});

test("a final that is not played is a dead heat: both halves of the price are paid", () => {
  const isOpen = (planned: (typeof outrights)[number]) => planned.id.endsWith(":0") && planned.play().end > now;
  const whole = required(outrights.find(isOpen), "an outright").id;
  const command = { fault: "dead_heat" as const, at: now };
  const model = readEvent(whole, new Map([[whole, [command]]]));
  expect(winnersOf(model).map(([, { deadHeat }]) => deadHeat)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(model.markets.get("outright_winner|")).toMatchObject({ disputed: false, ownResult: resultOf(model) });
  expect(winnersOf(model, "outright_top_4").length).toBe(4);
});

test("of a quarter of the draw two share the third place, and their price for it pays half", () => {
  const quarter = required(
    outrights.find(({ id }) => id.endsWith(":2")),
    "a quarter",
  ).id;
  const model = readEvent(quarter);
  expect(
    winnersOf(model, "outright_top_3")
      .map(([, { deadHeat }]) => deadHeat.join("/"))
      .sort(),
  ).toEqual(["1/1", "1/1", "1/2", "1/2"]);
  expect(winnersOf(model, "outright_top_2").length).toBe(2);
});

test("a final that ends with a retirement is won by the other player, in the outright as in the draw", () => {
  const whole = required(
    outrights.find(({ id }) => id.endsWith(":0")),
    "an outright",
  );
  const [, tour, number] = whole.id.split(":");
  const final = `m:${tour}:${number}:5:1`;
  const sunday = now + 4 * day;
  const at = required(calendarOf().find(final, sunday), "a final").play().start + 60_000;
  const commands = new Map([[final, [{ fault: "retired" as const, at }]]]);
  const played = required(calendarOf(commands).find(final, sunday), "a final").play();
  const [fixture, state] = [played.fixture(at), played.state(played.end)];
  if (fixture.type !== "fixture" || state.type !== "event_state") throw new Error("not a match");
  const retired = state.incidents.find(({ kind }) => kind === "retirement")?.side;
  const winner = fixture.competitors[retired === "away" ? 0 : 1]?.id;
  expect(winnersOf(readEvent(whole.id, commands)).map(([id]) => id)).toEqual([winner]);
  expect(whole.follows?.(final)).toBe(true);
  expect(whole.follows?.(`m:${tour}:${Number(number) + 1}:5:1`)).toBe(false);
});
