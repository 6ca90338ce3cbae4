import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { type MakeProven, ProofContext } from "#modules/accounts/web/access/proof-context.ts";

const ProofPrompt = lazy(() => import("#modules/factors/web/proof-prompt.tsx"));

/** Asks for a fresh proof if a change below requires one, and then makes the change. If cancelled, the refusal remains. */
export function RequireProof({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null);
  const make = useCallback<MakeProven>(async change => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "proof_required") throw error;
      const isProven = await new Promise<boolean>(resolve => setAnswer(() => resolve));
      setAnswer(null);
      if (!isProven) throw error;
      return change();
    }
  }, []);
  return (
    <ProofContext value={make}>
      {children}
      {answer && (
        <Suspense>
          <ProofPrompt onProven={() => answer(true)} onClose={() => answer(false)} />
        </Suspense>
      )}
    </ProofContext>
  );
}
