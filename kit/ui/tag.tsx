import type { ReactNode } from "react";

/** A small label. `sig` is for what matched or won, `br` for value, `live` for what runs now, `g` in a game's own hue. */
export function Tag({ look, children }: { look?: "sig" | "br" | "live" | "warn" | "g"; children: ReactNode }) {
  return <span className={look ? `tag ${look}` : "tag"}>{children}</span>;
}
