import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { eachWayOf } from "./each-way.ts";
import { judgeSlip, possibleReturn } from "./judge-slip.ts";
import type { LegState } from "./leg-state.ts";
import { legResults } from "./slip-payout.ts";
import { shapeOf } from "./systems.ts";

test.each([
  [4, undefined],
  [5, { places: 2, part: 4 }],
  [7, { places: 2, part: 4 }],
  [8, { places: 3, part: 5 }],
  [15, { places: 3, part: 5 }],
  [16, { places: 4, part: 4 }],
  [32, { places: 4, part: 4 }],
])("of %i entrants the places are %o", (entrants, terms) => {
  expect(eachWayOf(entrants)).toEqual(terms);
});

const places = (text: string) =>
  text.split(" ").map(each => ({ entrant: each.slice(0, 1), place: Number(each.slice(1)) }));
const decided = (won: boolean, standings?: string): LegState => ({
  kind: "decided",
  result: won ? legResults.won : legResults.lost,
  cause: "result",
  isEarly: false,
  standings: standings === undefined ? undefined : places(standings),
});

/** 5 each-way on "a" at 15.00, a quarter of four places. */
function judged(state: LegState) {
  const shape = shapeOf({ kind: "single", bankers: [false] });
  if (!shape) throw new Error("no such shape");
  return {
    shape,
    isAccumulator: false,
    builder: null,
    freeBet: false,
    eachWay: [{ places: 4, part: 4 }],
    stake: parseDecimal("10"),
    isCashedOutInPart: false,
    legs: [{ price: 15_000, outcome: "a", state }],
  };
}

test.each([
  ["won", decided(true, "a1 b2 c3 d4 e5"), "97.5"],
  ["placed", decided(false, "b1 a2 c3 d4 e5"), "22.5"],
  ["one of two that share the last place", decided(false, "b1 c2 d3 a4 e4"), "11.25"],
  ["fifth", decided(false, "b1 c2 d3 e4 a5"), "0"],
])("the entrant is %s", (_what, state, payout) => {
  expect(judgeSlip(judged(state))).toMatchObject({ kind: "settled", payout: parseDecimal(payout), boost: 0n });
});

test("a winner whose place is not known yet stays open, and so does what is not decided; a void leg is void in both parts", () => {
  expect(judgeSlip(judged(decided(false)))).toEqual({ kind: "open", isDisputed: false });
  expect(judgeSlip(judged({ kind: "open" }))).toEqual({ kind: "open", isDisputed: false });
  expect(possibleReturn(judged({ kind: "open" }))).toBe(parseDecimal("97.5"));
  const voided: LegState = { kind: "decided", result: legResults.void, cause: "cancelled", isEarly: false };
  expect(judgeSlip(judged(voided))).toEqual({ kind: "voided", causes: ["cancelled"] });
});
