import { NavLink, useLocation } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readQueues } from "#modules/operations/office/contract.ts";
import { useRead } from "#modules/operators/office/parts/use-read.ts";

/** Between live events, the next day, and what waits for a result. */
export function TradingTabs({ live }: { readonly live?: number | undefined }) {
  const { t } = useTranslation("office");
  const { pathname, search } = useLocation();
  const queues = useRead(readQueues, {}, 20_000);
  const waiting = queues.data?.trading ?? 0;
  const isUpcoming = pathname === "/trading" && search.includes("state=upcoming");
  const tab = (to: string, text: string, isOn: boolean) => (
    <NavLink key={to} to={to} className={isOn ? "on" : ""} aria-current={isOn ? "page" : undefined}>
      {text}
    </NavLink>
  );
  return (
    <nav className="seg" aria-label={t("trading.views")}>
      {tab(
        "/trading",
        live === undefined ? t("trading.live") : t("trading.live_n", { n: live }),
        pathname === "/trading" && !isUpcoming,
      )}
      {tab("/trading?state=upcoming", t("trading.next_day"), isUpcoming)}
      {tab("/trading/settlement", t("trading.to_settle", { n: waiting }), pathname.startsWith("/trading/settlement"))}
    </nav>
  );
}
