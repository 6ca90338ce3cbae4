import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { calendarDay, count, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { FigureBar } from "./figure-bar.tsx";
import { FigureRead } from "./figure-read.tsx";
import { readCountries } from "./figures-contract.ts";
import { type FigureFilter, useFigureFilter } from "./use-figure-filter.ts";

const names = ["wagered", "ggr", "deposits", "payouts"] as const;
const unknown = "-";

/** The filters of the dashboard that days of players have: those are days of UTC. */
function queryOf({ query }: FigureFilter) {
  const { zone: _zone, ...days } = query;
  return days;
}

/** What players of each country did, each figure a link to its days. */
export function ByCountry({ filter }: { readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const countryName = useCountryNames();
  const countries = useRead(readCountries, { query: queryOf(filter) }, 60_000);
  return (
    <Panel title={t("figures.by_country")} aside={<span className="sm muted">{t("figures.utc_days")}</span>}>
      <FigureRead
        of={countries}
        placeholder={<div className="panel skeleton" role="status" aria-label={t("loading")} />}
      >
        {data => (
          <Table
            figures
            name={t("figures.by_country")}
            head={[t("players.country"), `>${t("dashboard.bets_n")}`, ...names.map(name => `>${t(`figures.${name}`)}`)]}
            empty={t("figures.nothing")}
            rows={data.rows.map(row => ({
              key: row.country ?? unknown,
              cells: [
                row.country === null ? t("figures.country_unknown") : countryName(row.country),
                count(row.bets),
                ...names.map(name => (
                  <Link key={name} className="link" to={filter.to(`/countries/${row.country ?? unknown}`)}>
                    {money(row[name], data.in, { brief: true })}
                  </Link>
                )),
              ],
            }))}
          />
        )}
      </FigureRead>
    </Panel>
  );
}

/** The days and currencies that the figures of a country are the sums of. */
export function CountryPage() {
  const { t } = useTranslation("office");
  const filter = useFigureFilter();
  const { country = unknown } = useParams();
  const countryName = useCountryNames();
  const days = useRead(readCountries, { query: { ...queryOf(filter), country } });
  const title = country === unknown ? t("figures.country_unknown") : countryName(country);
  return (
    <OfficePage
      title={title}
      aside={
        <Link className="btn s" to={filter.to("/")}>
          {t("pages.dashboard")}
        </Link>
      }
    >
      <FigureBar filter={filter} shown={days.data} />
      <FigureRead
        of={days}
        placeholder={<div className="panel skeleton tall" role="status" aria-label={t("loading")} />}
      >
        {data => (
          <Panel
            title={t("figures.worth", { currency: data.in })}
            aside={<span className="sm muted">{t("figures.utc_days")}</span>}
          >
            {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
            <Table
              figures
              name={title}
              head={[
                t("figures.closed.day"),
                t("currency"),
                `>${t("dashboard.bets_n")}`,
                ...names.map(name => `>${t(`figures.${name}`)}`),
              ]}
              empty={t("figures.nothing")}
              rows={data.rows.map(row => ({
                key: `${row.day} ${row.currency}`,
                cells: [
                  row.day === null ? "—" : calendarDay(row.day),
                  row.currency,
                  count(row.bets),
                  ...names.map(name => money(row[name], data.in)),
                ],
              }))}
            />
          </Panel>
        )}
      </FigureRead>
    </OfficePage>
  );
}
