import { useId, useMemo } from "react";
import { type SealOptions, sealBytes, sealShape } from "./seal-shape.ts";

interface SealProps extends SealOptions {
  /** A hash in hex, or any stable text (a player's seal). */
  of: string;
  size: number;
  stroke?: number;
  /** `checked` puts roof and check in the middle: only for results that were computed again and matched. */
  middle?: "checked" | "none";
  /** Draws itself, once, when it appears. */
  drawn?: boolean;
}

/** The guilloche rosette of a hash. Decorative: what it stands for is said in text beside it. */
export function Seal({ of, size, stroke = 0.8, middle = "none", drawn = false, ...options }: SealProps) {
  const { copies, inner, points, radius } = options;
  const shape = useMemo(
    () =>
      sealShape(sealBytes(of), {
        radius: radius ?? 48,
        copies: copies ?? 12,
        inner: inner ?? 0.52,
        points: points ?? 170,
      }),
    [of, copies, inner, points, radius],
  );
  const id = useId();
  return (
    <svg
      className={`seal${drawn ? " drawn" : ""}`}
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
    >
      <g fill="none" stroke="currentColor" strokeWidth={stroke}>
        <path id={id} d={shape.path} pathLength={100} />
        {shape.rotations.slice(1).map(angle => (
          <use key={angle} href={`#${id}`} transform={`rotate(${angle.toFixed(1)})`} />
        ))}
      </g>
      {middle === "checked" && <CheckedMiddle />}
    </svg>
  );
}

function CheckedMiddle() {
  return (
    <g className="seal-mid" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <circle r="24" fill="var(--felt-850)" stroke="var(--brass-300)" strokeWidth="1.6" />
      <path d="M-14 0 0-13 14 0" stroke="var(--brass-300)" strokeWidth="4" />
      <path d="m-9 6 7 7 12-13" stroke="var(--signal-400)" strokeWidth="4.4" />
    </g>
  );
}

/** A player's default picture: the seal of the account on a ground of its own hue. */
export function SealAvatar({ of, size = 36 }: { of: string; size?: number }) {
  const hue = Math.round(((sealBytes(of)[4] ?? 0) / 256) * 360);
  return (
    <span
      className="ava"
      style={{ width: size, height: size, background: `oklch(.34 .08 ${hue})`, color: `oklch(.82 .12 ${hue})` }}
    >
      <Seal of={of} size={size} copies={7} stroke={2.2} points={size < 30 ? 48 : 90} />
    </span>
  );
}
