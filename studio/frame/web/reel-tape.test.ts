import fc from "fast-check";
import { expect, test } from "vitest";
import { landingTape, stripTape } from "./reel-tape.ts";

const strip = "ABCDEFGHIJ";

test("a strip is read downwards from its stop and has no end", () => {
  const tape = stripTape(strip, 8, "", 0);
  expect([-9, -1, 0, 1, 2, 12].map(place => tape.at(place)).join("")).toBe("JHIJAA");
});

test("the new window lies where the reel will stop, with its own neighbours, and nothing that is seen now changes", () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), fc.integer({ min: 8, max: 40 }), (from, to, distance) => {
      const before = stripTape(strip, from, "", 0);
      const after = stripTape(strip, to, "", 0);
      const window = [0, 1, 2].map(row => after.at(row)).join("");
      const tape = landingTape(before, after, window, distance);
      expect([0, 1, 2].map(row => tape.at(row - distance)).join("")).toBe(window);
      expect(tape.at(-1 - distance)).toBe(after.at(-1));
      expect(tape.at(3 - distance)).toBe(after.at(3));
      for (const row of [-1, 0, 1, 2]) expect(tape.at(row)).toBe(before.at(row));
    }),
  );
});
