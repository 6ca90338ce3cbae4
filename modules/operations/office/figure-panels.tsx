import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { dateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { isProviderGame } from "#modules/ledger/shared/chart.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Chart } from "#modules/operators/office/parts/chart.tsx";
import { count, money, percent } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import type { readFigures } from "./figures-contract.ts";
import type { FigureFilter } from "./use-figure-filter.ts";

export type Figures = RouteOutput<typeof readFigures>["data"];

interface Props {
  readonly data: Figures;
  readonly filter: FigureFilter;
}

/** The headline figures, each a link to the list that sums to it. */
export function Headlines({ data, filter }: Props) {
  const { t } = useTranslation("office");
  const { now, before } = data;
  const sums = (["ggr", "ngr", "wagered", "deposits", "payouts"] as const).map(name => ({
    name,
    to: filter.to(`/figures/${name}`),
    value: money(now[name], data.in, { brief: true }),
    change: changeOf(Number(now[name]), Number(before[name])),
  }));
  const counts = {
    wagered: t("dashboard.bets", { count: now.bets, n: count(now.bets) }),
    deposits: t("dashboard.paid", { count: now.deposit_count, n: count(now.deposit_count) }),
    payouts: t("dashboard.paid", { count: now.payout_count, n: count(now.payout_count) }),
  };
  const active = {
    name: "active" as const,
    to: filter.to("/active-players"),
    value: count(now.active),
    change: changeOf(now.active, before.active),
  };
  const first = {
    name: "first_deposits" as const,
    to: filter.to("/first-deposits"),
    value: count(now.first_deposits),
    change: changeOf(now.first_deposits, before.first_deposits),
  };
  return (
    <dl className="kpi seven">
      {[...sums, active, first].map(figure => {
        const counted = figure.name in counts ? counts[figure.name as keyof typeof counts] : undefined;
        return (
          <div key={figure.name}>
            <dt>{t(`figures.${figure.name}`)}</dt>
            <dd className="value">
              <Link to={figure.to}>{figure.value}</Link>
            </dd>
            <dd className="sm muted">
              {figure.change && <span className={figure.change.startsWith("+") ? "up" : "down"}>{figure.change} </span>}
              {counted ?? (figure.change ? t("figures.than_before") : t("figures.none_before"))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Against the earlier period; null if there was nothing. */
function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  return percent((now - before) / Math.abs(before), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "always",
  });
}

/** Names half hours by the clock of the zone, days by their date. */
export function bucketLabel(data: Pick<Figures, "zone"> & { readonly by: Figures["by"] }): (at: string) => string {
  const show = dateFormat(pageLanguage(), data.by === "day" ? "day" : "moment_no_year", data.zone);
  return at => (data.by === "day" ? show(at).slice(0, 5) : show(at).slice(-5));
}

export function Revenue({ data }: { readonly data: Figures }) {
  const { t } = useTranslation("office");
  return (
    <Panel
      title={t(`figures.revenue_${data.by}`)}
      aside={
        <span className="legend">
          <i className="ggr" />
          {t("figures.ggr")}
          <i className="ngr" />
          {t("figures.ngr")}
          <i className="before" />
          {t("figures.ggr_before")}
        </span>
      }
    >
      {data.buckets.length === 0 ? (
        <p className="note muted">{t("figures.nothing")}</p>
      ) : (
        <Chart
          buckets={data.buckets}
          currency={data.in}
          name={t(`figures.revenue_${data.by}`)}
          label={bucketLabel(data)}
        />
      )}
    </Panel>
  );
}

/** What NGR is made of. */
export function NetLines({ data, filter }: Props) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("figures.net")}>
      <dl className="lines">
        {data.lines.map(({ line, amount }) => (
          <div key={line}>
            <dt>{t(`figures.lines.${line}`)}</dt>
            <dd className="num">{money(amount, data.in)}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>{t("figures.ngr")}</dt>
          <dd className="num">
            <Link className="link" to={filter.to("/figures/ngr")}>
              {money(data.now.ngr, data.in)}
            </Link>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** The name of a game; games of a provider are named by its number. */
export function GameName({ game }: { readonly game: string }) {
  const { t } = useTranslation("office");
  if (isProviderGame(game)) return <>{t("figures.provider", { number: game.replace("provider-", "") })}</>;
  return (
    <span className={`row g-${game}`}>
      <i className="diamond" />
      {t.in("games", game)}
    </span>
  );
}

export function ByGame({ data, filter }: Props) {
  const { t } = useTranslation("office");
  const share = (part: number, whole: number) => (whole === 0 ? "—" : percent(part / whole));
  return (
    <Panel title={t("figures.by_game")}>
      <Table
        figures
        name={t("figures.by_game")}
        head={[
          t("figures.product"),
          `>${t("figures.wagered")}`,
          `>${t("dashboard.bets_n")}`,
          `>${t("figures.ggr")}`,
          ">RTP",
        ]}
        empty={t("figures.nothing")}
        rows={data.by_game.map(({ game, wagered, paid, ggr, bets }) => ({
          key: game,
          cells: [
            <GameName key="game" game={game} />,
            <Link key="wagered" className="link" to={filter.to("/figures/wagered", { game })}>
              {money(wagered, data.in, { brief: true })}
            </Link>,
            count(bets),
            <Link key="ggr" className="link" to={filter.to("/figures/ggr", { game })}>
              {money(ggr, data.in, { brief: true })}
            </Link>,
            <b key="rtp">{share(Number(paid), Number(wagered))}</b>,
          ],
        }))}
      />
    </Panel>
  );
}

export function ByCurrency({ data, filter }: Props) {
  const { t } = useTranslation("office");
  const names = ["wagered", "ggr", "deposits", "payouts"] as const;
  return (
    <Panel title={t("figures.by_currency")}>
      <Table
        figures
        name={t("figures.by_currency")}
        head={[t("currency"), ...names.map(name => `>${t(`figures.${name}`)}`)]}
        empty={t("figures.nothing")}
        rows={data.by_currency.map(row => ({
          key: row.currency,
          cells: [
            row.currency,
            ...names.map(name => (
              <Link key={name} className="link" to={filter.to(`/figures/${name}`, { currency: row.currency })}>
                {money(row[name], row.currency)}
              </Link>
            )),
          ],
        }))}
      />
    </Panel>
  );
}

/** Hours that have begun, of a period of up to two days. */
export function ByHour({ data, filter }: Props) {
  const { t } = useTranslation("office");
  const names = ["wagered", "ggr", "deposits", "payouts"] as const;
  const label = dateFormat(pageLanguage(), "moment_no_year", data.zone);
  return (
    <Panel title={t("figures.by_hour")}>
      <Table
        figures
        name={t("figures.by_hour")}
        head={[t("figures.hour"), `>${t("dashboard.bets_n")}`, ...names.map(name => `>${t(`figures.${name}`)}`)]}
        empty={t("figures.nothing")}
        rows={[...data.by_hour].reverse().map(row => ({
          key: row.at,
          cells: [
            <time key="at" dateTime={row.at} className="num nowrap">
              {label(row.at)}
            </time>,
            count(row.bets),
            ...names.map(name => (
              <Link key={name} className="link" to={filter.to(`/figures/${name}`, { hour: row.at })}>
                {money(row[name], data.in, { brief: true })}
              </Link>
            )),
          ],
        }))}
      />
    </Panel>
  );
}
