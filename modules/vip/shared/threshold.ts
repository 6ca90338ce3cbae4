import { type Micros, micros, microsPerUnit } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { convertedAmount, type Prices } from "#modules/rates/shared/convert.ts";

/** A rouble threshold converted approximately, with two significant digits; undefined without rates of both. */
export function thresholdIn(roubles: Micros, currency: Currency, prices: Prices): Micros | undefined {
  const converted = convertedAmount(roubles, "RUB", currency, prices);
  return converted === undefined ? undefined : roundToTwoDigits(converted);
}

/**
 * A level's threshold is a round number, and the rate moves every minute: more digits would be false precision. Never finer than a whole
 * unit.
 */
function roundToTwoDigits(sum: Micros): Micros {
  const digits = BigInt(String(sum).length);
  const step = digits > 2n ? 10n ** (digits - 2n) : 1n;
  const unit = step > microsPerUnit ? step : microsPerUnit;
  const rounded = ((sum + unit / 2n) / unit) * unit;
  return micros(rounded > 0n ? rounded : unit);
}
