import { useTranslation } from "#kit/web/texts.tsx";
import type { PlanView } from "../shared/contract.ts";
import type { Shown } from "./use-shown.ts";

/** The plan in force, in words. */
export function TermsCard({ plan, shown }: { plan: PlanView | null; shown: Shown }) {
  const { t } = useTranslation("partners");
  if (!plan) return null;
  return (
    <section className="card box" aria-label={t("terms.title")}>
      <h2>{t("terms.title")}</h2>
      {plan.tiers.map(({ from, rate }) => (
        <p key={from}>
          {from === 0
            ? t("terms.rate", { rate: shown.rate(rate) })
            : t("terms.tier", { rate: shown.rate(rate), count: shown.count(from) })}
        </p>
      ))}
      {plan.cpa && (
        <p>
          {t("terms.cpa", {
            sum: shown.money(plan.cpa.amount),
            deposit: shown.money(plan.cpa.deposit),
            loss: shown.money(plan.cpa.loss),
          })}
        </p>
      )}
      <p>
        {plan.carry.kind === "capped"
          ? t("terms.capped", { most: shown.money(plan.carry.most) })
          : t(plan.carry.kind === "full" ? "terms.full" : "terms.none")}
      </p>
      {plan.sub !== undefined && <p>{t("terms.subs", { rate: shown.rate(plan.sub) })}</p>}
      <p className="muted sm">{t("rules.cap")}</p>
    </section>
  );
}
