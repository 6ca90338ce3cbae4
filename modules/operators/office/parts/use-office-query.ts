import { useCallback, useEffect, useRef, useState } from "react";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { call } from "../api.ts";

/** What a room shows, and how it is read again. */
export interface Reading<T> {
  /** Undefined before the first answer; a later failure leaves what is there. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  reload(): void;
}

/** Told when the house says that nobody is signed in any more. */
export const signedOut = "office-signed-out";

/** Told when a dialog has been closed. */
export const dialogClosed = "office-dialog-closed";

/**
 * Reads a call now, when its input changes, and every `everyMs` milliseconds. While a dialog is open nothing that stands there
 * changes, because the row it was opened from may be gone by now: the call is read when the dialog is closed.
 */
export function useOfficeQuery<S extends RouteSpec>(
  route: Route<S>,
  given: Given<S>,
  everyMs?: number,
): Reading<RouteOutput<S>> {
  const [reading, setReading] = useState<{ of: string; data?: RouteOutput<S>; error?: ApiError }>({ of: "" });
  const name = `${route.path} ${JSON.stringify(given)}`;
  const [reloads, setReloads] = useState(0);
  const due = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all that the input says, and a turn asks again.
  useEffect(() => {
    let wanted = true;
    call(route, given).then(
      data => {
        if (!wanted) return;
        if (isDialogOpen()) due.current = true;
        else setReading({ of: name, data });
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === "unauthenticated") dispatchEvent(new Event(signedOut));
        if (wanted) setReading(former => (former.of === name ? { ...former, error } : { of: name, error }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [name, reloads]);

  const reload = useCallback(() => setReloads(former => former + 1), []);
  useEffect(() => {
    if (everyMs === undefined) return;
    const look = () => {
      if (isDialogOpen()) due.current = true;
      else if (document.visibilityState === "visible") reload();
    };
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  useEffect(() => {
    const closed = () => {
      if (due.current) reload();
      due.current = false;
    };
    addEventListener(dialogClosed, closed);
    return () => removeEventListener(dialogClosed, closed);
  }, [reload]);
  return { data: reading.of === name ? reading.data : undefined, error: reading.error, reload };
}
