import { useTranslation } from "#kit/web/texts.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";

/** An operator's limit as it travels: money, minutes, or none. */
interface ShownLimit {
  readonly amount?: string | null;
  readonly currency?: string | null;
  readonly minutes?: number | null;
}

/** A limit in the page's language. */
export function useLimitLine(): (limit: ShownLimit | null) => string {
  const { t } = useTranslation("office");
  return limit => {
    const { amount = null, currency = null, minutes = null } = limit ?? {};
    if (minutes !== null) return t("operator_limits.minutes", { minutes });
    return amount === null || currency === null ? t("operator_limits.none") : money(amount, currency);
  };
}
