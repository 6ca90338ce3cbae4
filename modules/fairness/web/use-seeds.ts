import { useCallback, useEffect, useState } from "react";
import { callHouse, useHouse } from "#kit/web/house.ts";
import { getSeeds, rotateSeeds, type Seeds, setClientSeed } from "../shared/contract.ts";
import { freshClientSeed } from "./client-seed.ts";

export interface SeedPair {
  /** Null while they are not known: a guest, or nothing heard yet. */
  readonly seeds: Seeds | null;
  /** The server seed that the last rotation revealed, hex. */
  readonly revealed: { readonly seed: string; readonly hash: string } | null;
  /** What the house said to the last refusal; empty when nothing was heard. */
  readonly refused: string | null;
  readonly busy: boolean;
  change(clientSeed: string): Promise<boolean>;
  rotate(): Promise<void>;
}

/** The player's own seed pair. `fresh` changes when a bet was made: the nonce has moved, or a first seed was set. */
export function useSeeds(playerId: string | null, fresh: number): SeedPair {
  const house = useHouse();
  const [seeds, setSeeds] = useState<Seeds | null>(null);
  const [revealed, setRevealed] = useState<SeedPair["revealed"]>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const known = seeds !== null && seeds.client_seed !== null;

  useEffect(() => {
    if (!house || playerId === null) {
      setSeeds(null);
      return;
    }
    if (fresh > 0 && known) return;
    void callHouse(getSeeds, {}).then(reply => {
      if (reply.ok) setSeeds(reply.body.data);
    });
  }, [house, playerId, fresh, known]);

  const change = useCallback(async (clientSeed: string) => {
    setBusy(true);
    const reply = await callHouse(setClientSeed, { body: { client_seed: clientSeed } });
    setBusy(false);
    setRefused(reply.ok ? null : reply.message);
    if (reply.ok) setSeeds(reply.body.data);
    return reply.ok;
  }, []);

  const hash = seeds?.server_seed_hash ?? "";
  const rotate = useCallback(async () => {
    setBusy(true);
    const reply = await callHouse(rotateSeeds, { body: { client_seed: freshClientSeed() } });
    setBusy(false);
    setRefused(reply.ok ? null : reply.message);
    if (!reply.ok) return;
    const { server_seed, ...next } = reply.body.data;
    setRevealed({ seed: server_seed, hash });
    setSeeds(next);
  }, [hash]);

  return { seeds, revealed, refused, busy, change, rotate };
}
