import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import ballPicture from "../art/ball.svg";
import bowlPicture from "../art/bowl.svg";
import rotorPicture from "../art/rotor.svg";
import turretPicture from "../art/turret.svg";
import { type BallPlace, ballAt, circlingAngle, pocketAngle, rotorAngle } from "./flight.ts";

/** The wheel as planes in the table's space: ten discs, a rotor below a bowl with a hole, a stacked cone. */
export interface WheelView {
  readonly element: HTMLElement;
  /** @returns the ball's speed on the track, 0 where it makes no sound */
  draw(nowMs: number): number;
  show(round: RoundFacts | null, lastNumber: number | null): void;
  calm(on: boolean): void;
}

const size = 600;
const centre = size / 2;
const trackRadius = 246;
const pocketRadius = 134;

function disc(classes: string, inset: number, z: number): HTMLElement {
  const element = el("i", { class: `disc ${classes}`, "aria-hidden": "true" });
  element.style.cssText = `inset:${inset}px;transform:translateZ(${z}px)`;
  return element;
}

function picture(source: string, classes: string): HTMLImageElement {
  return el("img", { src: source, alt: "", class: classes, draggable: "false" });
}

export function createWheelView(label: string): WheelView {
  const rotor = picture(rotorPicture, "rotor");
  const turret = picture(turretPicture, "turret");
  const ball = picture(ballPicture, "ball");
  const rings = Array.from({ length: 10 }, (_, i) => disc(i > 7 ? "rim" : "rim low", 0, i * 4));
  const cone = Array.from({ length: 12 }, (_, i) => disc("cone", 249 + i * 2.7, 40 + i * 4));
  const element = el(
    "div",
    { class: "wheel", role: "img", "aria-label": label },
    disc("shade", -26, 0),
    ...rings,
    rotor,
    picture(bowlPicture, "bowl"),
    ...cone,
    turret,
    ball,
  );
  let round: RoundFacts | null = null;
  let resting: number | null = null;
  let isCalm = false;

  function place(now: number): BallPlace | undefined {
    const { number } = (round?.outcome ?? {}) as { number?: number };
    if (round?.phase === "closed") return { angle: circlingAngle(round.closes_at, now), radius: 1, speed: 10 };
    if (round && number !== undefined && round.dealt_at !== null && round.settles_at !== null) {
      const { closes_at: closesAt, dealt_at: dealtAt, settles_at: settlesAt, link_hash: hash } = round;
      return ballAt({ closesAt, dealtAt, settlesAt, number, hash }, now);
    }
    return resting === null ? undefined : { angle: pocketAngle(resting, now), radius: 0, speed: 0 };
  }

  /** With reduced motion, the wheel doesn't turn, and the ball is in its pocket once the result is shown. */
  function stillPlace(): BallPlace | undefined {
    const { number } = (round?.outcome ?? {}) as { number?: number };
    const shown = round?.phase === "settled" ? number : round?.phase === "betting" ? resting : undefined;
    return shown === undefined || shown === null ? undefined : { angle: pocketAngle(shown, 0), radius: 0, speed: 0 };
  }

  return {
    element,
    calm(on) {
      isCalm = on;
    },
    show(next, lastNumber) {
      round = next;
      resting = lastNumber;
    },
    draw(now) {
      const turned = isCalm ? 0 : rotorAngle(now);
      rotor.style.transform = `translateZ(38px) rotate(${turned}rad)`;
      turret.style.transform = `translateZ(86px) rotate(${turned}rad)`;
      const at = isCalm ? stillPlace() : place(now);
      ball.hidden = at === undefined;
      if (!at) return 0;
      const radius = pocketRadius + (trackRadius - pocketRadius) * at.radius;
      const x = centre + radius * Math.cos(at.angle) - 14;
      const y = centre + radius * Math.sin(at.angle) - 14;
      ball.style.transform = `translate3d(${x}px,${y}px,${44 + at.radius * 14}px)`;
      return at.radius > 0 ? at.speed : 0;
    },
  };
}
