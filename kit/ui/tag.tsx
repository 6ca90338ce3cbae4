import type { ReactNode } from "react";

/** A small label. `sig` is for what matched or won, `br` for value, `live` for what is running, `g` in a game's own hue. */
export function Tag({
  variant,
  children,
}: {
  variant?: "signal" | "brass" | "live" | "warn" | "tinted";
  children: ReactNode;
}) {
  return <span className={variant ? `tag ${variant}` : "tag"}>{children}</span>;
}
