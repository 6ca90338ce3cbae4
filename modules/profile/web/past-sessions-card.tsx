import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listPastSessions } from "#modules/accounts/shared/sessions-contract.ts";
import { HistoryCard } from "./history-card.tsx";
import { useShowTime } from "./use-show-time.ts";

/** The last sign-ins, including ended ones. */
export function PastSessionsCard() {
  const { t } = useTranslation("lobby", "profile");
  const { data, isError } = useQuery(listPastSessions, {});
  const showTime = useShowTime();
  return (
    <HistoryCard title="sessions" rows={data ?? null} expected={3} failed={isError}>
      <thead>
        <tr>
          <th>{t("profile:signed_in")}</th>
          <th>{t("profile:device")}</th>
          <th className="wide">{t("profile:address")}</th>
          <th className="align-right">{t("profile:ended")}</th>
        </tr>
      </thead>
      <tbody>
        {data?.map(({ id, created_at, browser, system, ip, country_name, ended_at, current }) => (
          <tr key={id}>
            <td className="muted num">{showTime(created_at)}</td>
            <td>{[browser, system].filter(Boolean).join(", ") || t("profile:unknown_device")}</td>
            <td className="wide num muted">{[ip, country_name].filter(Boolean).join(", ")}</td>
            <td className="align-right num">
              {ended_at ? showTime(ended_at) : t(current ? "profile:this_session" : "profile:still_open")}
            </td>
          </tr>
        ))}
      </tbody>
    </HistoryCard>
  );
}
