import { formatAmount, type Micros, micros, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { methodName, type Rail } from "#modules/payments/server/index.ts";
import type { PaymentMethod } from "#modules/payments/shared/contract.ts";
import { payoutLimits } from "#modules/payments/shared/payouts.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Rate } from "#modules/rates/shared/rate.ts";
import { type Coin, type CoinName, coins, coinValue, showUnits, type Units } from "../shared/coins.ts";
import { readAddress, shortAddress } from "./addresses.ts";
import { type PayNeeds, payOrder } from "./pay-order.ts";
import { refundOrder } from "./refund-order.ts";

export interface RailNeeds {
  readonly rates: Pick<Rates, "rate">;
  /** Whether the chain is being read and has the expected id. */
  readonly isOpen: () => Promise<boolean>;
  /** The payout order service; undefined without a signer. */
  readonly pay: PayNeeds | undefined;
  readonly confirmations: number;
  /** Whether an address is our own, a player's deposit address, or a known contract: payouts to it are refused. */
  readonly isForbidden: (address: string) => Promise<boolean>;
}

/** A coin as a payment rail. It is offered only while there is a rate and the chain is read. */
export function coinRail(name: CoinName, { rates, isOpen, pay, confirmations, isForbidden }: RailNeeds): Rail {
  const coin = coins[name];

  async function offered(
    currency: Currency,
    least: Units,
    make: (rate: Rate) => Limits,
  ): Promise<PaymentMethod | undefined> {
    if (!(await isOpen())) return undefined;
    try {
      const [rate, back] = await Promise.all([rates.rate(coin.code, currency), rates.rate(currency, coin.code)]);
      const { min, max, usual } = make(rate);
      const sums = {
        min_amount: formatAmount(min),
        max_amount: formatAmount(max),
        default_amount: formatAmount(usual),
      };
      return {
        hash: name,
        name: methodName(name),
        icon: name,
        ...sums,
        exchange_currency: coin.code,
        value: back.text,
        coin: { least: showUnits(coin, least), confirmations },
      };
    } catch {
      return undefined;
    }
  }

  return {
    name,
    payIn: currency =>
      offered(currency, coin.leastIn, rate => ({
        min: minorUp(coin, coin.leastIn, rate),
        max: minorUp(coin, coin.mostIn, rate),
        usual: minorUp(coin, coin.usualIn, rate),
      })),
    async payOut(currency) {
      if (!pay) return undefined;
      return offered(currency, coin.leastOut, rate => {
        const limits = payoutLimits[currency];
        const least = minorUp(coin, coin.leastOut, rate);
        const min = least > parseDecimal(limits.min) ? least : parseDecimal(limits.min);
        return { min, max: parseDecimal(limits.max), usual: min };
      });
    },
    async destination(text) {
      const address = readAddress(text);
      return address && !(await isForbidden(address)) ? { token: address, label: shortAddress(address) } : undefined;
    },
    pay(order) {
      if (!pay) throw new Error("a payout in coins without a signer");
      return payOrder(pay, name, order);
    },
    refund(order) {
      if (!pay) throw new Error("a return in coins without a signer");
      return refundOrder(pay, name, order, isForbidden);
    },
  };
}

interface Limits {
  readonly min: Micros;
  readonly max: Micros;
  readonly usual: Micros;
}

/** Value of coins in whole minor units, rounded up: the requested amount is never below the coin's own limit. */
function minorUp(coin: Coin, units: Units, rate: Rate): Micros {
  const value = coinValue(coin, units, rate);
  return micros(((value + microsPerMinor - 1n) / microsPerMinor) * microsPerMinor);
}
