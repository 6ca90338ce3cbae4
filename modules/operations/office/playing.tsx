import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { count, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { GameName } from "./figure-panels.tsx";
import { FigureRead } from "./figure-read.tsx";
import { readPlaying } from "./figures-contract.ts";

/** The players whom the dashboard counts as playing now. */
export function PlayingPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useRead(readPlaying, {}, 15_000);
  return (
    <OfficePage
      title={t("figures.now.playing")}
      aside={
        <Link className="btn s" to="/">
          {t("pages.dashboard")}
        </Link>
      }
    >
      <FigureRead
        of={found}
        placeholder={<div className="panel skeleton tall" role="status" aria-label={t("loading")} />}
      >
        {data => (
          <Panel
            title={
              <>
                {t("figures.now.playing")} <b className="num">{count(data.count)}</b>
              </>
            }
          >
            <p className="note muted">{t("figures.now.playing_text")}</p>
            <Table
              name={t("figures.now.playing")}
              head={[t("player"), t("figures.now.games"), t("figures.now.last_bet")]}
              empty={t("figures.now.nobody")}
              rows={data.items.map(({ player, games, at }) => ({
                key: player.id,
                cells: [
                  may("players.read") ? <PlayerLink key="player" player={player} /> : player.name,
                  <span key="games" className="row wrap">
                    {games.map(game => (
                      <GameName key={game} game={game} />
                    ))}
                  </span>,
                  <Moment key="at" at={at} brief />,
                ],
              }))}
            />
            {data.items.length < data.count && (
              <p className="note muted">{t("figures.now.latest", { n: count(data.items.length) })}</p>
            )}
          </Panel>
        )}
      </FigureRead>
    </OfficePage>
  );
}
