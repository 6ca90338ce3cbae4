import { lazy, Suspense, useId, useMemo } from "react";
import { type SealOptions, sealBytes, sealHue, sealShape } from "./seal-shape.ts";

/** Loaded with the first checked result. */
const CheckedMiddle = lazy(() => import("./checked-middle.tsx"));

interface SealProps extends SealOptions {
  /** A hash in hex, or any stable text (a player's seal). */
  of: string;
  size: number;
  stroke?: number;
  /** `checked` puts roof and check in the middle: only for results that were recomputed and matched. */
  middle?: "checked" | "none";
  /** Animates once, when it appears. */
  drawn?: boolean;
}

/** The guilloche rosette of a hash. Decorative: the text beside it has its meaning. */
export function Seal({ of, size, stroke = 0.8, middle = "none", drawn = false, ...options }: SealProps) {
  const { copies, inner, points, radius } = options;
  const shape = useMemo(
    () => sealShape(sealBytes(of), { copies, inner, points, radius }),
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
      {middle === "checked" && (
        <Suspense>
          <CheckedMiddle />
        </Suspense>
      )}
    </svg>
  );
}

/**
 * The picture beside a player's name, by its key (modules/accounts/shared/avatar-key.ts): the seal on its own hue, or an image.
 * Decorative: the name is beside it.
 */
export function PlayerAvatar({ of, size = 36 }: { of: string; size?: number }) {
  const box = { width: size, height: size };
  if (/[^0-9a-f]/.test(of)) return <img className="avatar" src={`/avatars/${of}`} style={box} alt="" />;
  const hue = sealHue(of);
  return (
    <span className="avatar" style={{ ...box, background: `oklch(.34 .08 ${hue})`, color: `oklch(.82 .12 ${hue})` }}>
      <Seal of={of} size={size} copies={7} stroke={2.2} points={size < 30 ? 48 : 90} />
    </span>
  );
}
