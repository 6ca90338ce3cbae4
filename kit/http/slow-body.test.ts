import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { slowestBytesPerSecond, timeBody } from "./slow-body.ts";

class Sent extends EventEmitter {
  readonly headers = { "content-length": "14000000" };
  complete = false;
  readonly socket = {
    bytesRead: 300,
    destroyed: false,
    destroy: () => {
      this.socket.destroyed = true;
      this.emit("close");
      return this.socket as never;
    },
  };
}

function begin() {
  const clock = manualClock();
  const request = new Sent();
  timeBody(request, clock, 15_000);
  return { clock, request, socket: request.socket };
}

test("a body that arrives at 128 kbit/s has as long as it needs", async () => {
  const { clock, socket, request } = begin();
  for (let second = 0; second < 600; second++) {
    socket.bytesRead += slowestBytesPerSecond;
    await clock.advance(1_000);
  }
  expect(socket.destroyed).toBe(false);
  request.complete = true;
  await clock.advance(60_000);
  expect(socket.destroyed).toBe(false);
});

test("a body that trickles, and one that stops after a good beginning, are cut off after 15 seconds", async () => {
  const trickle = begin();
  for (let second = 0; second < 15; second++) {
    trickle.socket.bytesRead += 100;
    await trickle.clock.advance(1_000);
  }
  expect(trickle.socket.destroyed).toBe(true);
  const stopped = begin();
  stopped.socket.bytesRead += 16 * slowestBytesPerSecond;
  await stopped.clock.advance(15_000);
  expect(stopped.socket.destroyed).toBe(false);
  await stopped.clock.advance(15_000);
  expect(stopped.socket.destroyed).toBe(true);
});
