import { lazy, useEffect } from "react";
import type { ApiError } from "#kit/web/api-error.ts";

const ProofPrompt = lazy(() => import("#modules/factors/web/proof-prompt.tsx"));

/** A call that is locked (423) until the user does something. */
export interface Lock {
  readonly refusal: ApiError;
  /** True if the call may be repeated. */
  onDone(isOpen: boolean): void;
}

/** Prompts for what opens the lock: a proof after inactivity. Other locks have no prompt. */
export default function Unlock({ refusal, onDone }: Lock) {
  const opens = refusal.code === "session_idle";
  useEffect(() => {
    if (!opens) onDone(false);
  }, [opens, onDone]);
  if (!opens) return null;
  return <ProofPrompt why="idle" onProven={() => onDone(true)} onClose={() => onDone(false)} />;
}
