import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Seal } from "#kit/ui/seal.tsx";
import type { Side } from "../shared/rules.ts";

export const flipMs = 1100;

interface CoinProps {
  /** What lies up, or will. */
  readonly side: Side;
  /** Another value tosses the coin, where `tossing`. */
  readonly toss: string;
  readonly tossing: boolean;
}

/** Half turns of a toss: an even number leaves the side that lay up. */
const turns = 10;
const reeds = Array.from({ length: 60 }, (_, index) => index * 6);

/** A gold coin with the house mark; the reverse has a rosette. It flips with true perspective and lands flat. */
export function Coin({ side, toss, tossing }: CoinProps) {
  const coin = useRef<HTMLDivElement>(null);
  const turned = useRef(side === "tails" ? 180 : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toss happens once, when its name changes
  useLayoutEffect(() => {
    const disc = coin.current;
    if (!disc) return;
    const from = turned.current % 360;
    const lies = side === "tails" ? 180 : 0;
    turned.current = lies;
    disc.style.transform = `rotateX(${lies}deg)`;
    if (!tossing) return;
    const end = lies + 180 * turns + (((from + 360 - lies) % 360 === 0 ? 0 : 360) + 0);
    const at = (height: number, angle: number) => `translateY(${height}px) rotateX(${angle}deg)`;
    const half = from + (end - from) * 0.55;
    const run = disc.animate(
      [
        { transform: at(0, from), easing: "cubic-bezier(.2,.7,.4,1)" },
        { transform: at(-130, half), offset: 0.45, easing: "cubic-bezier(.5,0,.8,.5)" },
        { transform: at(0, end - 40), offset: 0.9, easing: "ease-out" },
        { transform: at(0, end) },
      ],
      { duration: flipMs },
    );
    return () => run.cancel();
  }, [toss]);
  return (
    <div className="coin-room" aria-hidden="true">
      <div className="coin" ref={coin}>
        <Face className="heads">
          <path d="M-23-7 0-26 23-7" fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
          <path d="M-14 10-4.5 20 13 1" fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
        </Face>
        <Face className="tails">
          <Rosette />
        </Face>
      </div>
    </div>
  );
}

function Face({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg className={`face ${className}`} viewBox="-50 -50 100 100" aria-hidden="true">
      <circle r="49" className="rim" />
      <circle r="45" className="field" />
      <g className="reeds">
        {reeds.map(angle => (
          <path key={angle} d="M0-49v4" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle r="38" className="ring" />
      <g className="sign">{children}</g>
    </svg>
  );
}

/** The figure of the reverse: a rosette as on every hash, in the middle of the coin. */
function Rosette() {
  return (
    <g transform="translate(-33 -33)">
      <Seal of="c01nf1a9e26d4b75" size={66} copies={14} inner={0.34} stroke={1.1} />
    </g>
  );
}
