import { useEffect, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { refusedFields } from "#kit/web/error-lines.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { checkName } from "../shared/contract.ts";
import { readName } from "../shared/name-rules.ts";

export type NameCheck =
  | { readonly kind: "none" | "checking" | "free" | "unknown" }
  | { readonly kind: "refused"; readonly why: string };

/** Debounce before the server is called. */
const pauseMs = 350;

/** Whether the player could take the name in the field: by the rules at once, by the server after a pause. */
export function useNameCheck(text: string, current: string): NameCheck {
  const { problem } = readName(text);
  const isRight = text !== "" && text !== current && problem === undefined;
  const settled = useDebounced(text);
  const name = useQuery(checkName, { body: { name: settled } }, { enabled: isRight && settled === text, fresh: true });
  if (text === "" || text === current) return { kind: "none" };
  if (problem !== undefined) return { kind: "refused", why: problem };
  if (settled !== text || name.isFetching || name.isPending) {
    return { kind: "checking" };
  }
  return name.isError ? refusalOf(name.error) : { kind: "free" };
}

/** The text once it has not changed for a moment. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Without a response the player may submit anyway. */
function refusalOf(error: unknown): NameCheck {
  const why = error instanceof ApiError ? refusedFields(error)[0]?.[1][0] : undefined;
  return why === undefined ? { kind: "unknown" } : { kind: "refused", why };
}
