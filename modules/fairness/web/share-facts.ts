import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { ProofRecord } from "../shared/proof.ts";

/** The contents of a shared card; a round without a stake has no sums. */
export function sharedFacts(
  { stake, payout, currency }: ProofRecord,
  loaded: { readonly multiplier: string | null } | null,
  language: Language,
  t: (key: "share.sums", values: Record<string, string>) => string,
): { readonly multiplier: string; readonly sums: string; readonly won: boolean } {
  const multiplier = loaded?.multiplier ? showMultiplier(loaded.multiplier, language) : "";
  if (!stake || stake === "0" || payout === undefined || !currency || !isCurrency(currency))
    return { multiplier, sums: "", won: false };
  const show = (sum: string) => showMoney(parseDecimal(sum), currency, language);
  const won = parseDecimal(payout) > parseDecimal(stake);
  return { multiplier, won, sums: t("share.sums", { stake: show(stake), paid: show(payout) }) };
}
