import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTraceExporter, type TraceExporter } from "#kit/host/trace-exporter.ts";
import { createTracer } from "#kit/host/tracer.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { createDice } from "#modules/games/dice/server/index.ts";

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
}

/** A collector of the sandbox's kind: it keeps what it receives. */
const received: { readonly path: string; readonly text: string }[] = [];
const collector = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", piece => pieces.push(piece));
  request.on("end", () => {
    received.push({ path: request.url ?? "", text: Buffer.concat(pieces).toString() });
    response.end("{}");
  });
});

let app: BetsTestApp;
let api: TestApi;
let exporter: TraceExporter;
beforeAll(async () => {
  await new Promise<void>(resolve => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  app = await betsTestApp(["dice"], {
    tracer({ clock, random, log, metrics }) {
      const config = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` };
      exporter = required(createTraceExporter({ config, node: "node-1", clock, log, metrics }), "an endpoint is set");
      return createTracer({ clock, random, share: 1, onEnd: exporter.add });
    },
  });
  api = await app.open(createDice(app.host, app));
});
afterAll(async () => {
  await app.close();
  collector.close();
});

const spansOf = (text: string): readonly ReceivedSpan[] =>
  JSON.parse(text).resourceSpans.flatMap((each: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
    each.scopeSpans.flatMap(({ spans }) => spans),
  );

test("a collector receives the trace of one bet through call, lane, statement and events, with nothing about the player in it", async () => {
  const bets = "POST /api/v1/games/dice/bets";
  const alice = await app.player(100_000_000n);
  const key = app.newKey();
  const body = { stake: "1.23", direction: "under", target: "98.00" };
  const answer = await api.call(bets, { token: alice, key, body, ip: "203.0.113.77" });
  expect(answer.status).toBe(201);
  await exporter.flush();
  await app.expectBooks();

  expect(received.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const text = received[0]?.text ?? "";
  const spans = spansOf(text);
  const named = (name: string) => spans.filter(span => span.name === name);
  const [call, dispatch, lane] = [bets, "dispatch", "wallet.lane"].map(name => required(named(name)[0], name)) as [
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
  ];
  // The first one finds no lease of the player's limits; the bet is in the next again.
  const statements = named("wallet.statement");
  expect([call.parentSpanId, dispatch.parentSpanId, lane.parentSpanId]).toEqual([
    undefined,
    call.spanId,
    dispatch.spanId,
  ]);
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toEqual(statements.map(() => lane.spanId));
  expect(call).toMatchObject({ kind: 2, attributes: [{ key: "status", value: { intValue: "201" } }] });
  const events = named("event").map(({ parentSpanId, attributes }) => [parentSpanId, attributes[0]?.value.stringValue]);
  expect(events).toContainEqual([statements.at(-1)?.spanId, "betPlaced"]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  for (const span of spans) {
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(span.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
  }

  const { id, proof } = answer.body.data;
  for (const secret of [alice, key, id, "1.23", "98.00", "203.0.113.77", proof.server_seed_hash, proof.client_seed])
    if (typeof secret === "string") expect(text).not.toContain(secret);
  const said = new Set(spans.flatMap(({ attributes }) => attributes.map(each => each.key)));
  expect([...said].toSorted()).toEqual(["event", "operation", "operations", "status"]);
});
