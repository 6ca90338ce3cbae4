import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./host.ts";
import type { SpanFacts } from "./trace.ts";
import type { EndedSpan } from "./tracer.ts";

/** Sends finished steps to a collector. */
export interface TraceExporter {
  add(span: EndedSpan): void;
  /** Sends what waits. Never rejects. */
  flush(): Promise<void>;
  /** The last one. */
  close(): Promise<void>;
}

interface ExporterNeeds {
  readonly config: Pick<Config, "OTEL_EXPORTER_OTLP_ENDPOINT">;
  readonly node: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const everyMs = 5_000;
const timeoutMs = 5_000;
/** Above it spans are dropped and counted: a collector that is away must cost nothing. */
const mostWaiting = 2_048;

/** OTLP over HTTP, in JSON (opentelemetry-proto 1.x): POST /v1/traces of the endpoint. Undefined without an endpoint. */
export function createTraceExporter({ config, node, clock, log, metrics }: ExporterNeeds): TraceExporter | undefined {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const address = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const dropped = metrics.counter("trace_spans_dropped_total", "Steps of traces that did not reach the collector");
  let waiting: EndedSpan[] = [];
  let sending = Promise.resolve();
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      const { ok, status, body } = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(exportOf(node, spans)),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await body?.cancel();
      if (!ok) throw new Error(`the collector answered ${status}`);
    } catch (error) {
      dropped.inc({}, spans.length);
      log.warn({ err: error, spans: spans.length }, "Failed to send traces");
    }
  }

  const flush = () => {
    sending = sending.then(send);
    return sending;
  };

  return {
    add(span) {
      if (waiting.length >= mostWaiting) return dropped.inc();
      waiting.push(span);
      cancel ??= clock.after(everyMs, () => void flush());
    },
    flush,
    close: flush,
  };
}

function exportOf(node: string, spans: readonly EndedSpan[]) {
  const resource = { attributes: attributesOf({ "service.name": "fairhouse", "service.instance.id": node }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "fairhouse" }, spans: spans.map(spanOf) }] }] };
}

const kinds = { internal: 1, server: 2 } as const;

function spanOf({ traceId, spanId, parentId, name, startMs, endMs, facts, failed }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: parentId === undefined ? kinds.server : kinds.internal,
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: attributesOf(facts),
    status: failed ? { code: 2 } : {},
  };
}

const nanosOf = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;

const attributesOf = (facts: SpanFacts) =>
  Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: `${value}` } : { stringValue: value },
  }));
