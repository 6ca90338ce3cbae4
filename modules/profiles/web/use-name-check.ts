import { useEffect, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useClient } from "#kit/web/client.ts";
import { refusedFields } from "#kit/web/error-lines.ts";
import { checkName } from "../shared/contract.ts";
import { readName } from "../shared/name-rules.ts";

export type NameCheck =
  | { readonly kind: "none" | "checking" | "free" | "unknown" }
  | { readonly kind: "refused"; readonly why: string };

/** Debounce before the server is called. */
const pauseMs = 350;

/** Whether the player could take the name in the field: by the rules at once, by the server after a pause. */
export function useNameCheck(text: string, current: string): NameCheck {
  const { api } = useClient();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly check: NameCheck }>();
  const { problem } = readName(text);
  const asks = text !== "" && text !== current && problem === undefined;
  useEffect(() => {
    if (!asks) return;
    let isHere = true;
    const timer = setTimeout(() => {
      api.call(checkName, { body: { name: text } }).then(
        () => isHere && setAnswer({ of: text, check: { kind: "free" } }),
        (error: unknown) => isHere && setAnswer({ of: text, check: refusalOf(error) }),
      );
    }, pauseMs);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [api, asks, text]);
  if (text === "" || text === current) return { kind: "none" };
  if (problem !== undefined) return { kind: "refused", why: problem };
  return answer?.of === text ? answer.check : { kind: "checking" };
}

/** Without a response the player may submit anyway. */
function refusalOf(error: unknown): NameCheck {
  const why = error instanceof ApiError ? refusedFields(error)[0]?.[1][0] : undefined;
  return why === undefined ? { kind: "unknown" } : { kind: "refused", why };
}
