import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { GameClosures } from "#modules/geo/office/game-closures.tsx";
import { type Fact, Facts } from "#modules/operators/office/parts/facts.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readGameFigures, readPlayedGame } from "./contract.ts";
import { CountedAt } from "./counted-at.tsx";
import { GameBets } from "./game-bets.tsx";
import { GameRounds } from "./game-rounds.tsx";
import { Measured, percentOf } from "./measured.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { ReturnChart } from "./return-chart.tsx";
import { StakeBand } from "./stake-band.tsx";
import { usePeriod } from "./use-period.ts";

type Data = RouteOutput<typeof readPlayedGame>["data"];
type FiguresData = RouteOutput<typeof readGameFigures>["data"];

interface ReturnsProps {
  readonly game: string;
  readonly designed: string;
  readonly query: NonNullable<Given<typeof readGameFigures>["query"]>;
}

interface PlayedGamePageProps {
  /** What is shown of each game alone, by game. */
  readonly offices: Readonly<Record<string, GameOffice>>;
}

/** One of our own games: figures of a period, rounds, voids, bets. */
export function PlayedGamePage({ offices }: PlayedGamePageProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { game = "" } = useParams();
  const filter = usePeriod();
  const tests = filter.withTests ? ("with" as const) : ("without" as const);
  const query = { ...filter.query, tests, ...(filter.currency !== "" && { currency: filter.currency }) };
  const found = useOfficeQuery(readPlayedGame, { params: { game }, query }, 30_000);
  const office = Object.hasOwn(offices, game) ? offices[game] : undefined;
  const title = office ? t.in("games", game) : t("play.unknown");
  return (
    <OfficePage
      title={title}
      aside={
        <Link className="btn s" to="/games">
          {t("play.all_games")}
        </Link>
      }
    >
      {office ? (
        <>
          <Panel title={t("play.figures")} aside={found.data && <CountedAt at={found.data.data.at} />}>
            <PeriodBar filter={filter} shown={found.data?.data} />
            <Read of={found}>
              {({ data }) => (
                <>
                  <Figures data={data} />
                  {may("bets.figures.read") && <Returns game={game} designed={data.game.designed} query={query} />}
                </>
              )}
            </Read>
          </Panel>
          <GameClosures game={game} />
          {found.data?.data.game.rounds && <GameRounds game={game} columns={office.rounds ?? []} />}
          <GameBets game={game} columns={office.bets} filter={filter} />
        </>
      ) : (
        <p className="note bad" role="alert">
          {t("play.unknown")}
        </p>
      )}
    </OfficePage>
  );
}

function Figures({ data }: { data: Data }) {
  const { t } = useTranslation("office");
  const { game } = data;
  const facts: readonly Fact[] = [
    [t("play.rules"), <span key="rules">{game.rules_version}</span>],
    [t("play.designed"), percentOf(game.designed)],
    [
      t("play.limits"),
      <span key="limits" className="row wrap">
        {game.stakes.map(({ currency }) => (
          <StakeBand key={currency} of={game.stakes} currency={currency} />
        ))}
      </span>,
    ],
    [t("play.bets"), count(game.bets)],
    [t("play.open_bets"), count(game.open_bets)],
    [t("play.voided_bets"), count(game.voided_bets)],
    ...(game.rounds
      ? ([
          [t("play.open_rounds"), count(game.rounds.open)],
          [t("play.voided_rounds"), count(game.rounds.voided)],
        ] as const)
      : []),
    [t("play.last_round"), <Moment key="last" at={game.last_at} />],
    ...(game.figures
      ? ([
          [t("play.stake"), money(game.figures.money.stake, data.in)],
          [t("play.payout"), money(game.figures.money.payout, data.in)],
          [t("play.refunded"), money(game.figures.money.refunded, data.in)],
        ] as const)
      : []),
  ];
  return (
    <>
      {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
      <Facts of={facts} layout="split" />
    </>
  );
}

/** Money and returns: of operators who may see them. */
function Returns({ game, designed, query }: ReturnsProps) {
  const figures = useOfficeQuery(readGameFigures, { params: { game }, query }, 30_000);
  return <Read of={figures}>{({ data }) => <ReturnTables data={data} designed={designed} />}</Read>;
}

function ReturnTables({ data, designed }: { data: FiguresData; designed: string }) {
  const { t } = useTranslation("office");
  const { days, versions, currencies } = data;
  return (
    <>
      <h3>{t("play.return_by_day")}</h3>
      <ReturnChart days={days} from={data.from} to={data.to} designed={designed} name={t("play.return_by_day")} />

      <h3>{t("play.by_version")}</h3>
      <Table
        figures
        name={t("play.by_version")}
        head={[t("play.rules"), `>${t("play.bets")}`, `>${t("play.designed")}`, t("play.return")]}
        empty={t("play.no_bets")}
        rows={versions.map(version => ({
          key: version.rules_version,
          cells: [
            version.rules_version,
            count(version.return.bets),
            version.designed === null ? "—" : percentOf(version.designed),
            <Measured key="return" of={version.return} designed={version.designed} />,
          ],
        }))}
      />

      {currencies.length > 0 && (
        <>
          <h3>{t("play.by_currency")}</h3>
          <Table
            figures
            name={t("play.by_currency")}
            head={[
              t("currency"),
              `>${t("play.bets")}`,
              `>${t("play.stake")}`,
              `>${t("play.payout")}`,
              `>${t("play.voided_bets")}`,
              `>${t("play.refunded")}`,
            ]}
            empty={t("play.no_bets")}
            rows={currencies.map(each => ({
              key: each.currency,
              cells: [
                each.currency,
                count(each.bets),
                money(each.money.stake, each.currency),
                money(each.money.payout, each.currency),
                count(each.voided_bets),
                money(each.money.refunded, each.currency),
              ],
            }))}
          />
        </>
      )}
    </>
  );
}
