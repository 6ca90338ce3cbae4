import { Link } from "react-router";
import { dateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { count, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { FigureBar } from "./figure-bar.tsx";
import { FigureRead } from "./figure-read.tsx";
import { readFirstDeposits } from "./figures-contract.ts";
import { type FigureFilter, useFigureFilter } from "./use-figure-filter.ts";

/** The first deposits that the dashboard counts. */
export function FirstDepositsPage() {
  const filter = useFigureFilter();
  // Another period begins at its first page.
  return <FirstDeposits key={JSON.stringify(filter.query)} filter={filter} />;
}

function FirstDeposits({ filter }: { readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const pages = usePages();
  const { cursor } = pages.query;
  const found = useRead(readFirstDeposits, { query: { ...filter.query, ...(cursor !== undefined && { cursor }) } });
  return (
    <OfficePage
      title={t("figures.first_deposits")}
      aside={
        <Link className="btn s" to={filter.to("/")}>
          {t("pages.dashboard")}
        </Link>
      }
    >
      <FigureBar filter={filter} shown={found.data} />
      <FigureRead
        of={found}
        placeholder={<div className="panel skeleton tall" role="status" aria-label={t("loading")} />}
      >
        {data => {
          const at = dateFormat(pageLanguage(), "moment", data.zone);
          return (
            <Panel
              title={
                <>
                  {t("figures.first_deposits")} <b className="num">{count(data.count)}</b>
                </>
              }
            >
              <Table
                name={t("figures.first_deposits")}
                head={[
                  t("figures.time", { zone: data.zone.replace("_", " ") }),
                  t("player"),
                  `>${t("amount")}`,
                  `>${t("dashboard.worth", { currency: data.in })}`,
                ]}
                empty={t("figures.nothing")}
                rows={data.items.map(item => ({
                  key: item.player.id,
                  cells: [
                    <time key="at" dateTime={item.at} className="num nowrap">
                      {at(item.at)}
                    </time>,
                    may("players.read") ? <PlayerLink key="player" player={item.player} /> : item.player.name,
                    money(item.amount, item.currency),
                    item.value === null ? "—" : <b key="value">{money(item.value, data.in)}</b>,
                  ],
                }))}
              />
              <Pager pages={pages} next={data.next_cursor} />
            </Panel>
          );
        }}
      </FigureRead>
    </OfficePage>
  );
}
