import { useCallback, useEffect, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { type DataOf, type RouteCache, replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { getSeeds, rotateSeeds, type Seeds, setClientSeed } from "../shared/contract.ts";
import { freshClientSeed } from "./client-seed.ts";

export interface SeedPair {
  /** Null for a guest and until the first response. */
  readonly seeds: Seeds | null;
  /** The server seed that the last rotation revealed, hex. */
  readonly revealed: { readonly seed: string; readonly hash: string } | null;
  /** The server's message about the last rejected change; empty if no response arrived. */
  readonly refused: string | null;
  readonly busy: boolean;
  change(clientSeed: string): Promise<boolean>;
  rotate(): Promise<void>;
}

/** The player's own seed pair. `fresh` changes when a bet was made: it may have set a first seed. */
export function useSeeds(playerId: string | null, fresh: number): SeedPair {
  const { data, refetch } = useQuery(getSeeds, {}, { enabled: playerId !== null });
  const seeds = playerId === null ? null : (data ?? null);
  const [revealed, setRevealed] = useState<SeedPair["revealed"]>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const setting = useMutation(setClientSeed, replaces(getSeeds));
  const rotating = useMutation(rotateSeeds, keepsNext);
  const isUnset = seeds !== null && seeds.client_seed === null;
  useEffect(() => {
    if (fresh > 0 && isUnset) void refetch();
  }, [fresh, isUnset, refetch]);

  const set = setting.mutate;
  const change = useCallback(
    async (clientSeed: string) => {
      const problem = await messageOf(set({ body: { client_seed: clientSeed } }));
      setRefused(problem);
      return problem === null;
    },
    [set],
  );

  const hash = seeds?.server_seed_hash ?? "";
  const next = rotating.mutate;
  const rotate = useCallback(async () => {
    const rotated = next({ body: { client_seed: freshClientSeed() } });
    const problem = await messageOf(rotated);
    setRefused(problem);
    if (problem === null) setRevealed({ seed: (await rotated).server_seed, hash });
  }, [hash, next]);

  return { seeds, revealed, refused, busy: setting.isPending || rotating.isPending, change, rotate };
}

const keepsNext = {
  onSuccess({ server_seed, ...next }: DataOf<typeof rotateSeeds>, cache: RouteCache) {
    cache.set(getSeeds, {}, next);
  },
};

/** The server's message about a refused call; null if it was accepted. */
async function messageOf(called: Promise<unknown>): Promise<string | null> {
  try {
    await called;
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : "";
  }
}
