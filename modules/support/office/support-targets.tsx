import { useTranslation } from "#kit/web/texts.tsx";
import { percent } from "#modules/operators/office/parts/figures.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readSupportTargets } from "./contract.ts";

/** Without a socket the figures are read again after this time: milliseconds. */
const everyMs = 60_000;

/** How many of the last week's conversations were answered and resolved in time. */
export function SupportTargets() {
  const { t } = useTranslation("office");
  const of = useOfficeQuery(readSupportTargets, {}, everyMs).data?.data;
  if (!of) return null;
  const clock = (seconds: number | null) =>
    seconds === null ? "–" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const share = (part: number, all: number) => (all === 0 ? "–" : percent(part / all));
  return (
    <p className="inbox-targets muted sm">
      <span>
        {t("support.targets.answered", {
          minutes: of.targets.first_answer / 60,
          share: share(of.answered_in_time, of.answered),
          median: clock(of.median_first_answer),
          p95: clock(of.p95_first_answer),
        })}
      </span>
      <span>
        {t("support.targets.resolved", {
          hours: of.targets.resolve / 3600,
          share: share(of.resolved_in_time, of.resolved),
          median: clock(of.median_resolve),
        })}
      </span>
    </p>
  );
}
