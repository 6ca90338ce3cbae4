import { expect, test } from "vitest";
import { wheelOrder } from "../wheel.ts";
import { ballAt, circlingAngle, type Flight, pocketAngle } from "./flight.ts";

const flightTo = (number: number, hash = "3fa9"): Flight => ({
  closesAt: 1_790_000_020_000,
  dealtAt: 1_790_000_023_400,
  settlesAt: 1_790_000_031_400,
  number,
  hash,
});
const around = (angle: number) => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);

test.each(wheelOrder.map(number => [number]))("a ball for %d ends in its pocket and stays there", number => {
  const flight = flightTo(number);
  for (const ms of [flight.settlesAt - 900, flight.settlesAt, flight.settlesAt + 4_000]) {
    const ball = ballAt(flight, ms);
    expect(ball.radius).toBe(0);
    expect(around(ball.angle)).toBeCloseTo(around(pocketAngle(number, ms)), 6);
  }
});

test("it goes on from where it circled, only forwards, and never jumps", () => {
  const flight = flightTo(17);
  expect(Math.cos(ballAt(flight, flight.dealtAt).angle)).toBeCloseTo(
    Math.cos(circlingAngle(flight.closesAt, flight.dealtAt)),
    6,
  );
  let last = ballAt(flight, flight.dealtAt);
  for (let ms = flight.dealtAt + 16; ms < flight.settlesAt; ms += 16) {
    const ball = ballAt(flight, ms);
    const moved = around(ball.angle - last.angle + Math.PI) - Math.PI;
    if (ball.radius === 1) expect(moved).toBeGreaterThan(0);
    expect(Math.abs(moved)).toBeLessThan(0.25);
    expect(Math.abs(ball.radius - last.radius)).toBeLessThan(0.06);
    last = ball;
  }
});
