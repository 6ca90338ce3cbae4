import { describe, expect, test } from "vitest";
import { prizeRows, showPrize, showScore } from "./show.ts";

describe("what the pages show", () => {
  test("places with the same prize are one row", () => {
    expect(prizeRows(["100", "50", "50", "20", "20", "20"])).toEqual([
      { from: 1, to: 1, prize: "100" },
      { from: 2, to: 3, prize: "50" },
      { from: 4, to: 6, prize: "20" },
    ]);
    expect(prizeRows([])).toEqual([]);
  });

  test("a prize in whole units has no fraction", () => {
    const of = (prize: string | null, currency: string, language: "en" | "ru") =>
      showPrize(prize, currency, language).replace(/\s/g, " ");
    expect(of("2500", "EUR", "en")).toBe("€2,500");
    expect(of("2500", "EUR", "ru")).toBe("2 500 €");
    expect(of("0.1", "EUR", "en")).toBe("€0.10");
    expect(of("100.5", "EUR", "en")).toBe("€100.50");
    expect(of(null, "EUR", "en")).toBe("–");
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
