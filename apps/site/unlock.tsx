import { lazy, useEffect } from "react";
import type { ApiError } from "#kit/web/api-error.ts";

const ProofPrompt = lazy(() => import("#modules/factors/web/proof-prompt.tsx"));
const TermsPrompt = lazy(() => import("#modules/accounts/web/terms-prompt.tsx"));

/** A call that is locked (423) until the user does something. */
export interface Lock {
  readonly refusal: ApiError;
  /** True if the call may be repeated. */
  onDone(isOpen: boolean): void;
}

/** Prompts for what opens the lock: a proof after inactivity, consent to new terms. Other locks have no prompt. */
export default function Unlock({ refusal, onDone }: Lock) {
  const { code, data } = refusal;
  const opens = code === "session_idle" || code === "terms_changed";
  useEffect(() => {
    if (!opens) onDone(false);
  }, [opens, onDone]);
  if (code === "session_idle")
    return <ProofPrompt why="idle" onProven={() => onDone(true)} onClose={() => onDone(false)} />;
  if (code === "terms_changed") return <TermsPrompt version={String(data.version)} onDone={onDone} />;
  return null;
}
