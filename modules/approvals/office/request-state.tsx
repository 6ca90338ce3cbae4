import { useTranslation } from "#kit/web/texts.tsx";
import type { ApprovalRequestView } from "#modules/approvals/office/contract.ts";
import { useFlagTexts } from "#modules/flags/office/use-flag-texts.ts";
import { useProductName } from "#modules/geo/office/use-product-name.ts";
import { everywhere, type Product } from "#modules/geo/shared/region.ts";
import { useLimitLine } from "#modules/limits/office/use-limit-line.ts";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";

const tones = { waiting: "wait", stale: "bad", approved: "good", declined: "plain", expired: "plain" } as const;

export function RequestState({ request }: { request: Pick<ApprovalRequestView, "status"> }) {
  const { t } = useTranslation("office");
  return <Tag tone={tones[request.status]}>{t(`approvals.status.${request.status}`)}</Tag>;
}

/** The effect of a request, as a sentence if there is a text for it. */
export function useRequestTitle(): (request: Pick<ApprovalRequestView, "kind" | "subject" | "payload">) => string {
  const { t } = useTranslation("office");
  const show = useShownFact();
  return ({ kind, subject, payload }) => {
    const key = `approvals.kinds.${kind.replaceAll(".", "_")}`;
    const values = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, show(name, value)]));
    return t.find(key, values) ?? `${kind} ${subject}`;
  };
}

/** A fact of a request in the page's language, where it has a name. */
export function useShownFact(): (name: string, value: unknown) => string {
  const { t } = useTranslation("office");
  const countryName = useCountryNames();
  const productName = useProductName();
  const limitLine = useLimitLine();
  const flags = useFlagTexts();
  return (name, value) => {
    if (name === "checks" && Array.isArray(value))
      return value.map(check => t.find(`kyc.checks.${check}`) ?? String(check)).join(", ") || "—";
    if (name === "limit_before" || name === "limit_after") return limitLine(value as Parameters<typeof limitLine>[0]);
    if (name === "limit_kind") return t.find(`operator_limits.kinds.${value}`) ?? String(value);
    if (name === "flag_value" || name === "flag_before") return flags.value(value as boolean | number | null);
    if (name === "flag_until") return flags.until(value as string | null);
    if (value === null) return "—";
    if (typeof value !== "string") return JSON.stringify(value);
    if (name === "role" || name === "role_before") return t.find(`roles.${value}`) ?? value;
    if (name === "flag") return flags.name(value);
    if (name === "region") return flags.place(value);
    if (name === "country") return value === everywhere ? t("regions.everywhere") : countryName(value);
    if (name === "former" || name === "decision") return t.find(`kyc.decisions.${value}`) ?? value;
    if (name === "player_reason") return t.find(`kyc.whys.${value}`) ?? value;
    return name === "product" ? productName(value as Product) : value;
  };
}
