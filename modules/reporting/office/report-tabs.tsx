import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { Permission } from "#modules/operators/shared/permissions.ts";
import type { ReportList } from "./contract.ts";

/** The pages of reports, by the last part of their address. */
export const reportPages = {
  revenue: { report: "report-revenue", permission: "dashboard.read" },
  games: { report: "report-games", permission: "bets.figures.read" },
  countries: { report: "report-countries", permission: "dashboard.read" },
  tax: { report: "report-tax", permission: "dashboard.read" },
  offers: { report: "report-offers", permission: "dashboard.read" },
  protection: { report: "report-protection", permission: "harm.read" },
  balances: { report: "report-balances", permission: "dashboard.read" },
  versions: { report: "report-versions", permission: "bets.figures.read" },
  wins: { report: "report-wins", permission: "bets.figures.read" },
  funds: { report: "report-funds", permission: "dashboard.read" },
  chargebacks: { report: "report-chargebacks", permission: "payments.read" },
  checks: { report: "report-checks", permission: "risk.read" },
  complaints: { report: "report-complaints", permission: "support.read" },
  access: { report: "report-access", permission: "operators.read" },
  events: { report: "report-events", permission: "audit.read" },
} as const satisfies Readonly<Record<string, { readonly report: ReportList; readonly permission: Permission }>>;

export type ReportPageName = keyof typeof reportPages;

/** Schedules, and each report on demand. */
export function ReportTabs() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // More reports than fit into a row: the current one is always seen.
  useEffect(() => {
    bar.current?.querySelector(`a[href="${pathname}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const classOf = ({ isActive }: { readonly isActive: boolean }) => (isActive ? "on" : "");
  return (
    <nav ref={bar} className="seg" aria-label={t("reports.views")}>
      <NavLink to="/reports" end className={classOf}>
        {t("reports.schedules")}
      </NavLink>
      {Object.entries(reportPages)
        .filter(([, { permission }]) => may(permission))
        .map(([name, { report }]) => (
          <NavLink key={name} to={`/reports/${name}`} className={classOf}>
            {t(`exports.lists.${report}`)}
          </NavLink>
        ))}
    </nav>
  );
}
