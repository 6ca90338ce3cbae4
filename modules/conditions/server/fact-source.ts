import type { Locale } from "#kit/i18n/locale.ts";
import type { Fact } from "../shared/fact.ts";
import type { FactWords } from "../shared/words.ts";

/** SQL fragments that a source may use. */
export interface AtSql {
  /** The instant of which facts are. */
  readonly now: string;
  /** The day of that instant in UTC. */
  readonly today: string;
  /** US dollars for one unit of the currency in this column; null without a price. */
  price(currency: string): string;
}

/** What one module knows about players. */
export interface FactSource<Name extends string = string> {
  readonly name: string;
  readonly facts: readonly (Fact & { readonly name: Name })[];
  readonly words: Readonly<Record<Locale, Readonly<Record<Name, FactWords>>>>;
  /** At most one row per player: `player_id`, and a column for each fact. */
  sql(at: AtSql): string;
}
