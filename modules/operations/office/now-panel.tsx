import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { dateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { FigureRead } from "./figure-read.tsx";
import { readNow } from "./figures-contract.ts";
import type { FigureFilter } from "./use-figure-filter.ts";

type Now = RouteOutput<typeof readNow>["data"];

/** Who plays now, and what this hour has brought, beside the same hour of yesterday and a week ago. */
export function NowPanel({ filter }: { readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const { zone, currency, tests } = filter.query;
  const query = { zone, ...(currency && { currency }), ...(tests && { tests }) };
  const now = useRead(readNow, { query }, 15_000);
  return (
    <Panel title={t("figures.now.title")} aside={now.data && <HourOf data={now.data} zone={zone} />}>
      <FigureRead of={now} placeholder={<div className="panel skeleton" role="status" aria-label={t("loading")} />}>
        {data => <Figures data={data} filter={filter} />}
      </FigureRead>
    </Panel>
  );
}

function HourOf({ data, zone }: { readonly data: Now; readonly zone: string }) {
  const { t } = useTranslation("office");
  const show = dateFormat(pageLanguage(), "moment_no_year", zone);
  const [from, to] = [show(data.hour.begins).slice(-5), show(data.hour.ends).slice(-5)];
  return <span className="sm muted nowrap">{t("figures.now.hour", { from, to })}</span>;
}

function Figures({ data, filter }: { readonly data: Now; readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const { day, begins } = data.hour;
  const ofHour = { period: "", from: day, to: day, hour: begins };
  const rate = new Intl.NumberFormat(pageLanguage(), { maximumFractionDigits: 3 });
  const figures = [
    { name: "playing", to: "/playing", value: count(data.playing), yesterday: undefined, week: undefined },
    {
      name: "players",
      to: filter.to("/active-players", ofHour),
      value: count(data.players.now),
      yesterday: count(data.players.yesterday),
      week: count(data.players.last_week),
    },
    {
      name: "bets_per_second",
      to: filter.to("/figures/wagered", ofHour),
      value: rate.format(data.bets_per_second.now),
      yesterday: rate.format(data.bets_per_second.yesterday),
      week: rate.format(data.bets_per_second.last_week),
    },
  ] as const;
  return (
    <dl className="kpi three">
      {figures.map(({ name, to, value, yesterday, week }) => (
        <div key={name}>
          <dt>{t(`figures.now.${name}`)}</dt>
          <dd className="value">
            <Link to={to}>{value}</Link>
          </dd>
          <dd className="sm muted">
            {yesterday === undefined
              ? t("figures.now.playing_text")
              : t("figures.now.beside", { yesterday, week: week ?? "" })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
