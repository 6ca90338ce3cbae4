import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";

/** The data a provider gets when a game is opened. */
export interface Opening {
  readonly slug: string;
  readonly mode: "demo" | "play";
  readonly locale: Locale;
  /** The player; null in demo play. */
  readonly session: Session | null;
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
