import type { Locale, Session } from "#kit/http/handler.ts";

/** The data a provider gets when a game is opened. */
export interface Opening {
  readonly slug: string;
  readonly mode: "demo" | "play";
  readonly locale: Locale;
  /** The player; null in demo play. */
  readonly session: Session | null;
  /** The caller's address. */
  readonly ip: string;
  /** The origin of the page that will frame the game. */
  readonly pageOrigin: string | null;
}

/** Companies that are connected while the house runs. */
export interface ConnectedProviders {
  get(id: string): GameProvider | undefined;
  /** Origins of all of them, for the pages' policy. */
  readonly origins: readonly string[];
}

/** A connected provider: its adapter. */
export interface GameProvider {
  /** As in the table of providers. */
  readonly id: string;
  /** The origin of its games: pages may frame it. */
  readonly origin: string;
  /** Opens a game and returns its URL on {@link origin}. Throws Failure `unavailable` when the provider does not respond. */
  open(opening: Opening): Promise<string>;
}
