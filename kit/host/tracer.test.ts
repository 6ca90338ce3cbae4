import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { createTracer, type EndedSpan } from "./tracer.ts";

function traced(share: number) {
  const ended: EndedSpan[] = [];
  const clock = manualClock();
  const tracer = createTracer({ clock, random: seededRandom("traces"), share, onEnd: span => ended.push(span) });
  const call = (status: number) =>
    tracer.call(
      "GET /x",
      () => tracer.step("work", async () => status),
      answer => answer,
    );
  return { tracer, clock, ended, call };
}

test("one call in so many is traced with its steps, and one that fails in any case, without them", async () => {
  const { ended, call } = traced(0.25);
  for (let n = 0; n < 8; n++) await call(200);
  expect(ended.map(({ name }) => name)).toEqual(["work", "GET /x", "work", "GET /x"]);
  await call(503);
  await call(503);
  expect(ended.slice(4).map(({ name, failed, facts }) => [name, failed, facts])).toEqual([
    ["GET /x", true, { status: 503 }],
    ["GET /x", true, { status: 503 }],
  ]);
});

test("with a share of 0 only failures are traced, and nothing is current outside of a call", async () => {
  const { ended, call, tracer } = traced(0);
  await call(200);
  await call(404);
  expect(ended).toEqual([]);
  expect(tracer.current()).toBeUndefined();
  expect(await tracer.step("alone", async () => 7)).toBe(7);
  await call(500);
  expect(ended.map(({ failed }) => failed)).toEqual([true]);
});

test("a step has the trace and the time of its call, also where others run beside it", async () => {
  const { tracer, clock, ended } = traced(1);
  const slow = tracer.call(
    "slow",
    () => tracer.step("wait", () => new Promise<number>(resolve => clock.after(40, () => resolve(200)))),
    status => status,
  );
  await tracer.call(
    "quick",
    async () => 200,
    status => status,
  );
  await clock.advance(40);
  await slow;
  const [quick, wait, call] = ended as [EndedSpan, EndedSpan, EndedSpan];
  expect(wait).toMatchObject({ name: "wait", traceId: call.traceId, parentId: call.spanId });
  expect(wait.endMs - wait.startMs).toBe(40);
  expect(quick.traceId).not.toBe(call.traceId);
});

test("a call and work that a step of another node has caused belong to its trace, whatever the share", async () => {
  const { tracer, ended } = traced(0);
  const from = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const status = await tracer.call(
    "GET /x",
    () => tracer.step("work", async () => 200),
    answer => answer,
    from,
  );
  expect(status).toBe(200);
  expect(tracer.continued("deliver", from, () => tracer.current()?.context.slice(0, 36))).toBe(from.slice(0, 36));
  const [work, call, deliver] = ended as [EndedSpan, EndedSpan, EndedSpan];
  expect([work.parentId, call.parentId, deliver.parentId]).toEqual([
    call.spanId,
    "00f067aa0ba902b7",
    "00f067aa0ba902b7",
  ]);
  expect(new Set(ended.map(({ traceId }) => traceId))).toEqual(new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]));
});

test.each([
  ["not sampled", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"],
  ["of a trace of zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
  ["of another version", "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
  ["of anything else", "x"],
])("a traceparent that is %s continues nothing", (_, from) => {
  const { tracer, ended } = traced(0);
  expect(tracer.continued("deliver", from, () => tracer.current())).toBeUndefined();
  expect(ended).toEqual([]);
});
