import type { ReactNode } from "react";
import type { Side } from "../shared/rules.ts";
import type { Fall } from "./use-fall.ts";

const angles = Array.from({ length: 12 }, (_, place) => place * 15);

/** The coin: the house mark on heads, a rosette on tails. It lies on the side it shows. */
export function Coin({ side, fall, label }: { side: Side; fall: Fall; label: string }) {
  return (
    <div className={`duel-coin ${side} ${fall}`} role="img" aria-label={label}>
      <div className="turn">
        <Face className="heads">
          <path d="M-34 -4 0 -34 34 -4" />
          <path d="m-20 14 16 17 28-31" />
        </Face>
        <Face className="tails">
          {angles.map(angle => (
            <ellipse key={angle} rx="40" ry="15" transform={`rotate(${angle})`} />
          ))}
        </Face>
      </div>
    </div>
  );
}

function Face({ className, children }: { className: Side; children: ReactNode }) {
  return (
    <svg className={className} viewBox="-60 -60 120 120" aria-hidden="true">
      <circle className="rim" r="58" />
      <circle className="plate" r="50" />
      <g className={`mark ${className}`}>{children}</g>
    </svg>
  );
}
