import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { slots } from "#studio/slots/registry.ts";
import { objections, publishedProof, readProof } from "./stored.ts";

const game = required(
  slots.find(({ slug }) => slug === "altyn-dala"),
  "a slot with two modes",
);
const proof = required(readProof(game.slug), "its proof");
const changed = (mode: string, change: object) => ({
  ...proof,
  modes: proof.modes.map(figures => (figures.mode === mode ? { ...figures, ...change } : figures)),
});

test("a game with its stated figures is published", () => expect(objections(game, proof)).toEqual([]));

test("a maximum that would come less than once in ten million rounds is not advertised", () => {
  const rare = { ...game, maxWinOdds: 20_000_000 };
  expect(objections(rare, changed("base", { maxWinProbability: 1 / 20_000_000 }))).toEqual([
    "its maximum is advertised and comes once in 20000000 rounds",
  ]);
});

test("a game whose maths changed since its proof, or that has none, is not built", () => {
  expect(publishedProof(game)).toEqual(proof);
  expect(() => publishedProof(game, { ...proof, hash: "0".repeat(64) })).toThrow(
    "altyn-dala is not published: its maths are not those that were proven (npm run par altyn-dala)",
  );
  expect(() => publishedProof(game, changed("base", { rtp: 1.0934 }))).toThrow(
    "base returns 109.34 %, outside 94 to 98",
  );
});

test.each([
  ["base", { rtp: 0.9626 }, "base returns 96.2600 %, stated 96.2 %"],
  ["buy", { rtp: 0.93 }, "buy returns 93.00 %, outside 94 to 98"],
  ["buy", { rtp: 0.945 }, "buy is over 1.5 points from the base game"],
  ["base", { hit: 0.34 }, "hits 34.0000 %, stated 34.60 %"],
] as const)("%s with %j keeps the game from being published", (mode, change, sentence) => {
  expect(objections(game, changed(mode, change))).toContain(sentence);
});
