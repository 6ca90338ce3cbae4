import { expect, test } from "vitest";
import * as z from "zod/mini";
import { route } from "#kit/contract/route.ts";
import { createTracer, type EndedSpan } from "#kit/host/tracer.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import { answeredByLeader, handle } from "#kit/http/handler.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { answerHandedCalls, createHandOver } from "./hand-over.ts";

const readRound = route({
  method: "GET",
  path: "/api/v1/round",
  module: "crash",
  caller: "anyone",
  moves: "nothing",
  summary: "The round",
  output: z.object({ by: z.string() }),
});

/** Two nodes, `b` leading: what `a` asks goes to `b` as JSON. */
function twoNodes(share: number) {
  const clock = manualClock();
  const node = (name: string) => {
    const spans: EndedSpan[] = [];
    const tracer = createTracer({
      clock,
      random: seededRandom(name),
      share: name === "a" ? share : 0,
      onEnd: span => spans.push(span),
    });
    return { spans, tracer, limiter: { take: async () => 0 }, clock, log: quietLog, metrics: quietMetrics };
  };
  const [a, b] = [node("a"), node("b")];
  const ports = { authenticate: () => null };
  const handlerOf = (by: string) => answeredByLeader("crash", [handle(readRound, async () => ({ by }))]);
  const leading = createDispatcher(handlerOf("b"), { ...b, ...ports });
  const answers = answerHandedCalls({
    ...b,
    ...ports,
    node: { leads: () => true },
    calls: leading.calls,
    newRequestId: () => "r",
  });
  const handOver = createHandOver({
    ...a,
    node: { name: "a", leads: () => false },
    directory: {
      find: async () => ({ name: "crash", epoch: 1n, timeline: 1, node: "b", address: "http://b", beatAgoMs: 0 }),
      forget: () => undefined,
    },
    asker: {
      async ask(_target, _path, body) {
        const { status, body: answer } = await answers(JSON.parse(JSON.stringify(body)), "a");
        return { kind: "answered", status, body: JSON.parse(JSON.stringify(answer)) };
      },
      close: () => undefined,
    },
  });
  const { calls } = createDispatcher(handlerOf("a"), { ...a, ...ports, handOver });
  const caller = {
    token: null,
    locale: "en",
    ip: "192.0.2.1",
    hostname: "h",
    userAgent: "u",
    cookies: {},
    headers: {},
  };
  return {
    a,
    b,
    call: () =>
      calls[0]?.run(new SocketCall(caller as never, undefined, "r", quietLog), {
        params: undefined,
        query: undefined,
        body: undefined,
      }),
  };
}

test("a call that another node leads is one trace over both: the leader's call is a step of the ask", async () => {
  const { a, b, call } = twoNodes(1);
  expect(await call()).toMatchObject({ status: 200, text: '{"by":"b"}' });
  expect(a.spans.map(({ name }) => name)).toEqual(["cluster.ask", "dispatch", "GET /api/v1/round"]);
  expect(b.spans.map(({ name }) => name)).toEqual(["dispatch", "GET /api/v1/round"]);
  expect(b.spans[1]).toMatchObject({ traceId: a.spans[0]?.traceId, parentId: a.spans[0]?.spanId });
});

test("the leader traces no call that the first node does not", async () => {
  const { a, b, call } = twoNodes(0);
  expect(await call()).toMatchObject({ status: 200 });
  expect([...a.spans, ...b.spans]).toEqual([]);
});
