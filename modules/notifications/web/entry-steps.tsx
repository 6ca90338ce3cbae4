import { Check, X } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { getEntrySteps } from "../shared/contract.ts";

/** How far a deposit or a withdrawal has come: what has happened with its time, then what is still to come. */
export function EntrySteps({ id }: { readonly id: string }) {
  const { t } = useTranslation("notifications");
  const { moment } = useDates();
  const { data: steps = [] } = useQuery(getEntrySteps, { params: { id } }, { pollMs: 15_000 });
  if (steps.length === 0) return null;
  return (
    <ol className="inbox-steps" aria-label={t("steps.label")}>
      {steps.map(({ step, at }, index) => {
        const isBad = step === "declined" || step === "cancelled";
        return (
          <li key={step} className={at === null ? "to-come" : isBad ? "bad" : "done"}>
            <span className="mark" aria-hidden="true">
              {at === null ? index + 1 : <Icon of={isBad ? X : Check} size={13} stroke={3} />}
            </span>
            <span>
              <b>{t(`steps.${step}`)}</b>
              <span className="muted xs num">
                {at === null ? t("steps.to_come") : <time dateTime={at}>{moment(at)}</time>}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
