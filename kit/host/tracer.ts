import { AsyncLocalStorage } from "node:async_hooks";
import { toHex } from "#kit/std/bytes.ts";
import type { Clock, Random } from "./host.ts";
import type { Span, SpanFacts, Tracer } from "./trace.ts";

/** A finished step. Times are milliseconds since 1970, with fractions. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly facts: SpanFacts;
  readonly failed: boolean;
}

interface TracerNeeds {
  readonly clock: Clock;
  readonly random: Random;
  /** The share of calls that are traced, 0 to 1. */
  readonly share: number;
  readonly onEnd: (span: EndedSpan) => void;
}

/** Sampled, of version 00. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-01$/;

export function createTracer({ clock, random, share, onEnd }: TracerNeeds): Tracer {
  const running = new AsyncLocalStorage<Span>();
  /** The wall clock when the monotonic one stood at 0. */
  const offsetMs = clock.now() - clock.monotonic();
  const nowMs = () => offsetMs + clock.monotonic();
  let due = 0;

  function open(
    name: string,
    traceId: string,
    parentId: string | undefined,
    facts: SpanFacts,
    startMs = nowMs(),
  ): Span {
    const spanId = toHex(random.bytes(8));
    return {
      context: `00-${traceId}-${spanId}-01`,
      child: (step, stepFacts = {}) => open(step, traceId, spanId, stepFacts),
      end(more = {}, failed = false) {
        onEnd({ traceId, spanId, parentId, name, startMs, endMs: nowMs(), facts: { ...facts, ...more }, failed });
      },
    };
  }
  const begin = (name: string, startMs?: number) => open(name, toHex(random.bytes(16)), undefined, {}, startMs);

  /** A step of a trace that another node has begun. */
  function follow(name: string, from: string | undefined): Span | undefined {
    const [, traceId, parentId] = (from && traceparent.exec(from)) || [];
    return traceId && parentId ? open(name, traceId, parentId, {}) : undefined;
  }

  /** Every so many calls, without a draw. */
  function isTraced(): boolean {
    due += share;
    if (due < 1) return false;
    due -= 1;
    return true;
  }

  return {
    async call(name, work, statusOf, from) {
      const span = follow(name, from) ?? (isTraced() ? begin(name) : undefined);
      const startMs = nowMs();
      const result = await (span ? running.run(span, work) : work());
      const status = statusOf(result);
      const failed = status >= 500;
      if (span || failed) (span ?? begin(name, startMs)).end({ status }, failed);
      return result;
    },
    current: () => running.getStore(),
    within: (span, work) => (span ? running.run(span, work) : work()),
    continued(name, from, work) {
      const span = follow(name, from);
      if (!span) return work();
      try {
        return running.run(span, work);
      } finally {
        span.end();
      }
    },
    async step(name, work) {
      const parent = running.getStore();
      if (!parent) return work();
      const span = parent.child(name);
      try {
        return await running.run(span, work);
      } finally {
        span.end();
      }
    },
  };
}
