import type { Payout } from "#studio/engine/par/payouts.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import type { Feature } from "#studio/frame/shared/feature.ts";
import { RgsError } from "./rgs-error.ts";

/** A game with the file that verifies its rounds. */
export interface PublishedGame {
  readonly game: SlotGame;
  /** SHA-256 of the module, in hex. */
  readonly maths: string;
  /** The ES module's text. */
  readonly module: string;
  /** Paths of its pictures; absent in tests without a built frame. */
  readonly art?: { readonly tile: string; readonly scene: string; readonly logo: string };
  readonly page?: GamePage;
  /** Every payout of the base game, where there are few. */
  readonly payouts?: readonly Payout[];
}

/** What the page of a casino says of a game's rules. */
export interface GamePage {
  readonly features: readonly Feature[];
  /** Paths of the drawings, by the name of the symbol. */
  readonly symbols: Readonly<Record<string, string>>;
  /** Path of the PAR sheet; null until the game is proven. */
  readonly par: string | null;
}

export interface Games {
  readonly list: readonly PublishedGame[];
  has(slug: string): boolean;
  /** Throws `unknown_game`. */
  get(slug: string): PublishedGame;
}

export function createGames(list: readonly PublishedGame[]): Games {
  const bySlug = new Map(list.map(published => [published.game.slug, published]));
  return {
    list,
    has: slug => bySlug.has(slug),
    get(slug) {
      const found = bySlug.get(slug);
      if (!found) throw new RgsError("unknown_game");
      return found;
    },
  };
}
