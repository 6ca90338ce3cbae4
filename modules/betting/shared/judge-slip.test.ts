import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { type JudgedSlip, judgeSlip, possibleReturn } from "./judge-slip.ts";
import type { LegState } from "./leg-state.ts";
import { type LegResult, legResults } from "./slip-payout.ts";
import { type SlipKind, shapeOf } from "./systems.ts";

const open: LegState = { kind: "open" };
const as = (name: keyof typeof legResults, rest: object = {}): LegState =>
  Object.assign(
    { kind: "decided" as const, result: legResults[name] as LegResult, cause: "result" as const, isEarly: false },
    rest,
  );

function slip(kind: SlipKind, states: readonly LegState[], rest: Partial<JudgedSlip> = {}): JudgedSlip {
  const shape = shapeOf({ kind, bankers: states.map(() => false) });
  if (!shape) throw new Error("no such system");
  const legs = states.map(state => ({ price: 2_000, outcome: "home", state }));
  const stake = parseDecimal("10");
  return Object.assign(
    {
      shape,
      isAccumulator: kind === "accumulator",
      builder: null,
      freeBet: false,
      eachWay: null,
      stake,
      isCashedOutInPart: false,
      legs,
    },
    rest,
  );
}

test("an accumulator is lost with its first lost leg, and open while it can still win", () => {
  expect(judgeSlip(slip("accumulator", [as("lost"), open, open]))).toMatchObject({ kind: "settled", payout: 0n });
  expect(judgeSlip(slip("accumulator", [as("won"), open]))).toMatchObject({ kind: "open" });
  expect(judgeSlip(slip("accumulator", [as("half_lost"), open]))).toMatchObject({ kind: "open" });
});

test("a Trixie with two lost legs is lost, with one it waits", () => {
  expect(judgeSlip(slip("trixie", [as("lost"), as("lost"), open]))).toMatchObject({ kind: "settled", payout: 0n });
  expect(judgeSlip(slip("trixie", [as("lost"), open, open]))).toMatchObject({ kind: "open" });
});

test("a slip of void legs only is void and says why; with one that counts it is settled", () => {
  expect(judgeSlip(slip("accumulator", [as("void", { cause: "late" }), as("void")]))).toEqual({
    kind: "voided",
    causes: ["late", "result"],
  });
  expect(judgeSlip(slip("accumulator", [as("void"), as("won")]))).toMatchObject({ payout: parseDecimal("20") });
});

test("the boost needs three legs won outright, and a slip that is not cashed out in part", () => {
  const won = [as("won"), as("won"), as("won")];
  expect(judgeSlip(slip("accumulator", won))).toMatchObject({ payout: parseDecimal("80"), boost: parseDecimal("4") });
  expect(judgeSlip(slip("accumulator", [...won.slice(1), as("void")]))).toMatchObject({ boost: 0n });
  expect(judgeSlip(slip("accumulator", won, { isCashedOutInPart: true }))).toMatchObject({ boost: 0n });
});

test("the legs whose results are not confirmed are named", () => {
  expect(judgeSlip(slip("accumulator", [as("won"), as("won", { isEarly: true })]))).toMatchObject({ early: [1] });
});

const state = fc.constantFrom<LegState>(open, as("won"), as("lost"), as("void"), as("half_won"), as("half_lost"));
const results = fc.constantFrom(as("won"), as("lost"), as("void"), as("half_won"), as("half_lost"));

test("what is decided early is what every continuation decides, and no continuation returns more than is possible", () => {
  const kinds = fc.constantFrom<SlipKind>("accumulator", "trixie", "patent");
  fc.assert(
    fc.property(kinds, fc.tuple(state, state, state), fc.tuple(results, results, results), (kind, states, ends) => {
      const now = slip(kind, states);
      const judged = judgeSlip(now);
      const finished = slip(
        kind,
        states.map((each, leg) => (each.kind === "open" ? (ends[leg] as LegState) : each)),
      );
      const end = judgeSlip(finished);
      if (judged.kind === "settled" && end.kind === "settled") expect(end.payout).toBe(judged.payout);
      if (judged.kind === "settled") expect(end.kind).toBe("settled");
      if (end.kind === "settled") expect(end.payout).toBeLessThanOrEqual(possibleReturn(now));
    }),
  );
});

test("a builder is lost with its first lost selection, and pays the price of the set that is not void", () => {
  const shape = shapeOf({ kind: "builder", bankers: [false] });
  // Of nothing, the first, the second, both.
  const builder = [0, 2_030, 1_800, 3_550];
  const of = (...states: LegState[]) =>
    slip("accumulator", states, { shape: shape as never, isAccumulator: false, builder });
  expect(judgeSlip(of(as("won"), open))).toMatchObject({ kind: "open" });
  expect(judgeSlip(of(as("lost"), open))).toMatchObject({ kind: "settled", payout: 0n });
  expect(judgeSlip(of(as("won"), as("won")))).toMatchObject({ kind: "settled", payout: 35_500_000n, boost: 0n });
  expect(judgeSlip(of(as("void"), as("won")))).toMatchObject({ kind: "settled", payout: 18_000_000n });
  expect(judgeSlip(of(as("void"), as("void")))).toMatchObject({ kind: "voided" });
  expect(possibleReturn(of(open, open))).toBe(35_500_000n);
});
