import type { Currency } from "#kit/money/currency.ts";

/** What is compared: a whole number, money in any currency, one of a list, a text, or yes and no. */
export type FactType = "number" | "money" | "choice" | "text" | "flag";

/** Something known about a player, declared by the module that knows it. */
export interface Fact {
  /** snake_case; also its column. */
  readonly name: string;
  readonly type: FactType;
  /** Values of a choice. */
  readonly options?: readonly string[];
  /** The value for a player without a row in the source; null otherwise: then no comparison holds. */
  readonly missing?: 0 | false;
  /** True keeps a player out of everything that is granted or sent. No rule names it, and none can leave it out. */
  readonly guards?: true;
  /** True of what players staked, won or lost, in all products together: some licences forbid it as a condition of a promotion. */
  readonly plays?: true;
  /** Only known as it is now: a rule that is tested over past days compares today's value. */
  readonly current?: true;
}

export type Facts = ReadonlyMap<string, Fact>;

/** A fact's value for one player: whole numbers, US dollars in micro-units as a decimal text, a text, yes or no. */
export type FactValue = null | boolean | number | string;

/** A player's facts by name. */
export type FactRow = Readonly<Record<string, FactValue>>;

/** US dollars for one unit, with 18 decimals. */
export type Prices = Readonly<Record<Currency, bigint>>;
