import { useCallback, useEffect, useRef, useState } from "react";
import { createStaleGuard } from "#kit/web/stale-guard.ts";
import { call, useApi } from "#kit/web/use-api.ts";
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

/** The player's own seed pair. `fresh` changes when a bet was made: the nonce has moved, or a first seed was set. */
export function useSeeds(playerId: string | null, fresh: number): SeedPair {
  const api = useApi();
  const [seeds, setSeeds] = useState<Seeds | null>(null);
  const [revealed, setRevealed] = useState<SeedPair["revealed"]>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [staleGuard] = useState(createStaleGuard);
  const present = useRef(playerId);
  present.current = playerId;
  const known = seeds !== null && seeds.client_seed !== null;

  useEffect(() => {
    if (!api || playerId === null) {
      setSeeds(null);
      return;
    }
    if (fresh > 0 && known) return;
    let left = false;
    const mayShow = staleGuard.start();
    void call(getSeeds, {}).then(reply => {
      if (!left && reply.ok && mayShow()) setSeeds(reply.body.data);
    });
    return () => {
      left = true;
    };
  }, [api, playerId, fresh, known, staleGuard]);

  /** Shows a pair that was just made, unless the player has changed. Responses to earlier requests are stale. */
  const show = useCallback(
    (made: Seeds) => {
      if (present.current !== playerId) return;
      staleGuard.start()();
      setSeeds(made);
    },
    [playerId, staleGuard],
  );

  const change = useCallback(
    async (clientSeed: string) => {
      setBusy(true);
      const reply = await call(setClientSeed, { body: { client_seed: clientSeed } });
      setBusy(false);
      setRefused(reply.ok ? null : reply.message);
      if (reply.ok) show(reply.body.data);
      return reply.ok;
    },
    [show],
  );

  const hash = seeds?.server_seed_hash ?? "";
  const rotate = useCallback(async () => {
    setBusy(true);
    const reply = await call(rotateSeeds, { body: { client_seed: freshClientSeed() } });
    setBusy(false);
    setRefused(reply.ok ? null : reply.message);
    if (!reply.ok || present.current !== playerId) return;
    const { server_seed, ...next } = reply.body.data;
    setRevealed({ seed: server_seed, hash });
    show(next);
  }, [hash, playerId, show]);

  return { seeds, revealed, refused, busy, change, rotate };
}
