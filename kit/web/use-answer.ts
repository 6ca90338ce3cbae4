import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from "react";
import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "./api.ts";
import { useClient } from "./client.ts";

type DataOf<S extends RouteSpec> = RouteOutput<S> extends { data: infer T } ? T : never;

export interface Answer<T> {
  /** Null until the house has answered. */
  readonly data: T | null;
  /** It could not be asked. */
  readonly failed: boolean;
  readonly load: () => Promise<void>;
  /** For what is known without asking again. */
  readonly setData: Dispatch<SetStateAction<T | null>>;
}

/** What a call that needs no input answers: asked for at once, and again with `load`. */
export function useAnswer<S extends RouteSpec>(route: Route<S>): Answer<DataOf<S>> {
  const { api } = useClient();
  const [data, setData] = useState<DataOf<S> | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const answer = (await api.call(route, {} as Given<S>)) as { readonly data: DataOf<S> };
      setData(answer.data);
    } catch {
      setFailed(true);
    }
  }, [api, route]);
  useEffect(() => void load(), [load]);
  return { data, failed, load, setData };
}
