import { Link, useLocation } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readPlayedGames } from "./contract.ts";
import { CountedAt } from "./counted-at.tsx";
import { Measured, percentOf } from "./measured.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { usePeriod } from "./use-period.ts";

/** Our own games: what they took and paid in a period, beside what they are designed to return. */
export function PlayedGamesPage() {
  const { t } = useTranslation("office");
  const { search } = useLocation();
  const filter = usePeriod();
  const query = {
    ...filter.query,
    tests: filter.withTests ? ("with" as const) : ("without" as const),
    ...(filter.currency !== "" && { currency: filter.currency }),
  };
  const games = useOfficeQuery(readPlayedGames, { query }, 30_000);
  return (
    <OfficePage title={t("pages.games")}>
      <Panel title={t("play.title")} aside={games.data && <CountedAt at={games.data.data.at} />}>
        <PeriodBar filter={filter} shown={games.data?.data} />
        <Read of={games}>
          {({ data }) => (
            <>
              {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
              <Table
                figures
                name={t("play.title")}
                head={[
                  t("play.game"),
                  `>${t("play.stake")}`,
                  `>${t("play.payout")}`,
                  `>${t("play.designed")}`,
                  t("play.return"),
                  `>${t("play.bets")}`,
                  `>${t("play.open_bets")}`,
                  `>${t("play.open_rounds")}`,
                  `>${t("play.voided_bets")}`,
                  `>${t("play.voided_rounds")}`,
                  t("play.last_round"),
                ]}
                empty={t("play.no_games")}
                rows={data.games.map(game => ({
                  key: game.game,
                  cells: [
                    <Link key="game" className="link" to={`/games/${game.game}${search}`}>
                      {t.in("games", game.game)}
                    </Link>,
                    game.figures ? money(game.figures.money.stake, data.in) : "—",
                    game.figures ? money(game.figures.money.payout, data.in) : "—",
                    percentOf(game.designed),
                    game.figures ? <Measured key="return" of={game.figures.return} designed={game.designed} /> : "—",
                    count(game.bets),
                    count(game.open_bets),
                    game.rounds ? count(game.rounds.open) : "—",
                    count(game.voided_bets),
                    game.rounds ? count(game.rounds.voided) : "—",
                    <Moment key="last" at={game.last_at} />,
                  ],
                }))}
              />
              <p className="note muted sm">{t("play.explained")}</p>
            </>
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}
