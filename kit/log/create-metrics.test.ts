import { expect, test } from "vitest";
import { createMetrics } from "./create-metrics.ts";

test("the same name gives the same instrument, and it is printed", async () => {
  const metrics = createMetrics({ process: false });
  metrics.counter("bets_total", "Bets", ["game"]).inc({ game: "dice" });
  metrics.counter("bets_total", "Bets", ["game"]).inc({ game: "dice" }, 2);
  metrics.gauge("sockets", "Open sockets").set(7);
  metrics.histogram("call_seconds", "Calls", [0.1, 1], ["call"]).observe(0.05, { call: "GET /x" });
  const text = await metrics.print();
  expect(text).toContain('bets_total{game="dice"} 3');
  expect(text).toContain("sockets 7");
  expect(text).toContain('call_seconds_bucket{le="0.1",call="GET /x"} 1');
});

test("one name cannot have two kinds of metric", () => {
  const metrics = createMetrics({ process: false });
  metrics.counter("x", "x");
  expect(() => metrics.gauge("x", "x")).toThrow("two kinds");
});
