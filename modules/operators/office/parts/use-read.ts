import { useEffect, useReducer, useRef } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import type { DataOf } from "#kit/web/query/route-cache.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { dialogClosed, type Reading, signedOut } from "./use-office-query.ts";

/**
 * Reads through the query library, now and every `everyMs` milliseconds. While a dialog is open what is shown does not change, because the
 * dialog's row might disappear.
 */
export function useRead<S extends RouteSpec>(
  route: Route<S>,
  given: Given<S>,
  everyMs: number | false = false,
): Reading<DataOf<S>> {
  const { data, error, refetch } = useQuery(route, given, { pollMs: everyMs });
  const name = JSON.stringify(given);
  const shown = useRef<{ of: string; data: DataOf<S> | undefined }>({ of: name, data });
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    addEventListener(dialogClosed, again);
    return () => removeEventListener(dialogClosed, again);
  }, []);
  const known = error instanceof ApiError ? error : undefined;
  const isSignedOut = known?.code === "unauthenticated";
  useEffect(() => {
    if (isSignedOut) dispatchEvent(new Event(signedOut));
  }, [isSignedOut]);
  if (shown.current.of !== name || shown.current.data === undefined || !isDialogOpen())
    shown.current = { of: name, data };
  return { data: shown.current.data, error: known, reload: () => void refetch() };
}
