import { useCallback, useEffect, useRef, useState } from "react";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { call } from "../api.ts";
import { useChanges } from "../live/use-changes.ts";
import { dialogClosed, signedOut } from "./office-events.ts";

/** A page's data, and how it is reloaded. */
export interface Reading<T> {
  /** Undefined before the first response; a later failure leaves the data unchanged. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  reload(): void;
}

/**
 * Fetches now, when the input changes, and when the server says that the response would differ (without a socket every `everyMs` milliseconds). While a dialog is open the data does not change, because the
 * dialog's row might disappear: it is fetched when the dialog is closed.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name includes the whole input, and a turn triggers a fetch.
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
  useChanges(route.path, everyMs ?? false, reload);
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
