import { describe, expect, test } from "vitest";
import { readPrizes } from "./prize-list.ts";

describe("prizes as an operator writes them", () => {
  test("an amount a line, and how many places get it", () => {
    expect(readPrizes("500\n250,5\n\n 50 × 2 \n10x1")).toEqual(["500", "250.5", "50", "50", "10"]);
  });

  test.each(["", "0", "10\n20", "ten", "1.005", "5 × 0", "1 × 101", "-5", "1e3"])("%j is refused", text => {
    expect(readPrizes(text)).toBeUndefined();
  });
});
