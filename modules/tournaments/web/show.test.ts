import { describe, expect, test } from "vitest";
import { prizeRows, showScore } from "./show.ts";

describe("what the pages show", () => {
  test("places with the same prize are one row", () => {
    expect(prizeRows(["100", "50", "50", "20", "20", "20"])).toEqual([
      { from: 1, to: 1, prize: "100" },
      { from: 2, to: 3, prize: "50" },
      { from: 4, to: 6, prize: "20" },
    ]);
    expect(prizeRows([])).toEqual([]);
  });

  test("a score is money, a multiplier or points", () => {
    const of = (scoring: "wagered" | "multiplier" | "points", score: string) =>
      showScore({ scoring, currency: "USD" }, score, "en").replace(/\s/g, " ");
    expect(of("wagered", "1234.5")).toBe("$1,234.50");
    expect(of("multiplier", "123.4500")).toBe("123.45×");
    expect(of("multiplier", "2.0000")).toBe("2.00×");
    expect(of("points", "184200")).toBe("184,200");
  });
});
