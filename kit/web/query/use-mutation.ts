import { useMutation as useTanStackMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import type { CallOptions, Given } from "../api.ts";
import type { DataOf, Effects } from "./route-cache.ts";
import { useRouteCache } from "./use-query.ts";

export interface Mutation<S extends RouteSpec> {
  readonly isPending: boolean;
  /** Calls; rejects with an `ApiError`. `options.key` repeats an attempt. */
  mutate(given: Given<S>, options?: CallOptions): Promise<DataOf<S>>;
}

/** A call that changes something, and what has to be read again after it. */
export function useMutation<S extends RouteSpec>(route: Route<S>, effects: Effects<S> = {}): Mutation<S> {
  const cache = useRouteCache();
  const { mutateAsync, isPending } = useTanStackMutation(cache.mutationOf(route, effects), cache.queries);
  const mutate = useCallback(
    (given: Given<S>, options: CallOptions = {}) => mutateAsync({ given, options }),
    [mutateAsync],
  );
  return { mutate, isPending };
}
