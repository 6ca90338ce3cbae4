import type { PlayerId } from "#kit/std/brand.ts";

/** Nonces in the wallet's model: the last one of a player and slot, under the seed of its number. */
export interface ModelNonces {
  /** Why this nonce decides no bet. They rise under a seed, and each decides one bet. */
  refusal(player: PlayerId, game: string, slug: string, nonce: Nonce): "nonce_used" | typeof staleSeed | undefined;
  use(player: PlayerId, game: string, slug: string, nonce: Nonce): void;
  /** The nonces of the next seed begin at 0. False while the player has an open round of the game, or where that seed has begun. */
  start(
    player: PlayerId,
    game: string,
    slug: string,
    next: { readonly seed: number; readonly isOpen: boolean },
  ): boolean;
}

interface Nonce {
  readonly seed: number;
  readonly nonce: number;
}

export const staleSeed = "stale_seed";

export function createModelNonces(): ModelNonces {
  const nonces = new Map<string, Nonce>();
  const slotOf = (player: PlayerId, game: string, slug: string) => `${player}/${game}/${slug}`;
  return {
    refusal(player, game, slug, nonce) {
      const last = nonces.get(slotOf(player, game, slug));
      if (!last || last.seed < nonce.seed) return undefined;
      if (last.seed > nonce.seed) return staleSeed;
      return last.nonce >= nonce.nonce ? "nonce_used" : undefined;
    },
    use: (player, game, slug, nonce) => void nonces.set(slotOf(player, game, slug), nonce),
    start(player, game, slug, { seed, isOpen }) {
      const name = slotOf(player, game, slug);
      const last = nonces.get(name) ?? { seed: seed - 1, nonce: -1 };
      const starts = last.seed < seed && !isOpen;
      nonces.set(name, starts ? { seed, nonce: -1 } : last);
      return starts;
    },
  };
}
