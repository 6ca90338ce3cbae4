import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from "react";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "./api.ts";
import { useClient } from "./client.ts";
import { createStaleGuard } from "./stale-guard.ts";

type DataOf<S extends RouteSpec> = RouteOutput<S> extends { data: infer T } ? T : never;

export interface Answer<T> {
  /** Null until the house has answered. */
  readonly data: T | null;
  /** It could not be asked. */
  readonly failed: boolean;
  readonly load: () => Promise<void>;
  /** For what is known without asking again: an answer that was asked for before does not undo it. */
  readonly setData: Dispatch<SetStateAction<T | null>>;
}

/** What a call that needs no input answers: asked for at once, and again with `load`. */
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

/** Asks again every `everyMs` milliseconds while it `waits`; an answer that does not come is no reason to stop. */
export function useAskedAgain({ load }: Pick<Answer<unknown>, "load">, waits: boolean, everyMs: number): void {
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void load(), everyMs);
    return () => clearInterval(timer);
  }, [load, waits, everyMs]);
}
