import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from "react";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "./api.ts";
import { useClient } from "./client.ts";
import { createStaleGuard } from "./stale-guard.ts";

type DataOf<S extends RouteSpec> = RouteOutput<S> extends { data: infer T } ? T : never;

export interface Answer<T> {
  /** Null until the server has responded. */
  readonly data: T | null;
  /** The request failed. */
  readonly failed: boolean;
  readonly load: () => Promise<void>;
  /** For local updates: a response to an earlier request does not undo them. */
  readonly setData: Dispatch<SetStateAction<T | null>>;
}

/** The response of a call without input: requested at once, and again with `load`. */
export function useAnswer<S extends RouteSpec>(route: Route<S>): Answer<DataOf<S>> {
  const { api } = useClient();
  const [data, setData] = useState<DataOf<S> | null>(null);
  const [failed, setFailed] = useState(false);
  const [staleGuard] = useState(createStaleGuard);
  const load = useCallback(async () => {
    const mayShow = staleGuard.start();
    setFailed(false);
    try {
      const answer = (await api.call(route, {} as Given<S>)) as { readonly data: DataOf<S> };
      if (mayShow()) setData(answer.data);
    } catch {
      if (mayShow()) setFailed(true);
    }
  }, [api, route, staleGuard]);
  useEffect(() => void load(), [load]);
  const know = useCallback<typeof setData>(
    next => {
      staleGuard.start()();
      setData(next);
    },
    [staleGuard],
  );
  return { data, failed, load, setData: know };
}

/** Polls every `everyMs` milliseconds while `waits` holds; a missing response does not stop it. */
export function useAskedAgain({ load }: Pick<Answer<unknown>, "load">, waits: boolean, everyMs: number): void {
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void load(), everyMs);
    return () => clearInterval(timer);
  }, [load, waits, everyMs]);
}
