import type { ReactNode } from "react";

export function Companions({ children }: { children: ReactNode }) {
  return children;
}
