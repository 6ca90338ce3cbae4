import { parseAmount } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";

const notOfAmounts = new RegExp(`\\s|\\p{Sc}|${currencyCodes.join("|")}`, "gu");

/** An amount as pages show it, with its currency and in groups: "₸2,500.75", "2 500,75 ₽". */
export function pastedAmount(text: string, mark: "." | ","): string | undefined {
  const bare = text.replace(notOfAmounts, "");
  const isGrouped = mark === "." && /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(bare);
  const amount = isGrouped ? bare.replaceAll(",", "") : bare.replace(",", ".");
  return parseAmount(amount) === undefined ? undefined : amount;
}
