import { expect, test, vi } from "vitest";
import { onAnalytics, track } from "./analytics.ts";

test("events wait until the sender is loaded, and are sent in order", () => {
  const sent: unknown[] = [];
  track("loginFailed", { error: "error 500" });
  track("depositSucceeded");
  const stop = onAnalytics((event, facts) => sent.push([event, facts]));
  track("registrationFailed", { error: "No" });
  const all = [
    ["loginFailed", { error: "error 500" }],
    ["depositSucceeded", {}],
    ["registrationFailed", { error: "No" }],
  ];
  expect(sent).toEqual(all);
  stop();
  track("loginFailed");
  expect(sent).toEqual(all);
});

test("a browser that opts out of tracking sends nothing", () => {
  const sent: unknown[] = [];
  const stop = onAnalytics(event => sent.push(event));
  sent.splice(0);
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  track("loginFailed");
  vi.unstubAllGlobals();
  expect(sent).toEqual([]);
  stop();
});
