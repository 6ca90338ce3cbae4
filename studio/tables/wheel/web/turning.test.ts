import { expect, test } from "vitest";
import { segments } from "../rules.ts";
import { angleAt, pinPhase, restAngle, step } from "./turning.ts";

const spin = (segment: number) => ({
  from: restAngle(3, "a0"),
  to: restAngle(segment, "f1"),
  dealtAt: 0,
  settlesAt: 9_000,
});
/** The segment under the flap. */
const under = (angle: number) => ((Math.round(-angle / step) % segments.length) + segments.length) % segments.length;

test.each(segments.map((_, segment) => [segment]))("a wheel for segment %d stops there and stays still", segment => {
  for (const ms of [7_800, 8_500, 20_000]) expect(under(angleAt(spin(segment), ms))).toBe(segment);
});

test("it only turns forwards, without a jump, and comes to rest away from the pins", () => {
  let before = angleAt(spin(11), 0);
  expect(before).toBeCloseTo(restAngle(3, "a0"), 9);
  for (let ms = 16; ms < 9_000; ms += 16) {
    const now = angleAt(spin(11), ms);
    expect(now - before).toBeGreaterThanOrEqual(-1e-9);
    expect(now - before).toBeLessThan(16);
    before = now;
  }
  for (const hash of ["00", "80", "ff"]) {
    const phase = pinPhase(restAngle(11, hash));
    expect(Math.min(phase, 1 - phase)).toBeGreaterThan(0.15);
  }
});
