/** Strokes of a 20 × 20 picture of the wheel. */
export const wheelGlyph = "M10 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M5.8 6.8l8.4 8.4M14.2 6.8l-8.4 8.4M8 1.5h4l-2 3z";
