import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CountedAt } from "#modules/bets/office/counted-at.tsx";
import { percentOf } from "#modules/bets/office/measured.tsx";
import { PeriodBar } from "#modules/bets/office/period-bar.tsx";
import { ReturnChart } from "#modules/bets/office/return-chart.tsx";
import type { PeriodFilter } from "#modules/bets/office/use-period.ts";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type ProviderGameView, readGameOfProvider, readProviderGameFigures } from "./games-contract.ts";
import { MeasuredRounds } from "./measured-rounds.tsx";
import { titleOf } from "./rtp-monitor.tsx";

type FiguresData = RouteOutput<typeof readProviderGameFigures>["data"];

interface GameFiguresProps {
  readonly provider: string;
  readonly slug: string;
  readonly filter: PeriodFilter;
}

/** What one slot or live table took and paid in a period, and its return beside the stated one. */
export function GameFigures({ provider, slug, filter }: GameFiguresProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const params = { provider, slug };
  const query = { ...filter.query, tests: filter.withTests ? ("with" as const) : ("without" as const) };
  const found = useOfficeQuery(readGameOfProvider, { params, query }, 30_000);
  return (
    <Panel
      title={found.data ? titleOf(found.data.data.game) : t("play.figures")}
      aside={found.data && <CountedAt at={found.data.data.at} />}
    >
      <PeriodBar filter={filter} shown={found.data?.data} hasCurrency={false} />
      <Read of={found}>{({ data }) => <Counts game={data.game} />}</Read>
      {may("bets.figures.read") && <Money params={params} query={query} />}
      <p className="note muted sm">{t("rtp.explained")}</p>
    </Panel>
  );
}

function Counts({ game }: { game: ProviderGameView }) {
  const { t } = useTranslation("office");
  return (
    <dl className="facts split">
      <div>
        <dt>{t("rtp.provider")}</dt>
        <dd>{game.provider}</dd>
      </div>
      <div>
        <dt>{t("rtp.rounds")}</dt>
        <dd>{count(game.rounds)}</dd>
      </div>
      <div>
        <dt>{t("rtp.voids")}</dt>
        <dd>
          {count(game.voids)} {game.has_too_many_voids && <Tag tone="bad">{t("rtp.too_many_voids")}</Tag>}
        </dd>
      </div>
      <div>
        <dt>{t("rtp.open")}</dt>
        <dd>{count(game.open)}</dd>
      </div>
      {game.kinds.map(kind => (
        <div key={kind.kind}>
          <dt>
            {t("play.return")}: {t.in("rtp.kinds", kind.kind)}
          </dt>
          <dd>
            {kind.return ? <MeasuredRounds of={kind.return} stated={kind.stated} /> : "—"}
            {kind.stated !== null && (
              <small className="muted">
                {" "}
                {t("rtp.stated")} {percentOf(kind.stated)}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface MoneyProps {
  readonly params: { readonly provider: string; readonly slug: string };
  readonly query: PeriodFilter["query"] & { readonly tests: "with" | "without" };
}

function Money({ params, query }: MoneyProps) {
  const figures = useOfficeQuery(readProviderGameFigures, { params, query }, 30_000);
  return <Read of={figures}>{({ data }) => <MoneyTables data={data} />}</Read>;
}

function MoneyTables({ data }: { data: FiguresData }) {
  const { t } = useTranslation("office");
  const stated = data.currencies.find(({ kind }) => kind === "stake")?.stated ?? null;
  if (data.currencies.length === 0) return <p className="note muted">{t("rtp.no_rounds")}</p>;
  return (
    <>
      <h3>{t("play.return_by_day")}</h3>
      <ReturnChart
        days={data.days}
        from={data.from}
        to={data.to}
        designed={stated}
        name={t("play.return_by_day")}
        explained={t("rtp.chart_explained")}
      />
      <h3>{t("play.by_currency")}</h3>
      <Table
        figures
        name={t("play.by_currency")}
        head={[
          t("currency"),
          t("rtp.kind"),
          `>${t("rtp.rounds")}`,
          `>${t("rtp.voids")}`,
          `>${t("play.stake")}`,
          `>${t("rtp.win")}`,
          `>${t("rtp.jackpot")}`,
          t("play.return"),
        ]}
        empty={t("rtp.no_rounds")}
        rows={data.currencies.map(each => ({
          key: `${each.currency}/${each.kind}`,
          cells: [
            each.currency,
            t.in("rtp.kinds", each.kind),
            count(each.rounds),
            count(each.voids),
            money(each.stake, each.currency),
            money(each.win, each.currency),
            money(each.jackpot, each.currency),
            <MeasuredRounds key="return" of={each.return} stated={each.stated} />,
          ],
        }))}
      />
    </>
  );
}
