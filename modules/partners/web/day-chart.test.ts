import { expect, test } from "vitest";
import { axisOf, isLabelled, scaleOf } from "./day-chart.tsx";

test("days of the chart are labelled by the week, and none whose date would be cut off at the edge", () => {
  const labelled = (days: number) => Array.from({ length: days }, (_, index) => index).filter(i => isLabelled(i, days));
  for (const days of [28, 29, 30, 31]) expect(labelled(days)).toEqual([0, 7, 14, 21]);
  expect(labelled(1)).toEqual([0]);
});

test("the scale is of round values with zero, and no bar leaves it", () => {
  expect(scaleOf(0, 47)).toEqual([0, 20, 40, 60]);
  expect(scaleOf(-3, 8)).toEqual([-5, 0, 5, 10]);
  expect(scaleOf(-12, 0)).toEqual([-15, -10, -5, 0]);
  expect(scaleOf(0, 0)).toEqual([0, 1]);
  for (const [bottom, top] of [
    [-0.37, 0.02],
    [0, 999_999],
    [-1, 0],
  ] as const) {
    const scale = scaleOf(bottom, top);
    expect(scale).toContain(0);
    expect([(scale[0] ?? 1) <= bottom, (scale.at(-1) ?? -1) >= top]).toEqual([true, true]);
    expect(scale.length).toBeLessThanOrEqual(6);
  }
});

test("the longest sum of the scale fits beside the lines", () => {
  for (const longest of ["−15,00\u00a0$", "−1\u00a0000\u00a0000,00\u00a0₸"])
    expect(axisOf(["0,00\u00a0$", longest])).toBeGreaterThan(longest.length * 12);
});
