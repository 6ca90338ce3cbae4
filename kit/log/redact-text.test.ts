import { expect, test } from "vitest";
import { redactText } from "./redact-text.ts";

test.each([
  ["no mail to alice.b@example.org: timeout", "no mail to [address]: timeout"],
  ["card 4242 4242 4242 4242 was declined", "card [number] was declined"],
  ["phone +77011234567 is unknown", "phone [number] is unknown"],
  ["connect ECONNREFUSED 203.0.113.9:5432", "connect ECONNREFUSED [address]:5432"],
  [`secret ${"ab".repeat(32)} differs`, "secret [key] differs"],
  ["Failed to acquire job 17: timeout (2/10)", "Failed to acquire job 17: timeout (2/10)"],
])("%s", (text, shown) => {
  expect(redactText(text)).toBe(shown);
});

test("cuts a long text", () => {
  expect(redactText("a ".repeat(5000)).length).toBeLessThan(510);
});
