import { useEffect, useReducer, useRef } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import type { DataOf } from "#kit/web/query/route-cache.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useChanges } from "../live/use-changes.ts";
import { dialogClosed, signedOut } from "./office-events.ts";
import type { Reading } from "./use-office-query.ts";

/**
 * Reads through the query library, now and when the server says that the response would differ (without a socket every `everyMs` milliseconds). While a dialog is open what is shown does not change, because the
 * dialog's row might disappear.
 */
export function useRead<S extends RouteSpec>(
  route: Route<S>,
  given: Given<S>,
  everyMs: number | false = false,
): Reading<DataOf<S>> {
  const { data, error, refetch } = useQuery(route, given);
  const reload = () => void refetch();
  useChanges(route.path, everyMs, reload);
  const shown = useHeldInDialog(JSON.stringify(given), data);
  const known = error instanceof ApiError ? error : undefined;
  useSignedOut(known);
  return { data: shown, error: known, reload };
}

/** What was read for an input, unchanged while a dialog is open. */
export function useHeldInDialog<T>(name: string, data: T | undefined): T | undefined {
  const shown = useRef<{ of: string; data: T | undefined }>({ of: name, data });
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    addEventListener(dialogClosed, again);
    return () => removeEventListener(dialogClosed, again);
  }, []);
  if (shown.current.of !== name || shown.current.data === undefined || !isDialogOpen())
    shown.current = { of: name, data };
  return shown.current.data;
}

/** Leaves for the sign-in page when the server says that the session has ended. */
export function useSignedOut(error: ApiError | undefined): void {
  const isSignedOut = error?.code === "unauthenticated";
  useEffect(() => {
    if (isSignedOut) dispatchEvent(new Event(signedOut));
  }, [isSignedOut]);
}
