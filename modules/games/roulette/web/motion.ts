import { wheelOrder } from "../shared/wheel.ts";

/** Positions of the wheel and the ball during a spin. Angles are degrees clockwise from the top, in page coordinates. */
export interface WheelPicture {
  readonly rotor: number;
  readonly ball: number;
  /** 1 on the rim, 0 in the pocket. */
  readonly height: number;
}

/** The timing of a spin: milliseconds from its start to the ball at rest, of which the ball falls for the last `fallMs`. */
export interface SpinShape {
  readonly spinMs: number;
  readonly fallMs: number;
}

/** Whole turns of the wheel in a spin: it ends as it began, zero on top. */
const rotorRotations = 2;
/** The ball runs against the wheel, degrees a second. */
const ballSpeed = -430;
/** The share of the fall after which the ball is in its pocket and only the wheel still moves. */
const caught = 0.86;

const sector = 360 / wheelOrder.length;
/** The angle of the pocket on the wheel, from zero. */
export const pocketAngle = (pocket: number): number => wheelOrder.indexOf(pocket) * sector;

/** The wheel alone: it starts and stops gently. */
export function rotorAt(ms: number, { spinMs }: SpinShape): number {
  const share = Math.min(1, Math.max(0, ms / spinMs));
  const eased = share * share * (3 - 2 * share);
  return 360 * rotorRotations * eased;
}

/**
 * The positions at a moment. Before the fall the ball runs on the rim, identically for every number: it reveals nothing about the result.
 * @param pocket null while it is unknown
 */
export function pictureAt(ms: number, shape: SpinShape, pocket: number | null): WheelPicture {
  const { spinMs, fallMs } = shape;
  const rotor = rotorAt(ms, shape);
  const fallsAt = spinMs - fallMs;
  if (ms < fallsAt || pocket === null) return { rotor, ball: (ballSpeed * ms) / 1000, height: 1 };
  const share = Math.min(1, (ms - fallsAt) / fallMs / caught);
  const start = (ballSpeed * fallsAt) / 1000 - rotorAt(fallsAt, shape);
  // Relative to the wheel, in degrees for the whole of the fall.
  const speed = relativeSpeed(shape) * ((fallMs * caught) / 1000);
  const distance = distanceTo(start, pocketAngle(pocket), speed / 2);
  return { rotor, ball: rotor + start + hermite(share, distance, speed), height: drop(share) };
}

/** The ball's speed against the wheel at the start of the fall, degrees a second. */
function relativeSpeed(shape: SpinShape): number {
  const at = shape.spinMs - shape.fallMs;
  return ballSpeed - (rotorAt(at + 1, shape) - rotorAt(at - 1, shape)) * 500;
}

/** The distance from `start` to the pocket that is nearest to the preferred one. */
function distanceTo(start: number, end: number, target: number): number {
  const rotations = Math.round((target - (end - start)) / 360);
  return end - start + 360 * rotations;
}

/** From 0 to `distance` with the given initial speed and none at the end. */
function hermite(share: number, distance: number, speed: number): number {
  const [s2, s3] = [share * share, share * share * share];
  return distance * (3 * s2 - 2 * s3) + speed * (s3 - 2 * s2 + share);
}

/** Down from the rim in three hops, each lower than the one before. */
function drop(share: number): number {
  if (share >= 1) return 0;
  if (share < 0.45) return 1 - 0.75 * (share / 0.45) ** 2;
  const rest = (share - 0.45) / 0.55;
  return 0.25 * (1 - rest) * Math.abs(Math.cos(rest * Math.PI * 2.5));
}
