import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rowCounts } from "../shared/odds.ts";
import { pathText, slotOf } from "../shared/rules.ts";
import { ballRadius, boardClass, boardWidth, fallMs, pegRadius, pegsOf, pointsOf, spacing, tintOf } from "./board.ts";

describe("the path of a ball on the board", () => {
  test("meets a peg of every row and ends over the slot that was drawn, for every path", () => {
    for (const rows of rowCounts) {
      for (let path = 0; path < 2 ** rows; path += rows < 12 ? 1 : 37) {
        const text = pathText(path, rows);
        const points = pointsOf(text);
        expect(points).toHaveLength(rows + 2);
        for (let row = 0; row < rows; row += 5) {
          const x = points[row + 1]?.x ?? 0;
          expect(pegsOf(row, rows).some(peg => Math.abs(peg.x - x) < 1e-6)).toBe(true);
        }
        const middle = boardWidth / 2 + (slotOf(text) - rows / 2) * spacing(rows);
        expect(points.at(-1)?.x).toBeCloseTo(middle, 6);
      }
    }
  });
  test("always leads down, and every row takes equally long", () => {
    const ys = pointsOf("LRLRLRLRLRLRLRLR").map(({ y }) => y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    expect(fallMs(16, true)).toBeLessThan(500);
    expect(fallMs(16, false)).toBeLessThan(2_000);
  });
  test("balls pass between pegs, and the slots are tinted from the middle to the edges", () => {
    for (const rows of rowCounts) expect(2 * (ballRadius(rows) + pegRadius(rows))).toBeLessThan(spacing(rows));
    expect([tintOf(0, 16), tintOf(8, 16), tintOf(16, 16)]).toEqual([1, 0, 1]);
  });
});

test.each(rowCounts)("the slots of %i rows are set under the gaps of their pegs", rows => {
  const styles = readFileSync(join(import.meta.dirname, "plinko.css"), "utf8");
  const gap = 50 / (rows + 2);
  const rule = new RegExp(`\\.${boardClass(rows).replace(" ", "\\.")} \\.plinko-slots \\{\\s+padding: 0 ([\\d.]+)%;`);
  expect(Number(rule.exec(styles)?.[1])).toBeCloseTo(gap, 2);
});
