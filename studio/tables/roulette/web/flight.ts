import { wheelOrder } from "../wheel.ts";

/**
 * The ball's way, worked out backwards from the pocket that was drawn: physics never chooses. Angles in radians, clockwise from the right;
 * times in milliseconds of the studio's clock, so that everybody sees the same wheel and those who come late see the rest of the flight.
 */

/** The wheel turns against the ball. */
const rotorSpeed = -0.55;
/** On the track: θ″ = −a − b·θ′². */
const a = 0.35;
const b = 0.03;
const steady = Math.sqrt(a / b);
const rate = Math.sqrt(a * b);
/** Below it the ball leaves the track. */
const leavesAt = 3.1;
const fallMs = 1_700;
const restMs = 900;
const blendMs = 3_500;

export interface Flight {
  /** From the beacon's value to the result. */
  readonly dealtAt: number;
  readonly settlesAt: number;
  readonly number: number;
  /** Decides the two hops on the deflectors, so that a replay looks the same. */
  readonly hash: string;
  readonly closesAt: number;
}

export interface BallPlace {
  readonly angle: number;
  /** 1 on the track, 0 in the pocket. */
  readonly radius: number;
  /** Radians a second, for its sound. */
  readonly speed: number;
}

const turn = 2 * Math.PI;

export function rotorAngle(ms: number): number {
  return ((ms / 1_000) * rotorSpeed) % turn;
}

/** Where a pocket stands, the ball with it. */
export function pocketAngle(number: number, ms: number): number {
  const at = wheelOrder.indexOf(number);
  return rotorAngle(ms) - Math.PI / 2 + (at * turn) / wheelOrder.length;
}

/** Speed on the track, so many seconds before the ball leaves it. */
const speedBefore = (seconds: number) => steady * Math.tan(Math.atan(leavesAt / steady) + rate * seconds);
/** The angle that it runs in those seconds. */
const runBefore = (seconds: number) =>
  Math.log(Math.cos(Math.atan(leavesAt / steady)) / Math.cos(Math.atan(leavesAt / steady) + rate * seconds)) / b;

const launchSpeed = 10;

/** While the value is waited for, the ball goes round at the speed that it will have. */
export function circlingAngle(closesAt: number, ms: number): number {
  return (Math.max(0, ms - closesAt) / 1_000) * launchSpeed - Math.PI / 2;
}

export function ballAt(flight: Flight, ms: number): BallPlace {
  const lands = flight.settlesAt - restMs;
  if (ms >= lands) return { angle: pocketAngle(flight.number, ms), radius: 0, speed: 0 };
  const leaves = lands - fallMs;
  const landing = pocketAngle(flight.number, lands);
  if (ms >= leaves) return falling(flight, ms, leaves, landing);
  const seconds = (leaves - ms) / 1_000;
  const fallRun = ((leavesAt + rotorSpeed) / 2) * (fallMs / 1_000);
  const angle = landing - fallRun - runBefore(seconds);
  return { angle: angle + blend(flight, ms, leaves, landing), radius: 1, speed: speedBefore(seconds) };
}

/** From where it circled to where physics has it: within the first seconds, always forwards. */
function blend(flight: Flight, ms: number, leaves: number, landing: number): number {
  const seconds = (leaves - flight.dealtAt) / 1_000;
  const fallRun = ((leavesAt + rotorSpeed) / 2) * (fallMs / 1_000);
  const begins = landing - fallRun - runBefore(seconds);
  const circled = circlingAngle(flight.closesAt, flight.dealtAt);
  const ahead = (((circled - begins) % turn) + turn) % turn;
  const done = Math.min(1, Math.max(0, (ms - flight.dealtAt) / Math.min(blendMs, leaves - flight.dealtAt)));
  // What is missing to the next full turn is run in addition.
  return ahead + (turn - ahead) * done * done * (3 - 2 * done);
}

function falling({ hash }: Flight, ms: number, leaves: number, landing: number): BallPlace {
  const done = (ms - leaves) / fallMs;
  const left = fallMs / 1_000 - (ms - leaves) / 1_000;
  const speed = leavesAt + (rotorSpeed - leavesAt) * done;
  const angle = landing - ((speed + rotorSpeed) / 2) * left;
  return { angle, radius: heightAt(done, hash), speed };
}

/** Down the cone with a hop on a deflector and one on the frets. */
function heightAt(done: number, hash: string): number {
  const first = 0.09 + (Number.parseInt(hash.slice(0, 2), 16) / 255) * 0.1;
  const second = 0.1 + (Number.parseInt(hash.slice(2, 4), 16) / 255) * 0.12;
  const slope = 1 - done * done * (3 - 2 * done);
  const hop = (from: number, to: number, high: number) =>
    done > from && done < to ? high * Math.sin((Math.PI * (done - from)) / (to - from)) : 0;
  const radius = slope + hop(0.3, 0.52, first) + hop(0.68, 0.84, second) + hop(0.84, 0.96, second / 3);
  return Math.max(0, Math.min(1, radius));
}
