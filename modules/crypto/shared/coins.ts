import { type Micros, micros } from "#kit/money/amount.ts";
import type { CoinCode, Rate } from "#modules/rates/shared/rate.ts";
import { exchanged } from "#modules/rates/shared/rate.ts";

/** The coins of the house. The names are those of their accounts in the chart and of their methods on the wire. */
export const coinNames = ["usdt", "eth"] as const;
export type CoinName = (typeof coinNames)[number];

/** An amount of a coin in its smallest units. */
export type Units = bigint;

export interface Coin {
  readonly name: CoinName;
  readonly code: CoinCode;
  /** Digits behind the point of one coin. */
  readonly decimals: number;
  /** What is shown of them. */
  readonly shownDecimals: number;
  readonly label: { readonly en: string; readonly ru: string; readonly kz: string };
  /** Less than this is not worth the fee of moving it on: it is not credited. */
  readonly leastIn: Units;
  readonly leastOut: Units;
  /** Less than this is not sent back to its sender: whoever sends dust could make the house pay for moving it. */
  readonly leastBack: Units;
  /** Less than this stays at a player's address. */
  readonly leastSweep: Units;
  /** What the form starts with and how far it goes; the chain itself knows no end. */
  readonly usualIn: Units;
  readonly mostIn: Units;
}

export const coins: Readonly<Record<CoinName, Coin>> = {
  usdt: {
    ...{ name: "usdt", code: "USDT", decimals: 6, shownDecimals: 6 },
    label: { en: "USDT (ERC-20)", ru: "USDT (ERC-20)", kz: "USDT (ERC-20)" },
    ...{
      leastIn: 5_000_000n,
      leastOut: 10_000_000n,
      leastBack: 2_000_000n,
      leastSweep: 10_000_000n,
      usualIn: 25_000_000n,
      mostIn: 50_000_000_000n,
    },
  },
  eth: {
    ...{ name: "eth", code: "ETH", decimals: 18, shownDecimals: 8 },
    label: { en: "Ether (ETH)", ru: "Эфир (ETH)", kz: "Эфир (ETH)" },
    leastIn: 2n * 10n ** 15n,
    leastOut: 4n * 10n ** 15n,
    leastBack: 10n ** 15n,
    leastSweep: 10n ** 16n,
    ...{ usualIn: 10n ** 16n, mostIn: 20n * 10n ** 18n },
  },
};

export function isCoin(text: string): text is CoinName {
  return Object.hasOwn(coins, text);
}

const microDecimals = 6;

/** What units of a coin are worth in a currency at a rate (currency for one coin): cut to micro-units. */
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
