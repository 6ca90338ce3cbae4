import { useSearchParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { AlertsPanel } from "./alerts-panel.tsx";
import { readTradingEvents } from "./contract.ts";
import { holdBetting } from "./decision-contract.ts";
import { EventRows } from "./event-rows.tsx";
import { ProducersPanel } from "./producers-panel.tsx";
import { useDecision } from "./send.ts";
import { TradingTabs } from "./trading-tabs.tsx";

/** Live and coming events with what they would cost, the feed, and what needs a trader now. */
export function TradingPage() {
  const [params] = useSearchParams();
  const state = params.get("state") === "upcoming" ? ("upcoming" as const) : ("live" as const);
  return <Events key={state} state={state} />;
}

function Events({ state }: { readonly state: "live" | "upcoming" }) {
  const { t } = useTranslation("office");
  const pages = usePages();
  const listed = useRead(readTradingEvents, { query: { state, ...pages.query } }, 5_000);
  const title = t(state === "live" ? "trading.live_events" : "trading.coming_events");
  return (
    <OfficePage
      title={t("pages.trading")}
      aside={
        <>
          <TradingTabs live={listed.data?.live} />
          <SuspendAll producers={listed.data?.producers.filter(({ hold }) => hold === null) ?? []} />
        </>
      }
    >
      <div className="two">
        <AlertsPanel />
        {listed.data && <ProducersPanel producers={listed.data.producers} />}
      </div>
      <Panel
        title={title}
        aside={
          listed.data && (
            <span className="muted sm">
              {t("trading.as_of")} <Moment at={listed.data.at} />
            </span>
          )
        }
      >
        <Read of={listed}>
          {data => (
            <>
              <EventRows
                name={title}
                events={data.items}
                empty={t(state === "live" ? "trading.none_live" : "trading.none_coming")}
              />
              <Pager pages={pages} next={data.next_cursor} />
            </>
          )}
        </Read>
        <p className="note muted sm">{t("trading.explained")}</p>
      </Panel>
    </OfficePage>
  );
}

/** Holds every producer: no bet is accepted anywhere. */
function SuspendAll({ producers }: { readonly producers: readonly { readonly producer: string }[] }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const toHold = useDecision(holdBetting);
  if (!may("betting.write") || producers.length === 0) return null;
  return (
    <Decide
      action={t("trading.suspend_all")}
      title={t("trading.suspend_all_title")}
      text={t("trading.suspend_all_text")}
      dangerous
      asksReason
      onDecide={async reason => {
        for (const { producer } of producers)
          await toHold.mutate({ body: { level: "producer", id: producer, hold: "suspended", reason } });
      }}
    />
  );
}
