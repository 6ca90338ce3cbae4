import { expect, test } from "vitest";
import { shareText } from "./share-text.ts";

test("a negative percentage has a minus sign (U+2212), and none where it rounds to zero", () => {
  expect(shareText(-0.0399, "en-US")).toBe("\u22123.99%");
  expect(shareText(-0.00001, "en-US")).toBe("0.00%");
  expect(shareText(0.973, "en-US")).toBe("97.30%");
  expect(shareText(0.1234, "en-US", { signDisplay: "exceptZero" })).toBe("+12.34%");
});
