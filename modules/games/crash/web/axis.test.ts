import { describe, expect, test } from "vitest";
import { axesAt, drawnMultiplier, drawnTimeOf, heightOf, labelledMarks, pointAt } from "./axis.ts";

const box = { left: 44, right: 640, top: 120, bottom: 700 };

describe("the scales of the flight", () => {
  test("grow in steps and never shrink during a flight", () => {
    let last = axesAt(0);
    const tops = new Set<number>();
    for (let ms = 0; ms <= 230_000; ms += 250) {
      const axes = axesAt(ms);
      expect(axes.top).toBeGreaterThanOrEqual(last.top);
      tops.add(axes.top);
      last = axes;
    }
    expect(tops.size).toBeLessThan(20);
  });
  test("the comet is always inside the canvas", () => {
    for (let ms = 0; ms <= 230_000; ms += 137) {
      const { x, y } = pointAt(ms, axesAt(ms), box);
      expect(x).toBeGreaterThanOrEqual(box.left);
      expect(x).toBeLessThanOrEqual(box.right);
      expect(y).toBeGreaterThanOrEqual(box.top);
      expect(y).toBeLessThanOrEqual(box.bottom);
    }
  });
  test("marks are few, round and inside", () => {
    for (const ms of [0, 8000, 20_000, 42_000, 100_000, 200_000]) {
      const { marks, top } = axesAt(ms);
      expect(marks.length).toBeGreaterThanOrEqual(3);
      expect(marks.length).toBeLessThanOrEqual(9);
      expect(Math.max(...marks)).toBeLessThan(top);
    }
    expect(axesAt(42_000).marks).toEqual([2, 4, 6, 8, 10, 12]);
  });
  test("labels do not overlap on a phone in landscape, and are all there on a high chart", () => {
    const low = { ...box, top: 60, bottom: 130 };
    for (let ms = 1000; ms <= 230_000; ms += 1000) {
      const axes = axesAt(ms);
      const heights = labelledMarks(axes, low).map(mark => heightOf(mark, axes, low));
      expect(heights.length).toBeGreaterThan(0);
      for (const [index, height] of heights.slice(1).entries())
        expect((heights[index] ?? 0) - height).toBeGreaterThanOrEqual(16);
      expect(labelledMarks(axes, box)).toEqual(axes.marks);
    }
  });
  test("time and height of a multiplier correspond", () => {
    expect(drawnMultiplier(drawnTimeOf(12.47))).toBeCloseTo(12.47, 9);
  });
});
