import { useLayoutEffect, useRef } from "react";
import { CoinFace } from "#modules/bets/web/coin-face.tsx";
import type { Side } from "../shared/rules.ts";

export const flipMs = 1100;

interface CoinProps {
  /** The side that is up, or will be. */
  readonly side: Side;
  /** Another value tosses the coin, if `tossing`. */
  readonly toss: string;
  readonly tossing: boolean;
}

/** Half turns of a toss: an even number keeps the side that was up. */
const rotations = 10;

/** A gold coin with the logo; the reverse has a rosette. It flips in perspective and lands flat. */
export function Coin({ side, toss, tossing }: CoinProps) {
  const coin = useRef<HTMLDivElement>(null);
  const angle = useRef(side === "tails" ? 180 : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toss per change of its key
  useLayoutEffect(() => {
    const disc = coin.current;
    if (!disc) return;
    const from = angle.current % 360;
    const lies = side === "tails" ? 180 : 0;
    angle.current = lies;
    disc.style.transform = `rotateX(${lies}deg)`;
    if (!tossing) return;
    const end = lies + 180 * rotations + (((from + 360 - lies) % 360 === 0 ? 0 : 360) + 0);
    // A small coin stays below what is above it.
    const rise = disc.clientWidth / (disc.clientWidth > 200 ? 2 : 4);
    const at = (height: number, angle: number) => `translateY(${height}px) rotateX(${angle}deg)`;
    const half = from + (end - from) * 0.55;
    const run = disc.animate(
      [
        { transform: at(0, from), easing: "cubic-bezier(.2,.7,.4,1)" },
        { transform: at(-rise, half), offset: 0.45, easing: "cubic-bezier(.5,0,.8,.5)" },
        { transform: at(0, end - 40), offset: 0.9, easing: "ease-out" },
        { transform: at(0, end) },
      ],
      { duration: flipMs },
    );
    return () => run.cancel();
  }, [toss]);
  return (
    <div className="coin-space" aria-hidden="true">
      <div className="coin" ref={coin}>
        <CoinFace side="heads" />
        <CoinFace side="tails" />
      </div>
    </div>
  );
}
