import { expect, test } from "vitest";
import { box, placeOf } from "./box-felt.ts";

const chipsIn = (width: number, height: number, size?: "large" | "small") => {
  const { chips, classes } = placeOf(box("x", 100, 50, width, height), false, { tone: "gold", ...(size && { size }) });
  return { chips, isBeside: classes?.split(" ").includes("beside") };
};

test("chips lie under the text of a high box, and within it", () => {
  expect(chipsIn(400, 198, "large")).toEqual({ chips: { x: 300, y: 50 + 198 * 0.78 }, isBeside: false });
});

test("in a wide box chips lie at the right end, where the text leaves room for them", () => {
  for (const [width, height] of [
    [330, 78],
    [218, 78],
    [296, 140],
    [296, 98],
  ] as const) {
    const { chips, isBeside } = chipsIn(width, height, height < 100 ? "small" : undefined);
    expect([chips, isBeside]).toEqual([{ x: 100 + width - 34, y: 50 + height / 2 }, true]);
  }
});

test("in a small box chips lie on its corner, away from the text in the middle", () => {
  const { chips, isBeside } = chipsIn(82, 72, "small");
  expect([chips, isBeside]).toEqual([{ x: 171.5, y: 113 }, false]);
});
