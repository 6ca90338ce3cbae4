import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepIdentity } from "./fingerprint.ts";

let stored: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal("navigator", { userAgent: "test", languages: ["en"], platform: "Linux" });
  vi.stubGlobal("screen", { width: 390, height: 844, colorDepth: 24 });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const written = () => vi.waitFor(() => expect(stored.get("fingerprint")).toMatch(/^[0-9a-f]{64}$/));

test("a browser without idle callbacks writes its fingerprint after 500 ms", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  keepIdentity();
  await vi.advanceTimersByTimeAsync(499);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(0);
  await written();
});

test("a page that is left before writes nothing", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  keepIdentity()();
  expect(vi.getTimerCount()).toBe(0);
});

test("a browser with idle callbacks writes it in one, without a timer", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
  keepIdentity();
  expect([idle.length, vi.getTimerCount(), stored.get("fingerprint")]).toEqual([1, 0, undefined]);
  idle[0]?.();
  await written();
});
