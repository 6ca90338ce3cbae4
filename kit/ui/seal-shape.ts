/** One closed curve and the angles (degrees) at which it is repeated to make a guilloche rosette. */
export interface SealShape {
  readonly path: string;
  readonly rotations: readonly number[];
}

export interface SealOptions {
  /** Outer radius in units of the drawing. */
  readonly radius?: number | undefined;
  readonly copies?: number | undefined;
  /** Inner radius as a part of the outer one. */
  readonly inner?: number | undefined;
  readonly points?: number | undefined;
}

/**
 * The seal of a hash: bytes 0 to 3 choose the lobes, the second frequency and the two depths. The same bytes give the
 * same figure on every device, so a seal may be compared by eye.
 */
export function sealShape(bytes: ArrayLike<number>, options: SealOptions = {}): SealShape {
  const { radius = 48, copies = 12, inner = 0.52, points = 170 } = options;
  const part = (index: number) => (bytes[index] ?? 0) / 256;
  const lobes = 3 + Math.floor(part(0) * 4);
  const second = lobes * 2 + 1 + Math.floor(part(1) * 3);
  const depth = 0.16 + part(2) * 0.1;
  const ripple = 0.05 + part(3) * 0.06;
  let path = "";
  for (let i = 0; i <= points; i++) {
    const t = (i / points) * 2 * Math.PI;
    const wave = (depth * Math.cos(lobes * t) + ripple * Math.cos(second * t)) / (depth + ripple);
    const r = radius * ((1 + inner) / 2 + ((1 - inner) / 2) * wave);
    path += `${i ? "L" : "M"}${(r * Math.cos(t)).toFixed(1)} ${(r * Math.sin(t)).toFixed(1)}`;
  }
  return { path: `${path}Z`, rotations: Array.from({ length: copies }, (_, k) => (k * 360) / lobes / copies) };
}

/** The bytes a seal is drawn from: of hexadecimal text directly, of any other text by a small mixing of its characters. */
export function sealBytes(text: string): readonly number[] {
  if (/^[0-9a-f]{8,}$/.test(text)) return [0, 2, 4, 6, 8].map(at => Number.parseInt(text.slice(at, at + 2) || "0", 16));
  let state = 2166136261;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619);
  return Array.from({ length: 5 }, () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    return (state >>> 8) & 255;
  });
}

/** The hue (degrees) of the background of a player's seal. */
export function sealHue(text: string): number {
  return Math.round((sealBytes(text)[4] ?? 0) * 1.40625);
}
