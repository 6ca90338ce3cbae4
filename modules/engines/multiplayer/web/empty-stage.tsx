import type { ReactNode } from "react";
import { Seal } from "#kit/ui/seal.tsx";

/** An idle scene: a seal and one sentence that says what to do. */
export function EmptyStage({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="stage-empty">
      <Seal of={of} size={150} copies={12} inner={0.4} stroke={0.6} />
      <p>{children}</p>
    </div>
  );
}
