import type { LucideIcon } from "lucide-react";

/** A chrome icon: one set (Lucide), one stroke. Decorative always: the control that holds it carries the name. */
export function Icon(props: { of: LucideIcon; size?: 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 22; stroke?: number }) {
  const { of: Glyph, size = 19, stroke = 1.75 } = props;
  return <Glyph className="icon" size={size} strokeWidth={stroke} aria-hidden="true" />;
}
