import type { Locale, Session } from "#kit/http/handler.ts";

/** What a company is told when a game is opened. */
export interface Opening {
  readonly slug: string;
  readonly mode: "demo" | "play";
  readonly locale: Locale;
  /** Who plays; null in demo play. */
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

/** A company that is connected to this house: its adapter. */
export interface GameProvider {
  /** As in the table of providers. */
  readonly id: string;
  /** Where its games stand: pages may hold frames of this origin. */
  readonly origin: string;
  /** Opens a game and answers its address on {@link origin}. Throws Failure `unavailable` when the company does not answer. */
  open(opening: Opening): Promise<string>;
}
