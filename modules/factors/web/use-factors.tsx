import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";
import { isPasskeyCancelled } from "#kit/web/passkey.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { getFactors } from "#modules/factors/shared/contract.ts";

const ProofPrompt = lazy(() => import("./proof-prompt.tsx"));

/** The player's factors; undefined until they are loaded. */
export function useFactors() {
  const { data: factors, isError, refetch } = useQuery(getFactors, {});
  return { factors, failed: isError, load: async () => void (await refetch()) };
}

/** A requested change that waits for the proof. */
interface Waiting {
  go(): void;
  giveUp(): void;
}

/**
 * Runs changes of credentials. If the server requires a fresh proof, `prompt` is shown, and the change is repeated after it. False, and a
 * toast, when it was refused or cancelled.
 */
export function useProven(): { change(work: () => Promise<void>): Promise<boolean>; prompt: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { lines } = useErrorTexts("factors");
  const change = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "proof_required") {
          if (!isPasskeyCancelled(error)) notify({ kind: "error", lines: lines(error) });
          return false;
        }
      }
      const proven = await new Promise<boolean>(resolve =>
        setWaiting({ go: () => resolve(true), giveUp: () => resolve(false) }),
      );
      setWaiting(null);
      if (!proven) return false;
      try {
        await work();
        return true;
      } catch (error) {
        if (!isPasskeyCancelled(error)) notify({ kind: "error", lines: lines(error) });
        return false;
      }
    },
    [lines],
  );
  const prompt = waiting && (
    <Suspense>
      <ProofPrompt onProven={waiting.go} onClose={waiting.giveUp} />
    </Suspense>
  );
  return { change, prompt };
}
