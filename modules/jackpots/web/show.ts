import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { JackpotView } from "../shared/contract.ts";

type Language = Parameters<typeof showMoney>[2];

export const showSum = (sum: string, currency: string, language: Language): string =>
  showMoney(parseDecimal(sum), currency as Currency, language);

/** How full a must-hit-by pot is; a random one has no limit. */
export function filledPercent({ kind, amount, bound }: Pick<JackpotView, "kind" | "amount" | "bound">) {
  return kind === "random" ? undefined : Number((parseDecimal(amount) * 100n) / parseDecimal(bound));
}
