import { expect, test } from "vitest";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createTraceExporter } from "./trace-exporter.ts";

const span = {
  traceId: "aa".repeat(16),
  spanId: "bb".repeat(8),
  parentId: undefined,
  name: "GET /x",
  startMs: 1,
  endMs: 2,
  facts: {},
  failed: false,
};

test("without an endpoint there is no exporter", () => {
  const needs = { node: "n", clock: manualClock(), log: quietLog, metrics: createMetrics({ process: false }) };
  expect(createTraceExporter({ ...needs, config: {} as never })).toBeUndefined();
});

test("a collector that is away costs the spans, which are counted, and nothing else", async () => {
  const metrics = createMetrics({ process: false });
  const config = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  const exporter = createTraceExporter({ config, node: "n", clock: manualClock(), log: quietLog, metrics });
  for (let n = 0; n < 2_050; n++) exporter?.add(span);
  expect(await metrics.print()).toContain("trace_spans_dropped_total 2\n");
  await exporter?.flush();
  expect(await metrics.print()).toContain("trace_spans_dropped_total 2050\n");
  await exporter?.close();
});
