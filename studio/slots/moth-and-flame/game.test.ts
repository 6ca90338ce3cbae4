import { expect, test } from "vitest";
import type { SpinEvent } from "#studio/engine/shared/types.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { bookCount, playBook } from "./engine.ts";
import { books, mothAndFlame } from "./game.ts";

describeSlot(mothAndFlame, { simulated: 60_000 });

const eventsOf = (stream: number): SpinEvent[] => {
  const events: SpinEvent[] = [];
  playBook(stream, event => void events.push(event));
  return events;
};

test("there are 2^18 books, and the largest pays the maximum", () => {
  expect(books.count).toBe(bookCount);
  const heaviest = Math.max(...new Set(Array.from({ length: bookCount }, (_, stream) => books.weightOf(stream))));
  const lightest = Math.min(...new Set(Array.from({ length: bookCount }, (_, stream) => books.weightOf(stream))));
  expect(heaviest / lightest).toBeLessThan(10);
});

test("a book depends on no book before it: they share their grids", () => {
  const streams = Array.from({ length: 2000 }, (_, stream) => stream);
  const forward = streams.map(stream => playBook(stream));
  expect(streams.toReversed().map(stream => playBook(stream))).toEqual(forward.toReversed());
  expect(Math.max(...forward)).toBeGreaterThan(0);
});

test("each cascade pays once more than the one before it", () => {
  for (let stream = 0; stream < 500; stream++) {
    let cascade = 1;
    let lit = false;
    for (const event of eventsOf(stream)) {
      if (event.type === "values") lit = true;
      if (event.type === "win" && !lit) expect(event.multiplier).toBe(cascade);
      if (event.type === "window" && event.cause === "cascade") cascade += 1;
    }
  }
});

test("a cluster is five cells or more that touch by their sides", () => {
  const touches = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]) =>
    Math.abs(a - c) + Math.abs(b - d) === 1;
  for (let stream = 0; stream < 500; stream++) {
    for (const event of eventsOf(stream)) {
      if (event.type !== "win") continue;
      expect(event.cells.length).toBe(event.count);
      expect(event.count).toBeGreaterThanOrEqual(5);
      for (const cell of event.cells) expect(event.cells.some(other => touches(cell, other))).toBe(true);
    }
  }
});

test("the lamp bursts into four wilds after fifty moths, not before", () => {
  let bursts = 0;
  for (let stream = 0; stream < 20_000 && bursts < 5; stream++) {
    const events = eventsOf(stream);
    const at = events.findIndex(event => event.type === "feature" && event.name === "lamp");
    if (at < 0) continue;
    bursts += 1;
    let [moths, cascade] = [0, 1];
    for (const event of events.slice(0, at)) {
      if (event.type === "win" && event.symbol !== "f") moths += event.count * cascade;
      if (event.type === "window" && event.cause === "cascade") cascade += 1;
    }
    expect(moths).toBeGreaterThanOrEqual(50);
    const after = events[at + 1];
    expect(after?.type === "window" && after.cells.length).toBe(4);
  }
  expect(bursts).toBe(5);
});
