import { expect, test } from "vitest";
import type { Frame } from "../shared/feed.ts";
import { createProducerStream } from "./producer-stream.ts";

const frame: Frame = {
  producer: "live",
  epoch: 1,
  frame: 1,
  prev: "",
  hash: "",
  sent: 0,
  signature: "",
  body: "",
  messages: [],
};

/** Up, with its last frame at 0. */
function streamThatIsUp() {
  const downs: string[] = [];
  const notes = {
    rejected: () => undefined,
    alarm: () => undefined,
    stopAhead: () => undefined,
    down: (reason: string) => void downs.push(reason),
  };
  const position = { epoch: 1, frame: 1, hash: "" };
  const stream = createProducerStream({ position, gapMs: 2_000, downAfterMs: 3_000, notes });
  stream.frame(frame, 0, 0);
  stream.up();
  return { stream, downs };
}

test("a producer that says nothing for three seconds is down", () => {
  const { stream, downs } = streamThatIsUp();
  for (let at = 20; at < 3_000; at += 20) stream.check(at);
  expect(downs).toEqual([]);
  stream.check(3_000);
  expect([downs, stream.isUp]).toEqual([["silence"], false]);
});

test("after this process stood still, what arrived meanwhile is read before silence is assumed", () => {
  const { stream, downs } = streamThatIsUp();
  stream.check(20);
  // The timer fires before the socket is read.
  stream.check(3_500);
  stream.frame(frame, 3_501, 0);
  stream.check(3_520);
  expect([downs, stream.isUp]).toEqual([[], true]);
});

test("a process that stands still again and again assumes silence at the second check", () => {
  const { stream, downs } = streamThatIsUp();
  stream.check(20);
  stream.check(3_500);
  expect(downs).toEqual([]);
  stream.check(4_200);
  expect(downs).toEqual(["silence"]);
});
