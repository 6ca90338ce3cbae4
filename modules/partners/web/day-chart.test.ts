import { expect, test } from "vitest";
import { isLabelled } from "./day-chart.tsx";

test("days of the chart are labelled by the week, and none whose date would be cut off at the edge", () => {
  const labelled = (days: number) => Array.from({ length: days }, (_, index) => index).filter(i => isLabelled(i, days));
  for (const days of [28, 29, 30, 31]) expect(labelled(days)).toEqual([0, 7, 14, 21]);
  expect(labelled(1)).toEqual([0]);
});
