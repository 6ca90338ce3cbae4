import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { TableFacts } from "../shared/provider-calls.ts";

/** What a provider is sent when a game is opened. */
export interface Opening {
  readonly slug: string;
  readonly mode: "demo" | "play";
  readonly locale: Locale;
  /** Who plays; null in demo play. */
  readonly session: Session | null;
  /** Stakes are offered in it. */
  readonly currency: Currency;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The origin of the page that frames the game. */
  readonly parentOrigin: string;
}

export interface ProviderPicture {
  /** The picture's content type, as the provider's response names it. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A connected provider, as the catalogue uses it. */
export interface GameProvider {
  /** The provider's id, as in the table of providers. */
  readonly id: string;
  readonly title: string;
  /** The origin of its games: pages may hold frames of it. */
  readonly origin: string;
  /** The provider's games are imported and listed when it is first connected; else an operator imports them. */
  readonly listsAtOnce?: boolean;
  /** Opens a game and returns its address on {@link origin}. Throws Failure `unavailable` when the provider does not respond. */
  open(opening: Opening): Promise<string>;
  /** The games on offer, unchecked. Throws Failure `unavailable` when the provider does not respond. */
  manifest(): Promise<readonly unknown[]>;
  /** The provider's live tables at this moment. Throws Failure `unavailable` when the provider does not respond. */
  tables(): Promise<readonly TableFacts[]>;
  /** A picture that the manifest names. Throws Failure `unavailable` when the provider does not respond. */
  picture(path: string): Promise<ProviderPicture>;
}
