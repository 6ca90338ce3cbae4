import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";

/** What a company is told when a game is opened. */
export interface Opening {
  readonly slug: string;
  readonly mode: "demo" | "play";
  readonly locale: Locale;
  /** Who plays; null in demo play. */
  readonly session: Session | null;
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
