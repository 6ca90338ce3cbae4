import { parseAmount } from "#kit/money/amount.ts";
import { mostPrizes } from "#modules/tournaments/shared/limits.ts";

/** `500`, `50 x 10`: an amount, and for how many places. */
const line = /^([0-9]{1,12}(?:[.,][0-9]{1,2})?)(?:\s*[x×*]\s*([1-9][0-9]{0,2}))?$/;

/** The prizes of a text, from the first place; undefined where they cannot be prizes. */
export function readPrizes(text: string): readonly string[] | undefined {
  const prizes: string[] = [];
  for (const each of text.split("\n").map(part => part.trim())) {
    if (each === "") continue;
    const [, amount = "", times = "1"] = line.exec(each) ?? [];
    if (amount === "") return undefined;
    for (let n = 0; n < Number(times); n++) prizes.push(amount.replace(",", "."));
  }
  const amounts = prizes.map(prize => parseAmount(prize));
  const falls = amounts.every((amount, index) => {
    const before = amounts[index - 1];
    return amount !== undefined && amount > 0n && (index === 0 || (before !== undefined && amount <= before));
  });
  return falls && prizes.length > 0 && prizes.length <= mostPrizes ? prizes : undefined;
}
