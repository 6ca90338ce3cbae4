import { segments } from "../rules.ts";

/** The angle of the wheel, computed backwards from the drawn segment, in degrees clockwise. */

export const step = 360 / segments.length;
const turns = 5;
const restMs = 1_200;

/** Where in its segment the flap comes to rest, by the round's hash: never on a pin. */
const offsetOf = (hash: string) => ((Number.parseInt(hash.slice(0, 2) || "80", 16) / 255) * 0.6 - 0.3) * step;

/** The wheel at rest with a segment under the flap. */
export const restAngle = (segment: number, hash: string): number => -segment * step + offsetOf(hash);

export interface Spin {
  readonly from: number;
  readonly to: number;
  readonly dealtAt: number;
  readonly settlesAt: number;
}

/** Speeds up for a tenth of the time and slows down for the rest. */
const eased = (part: number): number => {
  const slope = 2.8;
  const start = 0.1;
  const done = (x: number) => 1 - (1 - x) ** slope;
  if (part >= start) return done(part);
  // Joins the slowing part in position and speed.
  const speed = slope * (1 - start) ** (slope - 1);
  const at = done(start);
  const x = part / start;
  return at * (x * x * (3 - 2 * x)) + speed * start * (x * x * x - x * x);
};

export function angleAt({ from, to, dealtAt, settlesAt }: Spin, ms: number): number {
  const spinMs = settlesAt - restMs - dealtAt;
  const part = Math.min(1, Math.max(0, (ms - dealtAt) / spinMs));
  const missing = (((to - from) % 360) + 360) % 360;
  return from + (missing + turns * 360) * eased(part);
}

/** The pin that lifts the flap: 0 just past a pin, 1 at the next. */
export const pinPhase = (angle: number): number => (((angle / step + 0.5) % 1) + 1) % 1;
