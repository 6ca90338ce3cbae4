import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { DecisionsPanel } from "./decisions-panel.tsx";
import { useMarketNames } from "./names.ts";
import type { readTradedSlip, TradedMessage } from "./slip-contract.ts";

type Data = RouteOutput<typeof readTradedSlip>["data"];

/** For each selection, the messages of the feed word for word, and what operators decided about its event. */
export function SlipMessages({ data: { slip, messages, states, names, decisions } }: { readonly data: Data }) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  return (
    <>
      {slip.legs.map((leg, position) => {
        const event = names[leg.event];
        const state = states[position];
        const line = { kind: leg.market, spec: leg.spec };
        const title = event ? `${event.title}: ${named.outcome(event, line, leg.outcome)} ${leg.price}` : leg.event;
        return (
          <Panel key={`${leg.event} ${leg.market} ${leg.spec}`} title={title}>
            {state && (
              <p className="note muted sm">
                {t("trading.accepted_at", { n: state.n, market_n: state.market_n })}{" "}
                <span className="mono">{state.head.slice(0, 16)}…</span>
              </p>
            )}
            <Messages name={title} messages={messages[position] ?? []} />
          </Panel>
        );
      })}
      {slip.legs[0] && names[slip.legs[0].event] && decisions.length > 0 && (
        <DecisionsPanel
          event={slip.legs[0].event}
          names={names[slip.legs[0].event] ?? emptyNames}
          markets={states.map(({ market }, position) => ({
            id: market,
            kind: slip.legs[position]?.market ?? "",
            spec: slip.legs[position]?.spec ?? "",
          }))}
          decisions={decisions}
        />
      )}
    </>
  );
}

const emptyNames = { sport: "", league: "", title: "", home: "", away: "", entrants: {} };

function Messages({ name, messages }: { readonly name: string; readonly messages: readonly TradedMessage[] }) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={name}
      head={["n", t("trading.message"), t("trading.arrived"), t("trading.frame"), t("trading.content")]}
      empty={t("trading.no_messages")}
      rows={messages.map(message => ({
        key: message.position,
        cells: [
          <span key="n" className="mono">
            {message.n}
          </span>,
          <span key="type" className="row wrap">
            <b>{t.find(`trading.messages.${message.type}`) ?? message.type}</b>
            {message.made_price && <Tag tone="info">{t("trading.made_price")}</Tag>}
            {message.skipped !== null && <Tag tone="plain">{t("trading.skipped")}</Tag>}
          </span>,
          <Moment key="at" at={message.arrived} />,
          <span key="frame" className="mono">
            {message.producer} {message.frame}
          </span>,
          <details key="text" className="change">
            <summary>{t("trading.show_message")}</summary>
            <code className="mono">{message.text}</code>
          </details>,
        ],
      }))}
    />
  );
}
