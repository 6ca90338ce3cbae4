import { expect, test } from "vitest";
import { savedText } from "./limit-form.tsx";

test("a saved form says that a limit applies only where there is one", () => {
  const from = "2026-11-30T07:00:00.000Z";
  expect(savedText("500", null)).toBe("limits.now");
  expect(savedText("5000", from)).toBe("limits.after");
  expect(savedText(null, null)).toBe("limits.none_now");
  expect(savedText(null, from)).toBe("limits.none_after");
});
