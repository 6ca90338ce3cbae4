import { inspect } from "node:util";
import { expect, test } from "vitest";
import { drawBelow } from "#kit/fair/draw.ts";
import { SeedPair } from "./seed-pair.ts";

const serverSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
const pair = new SeedPair({ number: 1, serverSeed, clientSeed: "player-seed_1", nonce: 0 });

test("a live secret never reaches a serialiser: no JSON, log line, spread or clone of a pair or its stream holds it", () => {
  const stream = pair.stream("dice");
  stream.next();
  for (const text of [
    JSON.stringify(pair),
    JSON.stringify({ ...pair }),
    inspect(pair, { showHidden: true, depth: 9 }),
    JSON.stringify(structuredClone({ ...pair })),
    inspect(stream, { showHidden: true, depth: 9 }),
  ]) {
    expect(text).not.toMatch(/0, ?1, ?2, ?3|"1":1|00010203|AAECAw/);
  }
});

test("a pair opens the published stream, and another nonce another one", () => {
  expect(drawBelow(pair.stream("dice"), 10_000n)).toBe(970n);
  expect(drawBelow(pair.at(1).stream("dice"), 10_000n)).toBe(9981n);
  expect(pair.at(1)).toMatchObject({ number: 1, clientSeed: "player-seed_1", nonce: 1 });
});
