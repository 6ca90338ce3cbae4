import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { InboxEntry } from "../shared/contract.ts";

/** The money of an entry in words; empty for one without. */
export function useEntrySum({ data: { amount, currency } }: InboxEntry): string {
  const language = languageOf(useLocale());
  const hasSum = amount !== undefined && currency !== undefined && isCurrency(currency);
  return hasSum ? showMoney(parseDecimal(amount), currency, language) : "";
}

export function useEntryText(entry: InboxEntry): string {
  const { t } = useTranslation("notifications");
  const locale = useLocale();
  const { moment } = useDates();
  const sum = useEntrySum(entry);
  const { kind, data } = entry;
  const { place = "", contact = "", device, address = "", until, name = "", why } = data;
  const { titles, rank = 0, texts, text = texts?.[locale] ?? "", limit_kind, minutes } = data;
  const time = minutes === undefined ? "" : t("operator_limits.minutes", { minutes });
  const limit =
    limit_kind === undefined
      ? ""
      : `${t(`operator_limits.kinds.${limit_kind}`)}: ${sum || time || t("operator_limits.none")}`;
  return t(`kinds.${kind}.text`, {
    place,
    contact,
    address,
    name,
    title: titles?.[locale] ?? "",
    rank,
    text,
    why: why === undefined ? "" : t(`why.${why}`),
    sum,
    limit,
    device: device ?? t("unknown_device"),
    until: until === undefined ? "" : moment(until),
  });
}
