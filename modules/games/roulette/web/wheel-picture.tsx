import { useEffect, useRef } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { colourOf } from "../shared/cloth.ts";
import { wheelOrder } from "../shared/wheel.ts";
import { pictureAt, pocketAngle, type SpinShape } from "./motion.ts";

/** A spin to animate. `elapsed` is read at every frame. */
export interface ShownSpin {
  readonly elapsed: () => number;
  readonly shape: SpinShape;
  /** Null until the server has published it. */
  readonly pocket: number | null;
}

interface WheelProps {
  readonly spin: ShownSpin | null;
  /** The ball's position while nothing turns. */
  readonly resting: number | null;
  /** No animation: the ball is hidden while the wheel would turn. */
  readonly still: boolean;
}

const sector = 360 / wheelOrder.length;
const fills = { green: "oklch(.5 .12 155)", red: "oklch(.5 .17 25)", black: "oklch(.17 .02 168)" };
const point = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
};

/** One pocket, around the top of the wheel. */
const pocketPath = (outer: number, inner: number): string => {
  const half = sector / 2;
  return `M${point(outer, -half)}A${outer} ${outer} 0 0 1 ${point(outer, half)}L${point(inner, half)}A${inner} ${inner} 0 0 0 ${point(inner, -half)}Z`;
};
const outerPocket = pocketPath(178, 146);
const innerPocket = pocketPath(146, 112);

/** The ball's radius in a pocket, and on the rim. */
const [pocketRadius, rimRadius] = [129, 190];

/** The wheel and the ball: the bowl is static, wheel and ball are animated by the browser's compositor alone. */
export function WheelPicture({ spin, resting, still }: WheelProps) {
  const { t } = useTranslation("roulette");
  const rotor = useRef<SVGSVGElement>(null);
  const ball = useRef<SVGSVGElement>(null);
  const dot = useRef<SVGGElement>(null);

  useEffect(() => {
    const show = (rotation: number, angle: number, height: number) => {
      if (rotor.current) rotor.current.style.transform = `rotate(${rotation.toFixed(3)}deg)`;
      if (ball.current) ball.current.style.transform = `rotate(${angle.toFixed(3)}deg)`;
      const radius = pocketRadius + (rimRadius - pocketRadius) * height;
      dot.current?.setAttribute("transform", `translate(0 ${(-radius).toFixed(2)})`);
    };
    if (!spin || still) {
      show(0, resting === null ? 0 : pocketAngle(resting), resting === null ? 1 : 0);
      return;
    }
    let frame = 0;
    const tick = () => {
      const ms = Math.max(0, spin.elapsed());
      const picture = pictureAt(ms, spin.shape, spin.pocket);
      show(picture.rotor, picture.ball, picture.height);
      if (ms < spin.shape.spinMs) frame = requestAnimationFrame(tick);
    };
    tick();
    return () => cancelAnimationFrame(frame);
  }, [spin, resting, still]);

  const isAway = spin !== null ? still : resting === null;
  return (
    <div
      className="rl-wheel"
      role="img"
      aria-label={resting === null || spin ? t("wheel") : t("wheel_rests", { number: resting })}
    >
      <svg viewBox="-220 -220 440 440" aria-hidden="true">
        <circle r="216" fill="oklch(.3 .05 50)" stroke="oklch(.56 .092 76)" strokeWidth="3" />
        <circle r="202" fill="oklch(.56 .092 76)" />
        <circle r="199" fill="oklch(.24 .04 50)" />
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: eight studs that never change
          <path key={index} transform={`rotate(${11 + 45 * index})`} d="M0-206l5 8-5 8-5-8z" fill="oklch(.9 .065 90)" />
        ))}
      </svg>
      <svg ref={rotor} className="turn" viewBox="-220 -220 440 440" aria-hidden="true">
        <circle r="181" fill="oklch(.765 .108 82)" />
        {wheelOrder.map((number, index) => (
          <g key={number} transform={`rotate(${(index * sector).toFixed(3)})`}>
            <path d={outerPocket} fill={fills[colourOf(number)]} stroke="oklch(.85 .09 87)" />
            <path d={innerPocket} fill={fills[colourOf(number)]} stroke="oklch(.85 .09 87)" strokeOpacity=".5" />
            <text y="-157">{number}</text>
          </g>
        ))}
        <circle r="112" fill="oklch(.26 .04 50)" stroke="oklch(.765 .108 82)" strokeWidth="3" />
        {Array.from({ length: 18 }, (_, index) => (
          <ellipse
            // biome-ignore lint/suspicious/noArrayIndexKey: a rosette that never changes
            key={index}
            rx="98"
            ry="44"
            fill="none"
            stroke="oklch(.765 .108 82 / .3)"
            strokeWidth=".8"
            transform={`rotate(${index * 10})`}
          />
        ))}
        {[45, 135, 225, 315].map(angle => (
          <g key={angle} transform={`rotate(${angle})`}>
            <path d="M-4 0L-2.5-62h5L4 0z" fill="oklch(.7 .1 80)" />
            <circle cy="-66" r="9" fill="oklch(.8 .1 84)" />
          </g>
        ))}
        <circle r="24" fill="oklch(.6 .09 78)" />
        <circle r="15" fill="oklch(.84 .08 88)" />
      </svg>
      <svg ref={ball} className={isAway ? "turn away" : "turn"} viewBox="-220 -220 440 440" aria-hidden="true">
        <g ref={dot} transform={`translate(0 ${-pocketRadius})`}>
          <circle r="9.5" fill="#fffdf6" />
          <circle cx="-3" cy="-3" r="3" fill="#fff" />
        </g>
      </svg>
    </div>
  );
}
