import { type Micros, micros } from "#kit/money/amount.ts";
import { type CoinCode, exchanged, type Rate } from "#modules/rates/shared/rate.ts";

/** The supported coins. The names are those of their accounts in the chart and of their methods in the API. */
export const coinNames = ["usdt", "eth"] as const;
export type CoinName = (typeof coinNames)[number];

/** An amount of a coin in its smallest units. */
export type Units = bigint;

export interface Coin {
  readonly name: CoinName;
  readonly code: CoinCode;
  /** Decimals of one coin. */
  readonly decimals: number;
  /** Decimals that are shown. */
  readonly shownDecimals: number;
  /** Smaller transfers are not credited: moving them on costs more. */
  readonly leastIn: Units;
  readonly leastOut: Units;
  /** Smaller transfers are not sent back: otherwise dust could make us pay fees. */
  readonly minRefundUnits: Units;
  /** Smaller balances stay at a player's address. */
  readonly leastSweep: Units;
  /** Default and maximum of the form; the chain itself has no maximum. */
  readonly usualIn: Units;
  readonly mostIn: Units;
}

export const coins: Readonly<Record<CoinName, Coin>> = {
  usdt: {
    name: "usdt",
    code: "USDT",
    decimals: 6,
    shownDecimals: 6,
    leastIn: 5_000_000n,
    leastOut: 10_000_000n,
    minRefundUnits: 2_000_000n,
    leastSweep: 10_000_000n,
    usualIn: 25_000_000n,
    mostIn: 50_000_000_000n,
  },
  eth: {
    name: "eth",
    code: "ETH",
    decimals: 18,
    shownDecimals: 8,
    leastIn: 2n * 10n ** 15n,
    leastOut: 4n * 10n ** 15n,
    minRefundUnits: 10n ** 15n,
    leastSweep: 10n ** 16n,
    usualIn: 10n ** 16n,
    mostIn: 20n * 10n ** 18n,
  },
};

export function isCoin(text: string): text is CoinName {
  return Object.hasOwn(coins, text);
}

const microDecimals = 6;

/** The value of units of a coin in a currency at a rate (currency for one coin): cut to micro-units. */
export function coinValue({ decimals }: Coin, units: Units, rate: Rate): Micros {
  return micros(exchanged(units, rate) / 10n ** BigInt(decimals - microDecimals));
}

/** Units of a coin for an amount of a currency at a rate (coins for one unit of the currency): cut. */
export function unitsFor({ decimals }: Coin, amount: Micros, rate: Rate): Units {
  return exchanged(amount * 10n ** BigInt(decimals - microDecimals), rate);
}

/** Decimal text of units, without zeros at the end: "12.5". */
export function showUnits({ decimals }: Pick<Coin, "decimals">, units: Units): string {
  const one = 10n ** BigInt(decimals);
  const fraction = (units % one).toString().padStart(decimals, "0").replace(/0+$/, "");
  return `${units / one}${fraction === "" ? "" : `.${fraction}`}`;
}
