import { expect, test } from "vitest";
import { filledUrl, hasValidMacros, pauseAfter, triesEndMs } from "./postback.ts";

const values = { click_id: "c-1", event: "cpa", sum: "50", currency: "EUR", event_id: "e-1", time: "1" };

test("values are encoded: none adds a parameter, a path or a line", () => {
  const template = "https://n.example/p?c={click_id}&e={event}&id={event_id}";
  expect(filledUrl(template, values)).toBe("https://n.example/p?c=c-1&e=cpa&id=e-1");
  const hostile = { ...values, click_id: "1&sum=9\r\nHost: x/../?#{event}" };
  expect(filledUrl(template, hostile)).toBe(
    "https://n.example/p?c=1%26sum%3D9%0D%0AHost%3A%20x%2F..%2F%3F%23%7Bevent%7D&e=cpa&id=e-1",
  );
});

test.each([
  ["https://n.example/p?c={click_id}", true],
  ["https://n.example/p", true],
  ["https://n.example/p?c={email}", false],
  ["https://n.example/p?c={click_id", false],
  ["https://{click_id}.example/p", false],
  ["https://n.example{sum}/p", false],
])("%s has valid macros: %s", (template, valid) => expect(hasValidMacros(template)).toBe(valid));

test("pauses double from a minute to two hours, and a day has at least fifteen tries", () => {
  expect([1, 2, 3, 8, 40].map(pauseAfter)).toEqual([60_000, 120_000, 240_000, 7_200_000, 7_200_000]);
  let tries = 0;
  for (let at = 0; at < triesEndMs; at += pauseAfter(++tries));
  expect(tries).toBeGreaterThan(15);
});
