import { expect, test } from "vitest";
import { createBooks } from "#studio/engine/shared/books.ts";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import type { Round } from "#studio/engine/shared/types.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { bookCount, playSpinBook } from "./engine.ts";
import { crownAssay, freeBooks, spinBooks } from "./game.ts";

describeSlot(crownAssay, { simulated: 20_000 });

test("there are 2^18 books of each kind, and none is heavier than ten of another", () => {
  expect([spinBooks.count, freeBooks.count]).toEqual([bookCount, bookCount]);
  for (const books of [spinBooks, freeBooks]) {
    const weights = Array.from({ length: bookCount }, (_, stream) => books.weightOf(stream));
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(books.total);
    expect(Math.max(...new Set(weights)) / Math.min(...new Set(weights))).toBeLessThan(10);
  }
});

test("every number below the total picks a book, each as often as it weighs", () => {
  const books = createBooks("book", "abacb", [1, 3, 5]);
  const picked = Array.from({ length: books.total }, (_, value) =>
    books.draw({ draw: () => value } as unknown as Round),
  );
  expect(books.total).toBe(13);
  expect([0, 1, 2, 3, 4].map(stream => picked.filter(each => each === stream).length)).toEqual([1, 3, 1, 5, 3]);
});

test("winning symbols leave, the rest falls, and touchstones keep their values", () => {
  const streams = Array.from({ length: 3000 }, (_, stream) => stream);
  let stones = 0;
  for (const stream of streams) {
    const windows: (readonly string[])[] = [];
    let known: readonly number[] = [];
    playSpinBook(stream, event => {
      if (event.type === "reels" || event.type === "window") windows.push(event.window);
      if (event.type !== "values") return;
      for (const value of known) expect(event.values).toContain(value);
      known = event.values;
      stones += 1;
    });
    for (const window of windows) expect(window.map(({ length }) => length)).toEqual([5, 5, 5, 5, 5, 5]);
    const last = windows.at(-1)?.join("") ?? "";
    for (const { letter, role } of crownAssay.symbols) {
      if (role === "pay") expect(last.split(letter).length - 1).toBeLessThan(8);
    }
  }
  expect(stones).toBeGreaterThan(100);
});

test("free spins are a second draw, made only when the spin starts them", () => {
  const chance = recordedChance([spinBooks.total - 1, 0]);
  const { draws } = playSpin({ game: crownAssay, mode: "base", currency: "USD", stake: 100_000n, chance });
  expect(draws.map(({ name }) => name)).toEqual(["spin book", "free spins book"]);
});
