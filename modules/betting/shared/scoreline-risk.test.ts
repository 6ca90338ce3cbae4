import { expect, test } from "vitest";
import { scorelineRisks } from "./scoreline-risk.ts";

const outcome = (id: string, stake: number, payout: number) => ({ id, stake, payout });
const result = {
  kind: "1x2",
  spec: "",
  outcomes: [outcome("home", 100, 200), outcome("draw", 10, 35), outcome("away", 0, 0)],
};
const at = (score: string, markets = [result], from: readonly [number, number] = [0, 0]) =>
  scorelineRisks(markets, from, 3).find(each => each.score.join(":") === score)?.result;

test("a final score costs what its outcomes pay, less everything that was staked", () => {
  expect(at("1:0")).toBe(110 - 200);
  expect(at("1:1")).toBe(110 - 35);
  expect(at("0:2")).toBe(110);
});

test("markets add up, pushes and quarter lines as they are settled", () => {
  const level = { kind: "hcp", spec: "hcp=-1", outcomes: [outcome("home", 40, 80), outcome("away", 0, 0)] };
  const quarter = { kind: "hcp", spec: "hcp=-0.25", outcomes: [outcome("home", 40, 80), outcome("away", 0, 0)] };
  expect(at("1:0", [level])).toBe(0);
  expect(at("2:0", [level])).toBe(-40);
  expect(at("1:1", [quarter])).toBe(20);
  expect(at("1:0", [result, level])).toBe(-90);
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
  expect(at("1:0", [corners])).toBe(0);
});
