import { expect, test } from "vitest";
import { micros, microsPerUnit } from "#kit/money/amount.ts";
import { scorelineRisks } from "./scoreline-risk.ts";

const outcome = (id: string, stake: number, payout: number) => ({ id, stake: dollars(stake), payout: dollars(payout) });
function dollars(units: number) {
  return micros(BigInt(units) * microsPerUnit);
}
const result = {
  kind: "1x2",
  spec: "",
  outcomes: [outcome("home", 100, 200), outcome("draw", 10, 35), outcome("away", 0, 0)],
};
const at = (score: string, markets = [result], from: readonly [number, number] = [0, 0]) =>
  scorelineRisks(markets, from, 3).find(each => each.score.join(":") === score)?.result;

test("a final score costs what its outcomes pay, less everything that was staked", () => {
  expect(at("1:0")).toBe(dollars(110 - 200));
  expect(at("1:1")).toBe(dollars(110 - 35));
  expect(at("0:2")).toBe(dollars(110));
});

test("markets add up, pushes and quarter lines as they are settled", () => {
  const level = { kind: "hcp", spec: "hcp=-1", outcomes: [outcome("home", 40, 80), outcome("away", 0, 0)] };
  const quarter = { kind: "hcp", spec: "hcp=-0.25", outcomes: [outcome("home", 40, 80), outcome("away", 0, 0)] };
  expect(at("1:0", [level])).toBe(dollars(0));
  expect(at("2:0", [level])).toBe(dollars(-40));
  expect(at("1:1", [quarter])).toBe(dollars(20));
  expect(at("1:0", [result, level])).toBe(dollars(-90));
});

test("cents add up to the cent, and half a stake is cut to a micro-unit", () => {
  const cents = {
    kind: "total",
    spec: "total=0.5",
    outcomes: [{ id: "over", stake: micros(100_000n), payout: micros(200_000n) }],
  };
  expect(at("0:0", [cents, cents, cents])).toBe(300_000n);
  const odd = { kind: "hcp", spec: "hcp=-0.25", outcomes: [{ id: "home", stake: micros(3n), payout: micros(6n) }] };
  expect(at("1:1", [odd])).toBe(2n);
});

test("only scores that can still come are listed, and markets that the score does not decide are left out", () => {
  const corners = {
    kind: "corners_total",
    spec: "total=9.5",
    outcomes: [outcome("over", 50, 100), outcome("under", 0, 0)],
  };
  expect(scorelineRisks([result], [2, 1], 3).map(({ score }) => score.join(":"))).toContain("2:1");
  expect(at("1:1", [result], [2, 1])).toBeUndefined();
  expect(scorelineRisks([result], [2, 1], 3)).toHaveLength(16);
  expect(at("1:0", [corners])).toBe(dollars(0));
});
