import { expect, test } from "vitest";
import { describeTable } from "#studio/testing/table-suite.ts";
import type { TableGame } from "../shared/table-game.ts";
import { houseWheel } from "./game.ts";
import { odds } from "./odds.ts";
import { pays, segments } from "./rules.ts";

describeTable(houseWheel as TableGame, {
  odds: odds(),
  edges: { x1: "4.0000", x2: "4.0000", x7: "4.0000", x15: "4.0000", x47: "4.0000" },
});

test("has 24, 16, 6, 3 and one segment, none beside its like", () => {
  expect(pays.map(pay => segments.filter(each => each === pay).length)).toEqual([24, 16, 6, 3, 1]);
  for (const [at, pay] of segments.entries()) expect(segments[(at + 1) % segments.length], `${at}`).not.toBe(pay);
});
