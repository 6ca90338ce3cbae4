interface GlyphProps {
  /** Strokes of a 20 × 20 picture. */
  readonly path: string;
  readonly width?: number | undefined;
  readonly size?: number;
}

/** A line picture in the colour of the text. */
export function Glyph({ path, width = 1.9, size = 20 }: GlyphProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
