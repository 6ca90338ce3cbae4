import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { count, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { FigureBar } from "./figure-bar.tsx";
import { FigureRead } from "./figure-read.tsx";
import { readActivePlayers } from "./figures-contract.ts";
import { HourNote } from "./hour-note.tsx";
import { type FigureFilter, useFigureFilter } from "./use-figure-filter.ts";

/** The players whom the dashboard counts as active. */
export function ActivePlayersPage() {
  const filter = useFigureFilter();
  // Another period begins at its first page.
  return <ActivePlayers key={`${JSON.stringify(filter.query)} ${filter.get("hour")}`} filter={filter} />;
}

function ActivePlayers({ filter }: { readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const pages = usePages();
  const { cursor } = pages.query;
  const hour = filter.get("hour");
  const more = { ...(hour !== "" && { hour }), ...(cursor !== undefined && { cursor }) };
  const players = useRead(readActivePlayers, { query: { ...filter.query, ...more } });
  return (
    <OfficePage
      title={t("figures.active")}
      aside={
        <Link className="btn s" to={filter.to("/", { hour: "" })}>
          {t("pages.dashboard")}
        </Link>
      }
    >
      <FigureBar filter={filter} shown={players.data} />
      <HourNote filter={filter} />
      <FigureRead
        of={players}
        placeholder={<div className="panel skeleton tall" role="status" aria-label={t("loading")} />}
      >
        {data => (
          <Panel
            title={
              <>
                {t("figures.active")} <b className="num">{count(data.count)}</b>
              </>
            }
          >
            <Table
              name={t("figures.active")}
              head={[t("player"), t("players.id")]}
              empty={t("figures.nothing")}
              rows={data.items.map(player => ({
                key: player.id,
                cells: [
                  may("players.read") ? <PlayerLink key="player" player={player} /> : player.name,
                  <span key="id" className="mono">
                    {player.id}
                  </span>,
                ],
              }))}
            />
            <Pager pages={pages} next={data.next_cursor} />
          </Panel>
        )}
      </FigureRead>
    </OfficePage>
  );
}
