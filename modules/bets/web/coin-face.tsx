import { Seal } from "#kit/ui/seal.tsx";

const reeds = Array.from({ length: 60 }, (_, index) => index * 6);

/** One side of Fairhouse's gold coin: the logo on heads, a rosette on tails. The light comes from the upper left. */
export function CoinFace({ side }: { side: "heads" | "tails" }) {
  return (
    <svg className={`coin-face ${side}`} viewBox="-50 -50 100 100" aria-hidden="true">
      <circle r="49" className="rim" />
      <g className="reeds">
        {reeds.map(angle => (
          <path key={angle} d="M0-49v4" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle r="45" className="field" />
      <path className="shade" d={arc(39.5, 10, 170)} />
      <path className="light" d={arc(42.6, 192, 282)} />
      <circle r="36" className="ring" />
      <g className="sign">{side === "heads" ? <Mark /> : <Rosette />}</g>
    </svg>
  );
}

/** An arc around the middle, from one angle to another (degrees, clockwise from the right). */
function arc(radius: number, from: number, to: number): string {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}`;
}

function Mark() {
  return (
    <g fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
      <path d="M-23-7 0-26 23-7" />
      <path d="M-14 10-4.5 20 13 1" />
    </g>
  );
}

function Rosette() {
  return (
    <g transform="translate(-32 -32)">
      <Seal of="c01nf1a9e26d4b75" size={64} copies={14} inner={0.34} stroke={1.1} />
    </g>
  );
}
