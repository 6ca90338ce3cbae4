import { expect, test } from "vitest";
import { columnsThatFit } from "./columns-that-fit.ts";

const columns = [
  { id: "no", title: "No.", fixed: true },
  { id: "method", title: "Method" },
  { id: "amount", title: "Amount", fixed: true },
  { id: "age", title: "Age" },
  { id: "state", title: "State" },
  { id: "do", title: "" },
];
const after = (count: number) => {
  const { fitting, left } = columnsThatFit(columns, count);
  return [fitting.map(({ id }) => id).join(" "), left.map(({ id }) => id).join(" ")];
};

test("the last columns give way first; fixed ones and buttons never do", () => {
  expect(after(0)).toEqual(["no method amount age state do", ""]);
  expect(after(1)).toEqual(["no method amount age do", "state"]);
  expect(after(2)).toEqual(["no method amount do", "age state"]);
  expect(after(9)).toEqual(["no amount do", "method age state"]);
});
