import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment, money, PlayerLink, percentText, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useMarketNames } from "./names.ts";
import { readTradedPlayer } from "./player-contract.ts";
import { SlipState } from "./slip-state.tsx";

type Data = RouteOutput<typeof readTradedPlayer>["data"];

/** How a player's prices compare with those at which the markets closed. */
export function TradedPlayerPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const found = useRead(readTradedPlayer, { params: { id } }, 30_000);
  return (
    <OfficePage
      title={t("trading.record.title")}
      aside={
        <Link className="btn s" to={`/slips?player=${id}`}>
          {t("trading.record.all_bets")}
        </Link>
      }
    >
      <Read of={found}>
        {data => (
          <>
            <Record data={data} />
            <Recent data={data} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

const percent = (text: string | null) => (text === null ? "–" : percentText(text));

function Record({ data }: { readonly data: Data }) {
  const { t } = useTranslation("office");
  const facts = [
    [t("player"), <PlayerLink key="player" player={data.player} />],
    [t("trading.record.figure"), <b key="figure">{percent(data.beat_the_close)}</b>],
    [t("trading.record.above"), t("trading.record.above_of", { above: data.above, all: data.selections })],
    [t("trading.record.stake"), money(data.stake, "USD")],
    [t("trading.record.slips"), String(data.slips)],
    [t("trading.factor"), data.factor],
  ] as const;
  return (
    <Panel title={t("trading.record.against")}>
      <Facts of={facts} layout="split" />
      <p className="muted sm pad">{t("trading.record.formula")}</p>
    </Panel>
  );
}

function Recent({ data }: { readonly data: Data }) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  return (
    <Panel title={t("trading.record.recent")}>
      <Table
        name={t("trading.record.recent")}
        head={[
          t("play.placed"),
          t("trading.slip"),
          t("trading.event"),
          t("trading.outcome"),
          `>${t("trading.record.accepted")}`,
          `>${t("trading.record.closing")}`,
          `>${t("trading.record.gain")}`,
          t("players.state"),
        ]}
        empty={t("trading.none_placed")}
        rows={data.recent.flatMap(slip =>
          slip.legs.map((leg, position) => ({
            key: `${slip.id} ${position}`,
            cells: [
              <Moment key="at" at={slip.placed_at} />,
              <Link key="slip" className="link mono" to={`/slips/${slip.id}`}>
                {shortId(slip.id)}
              </Link>,
              <Link key="event" className="link named" to={`/trading/events/${leg.event}`}>
                {leg.names.title}
              </Link>,
              named.outcome(leg.names, leg, leg.outcome),
              <b key="price" className="num">
                {leg.price}
              </b>,
              <span key="closing" className="num">
                {leg.closing ?? "–"}
              </span>,
              <span key="gain" className="num">
                {percent(leg.gain)}
              </span>,
              <SlipState key="state" status={slip.status as Parameters<typeof SlipState>[0]["status"]} />,
            ],
          })),
        )}
      />
    </Panel>
  );
}
