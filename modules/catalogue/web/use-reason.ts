import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { CatalogueDetails } from "../shared/contract.ts";

/** Why a game cannot be opened, in a sentence. */
export function useReason(): (game: CatalogueDetails) => string | null {
  const { t } = useTranslation("catalogue");
  const dates = useDates();
  return ({ unavailable, provider }) => {
    if (!unavailable) return null;
    if (unavailable.reason === "maintenance" && unavailable.until)
      return t("reasons.maintenance_until", { time: dates.moment(unavailable.until) });
    if (unavailable.reason === "not_connected") return t("not_connected", { provider: provider.title });
    return t(`reasons.${unavailable.reason}`);
  };
}
