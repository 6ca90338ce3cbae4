import { useState } from "react";
import { Link, useParams } from "react-router";
import { dateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { FigureBar } from "./figure-bar.tsx";
import { GameName } from "./figure-panels.tsx";
import { FigureRead } from "./figure-read.tsx";
import { type FigureName, figureNames, readFigureRows } from "./figures-contract.ts";
import { HourNote } from "./hour-note.tsx";
import { useFigureFilter } from "./use-figure-filter.ts";

const rowsAtOnce = 200;

/** The rows that a figure of the dashboard is the sum of. */
export function FigurePage() {
  const { t } = useTranslation("office");
  const named = useParams()["figure"];
  const figure = figureNames.find(name => name === named) ?? "ggr";
  return <FigureRows key={figure} figure={figure} title={t(`figures.${figure}`)} />;
}

function FigureRows({ figure, title }: { readonly figure: FigureName; readonly title: string }) {
  const { t } = useTranslation("office");
  const filter = useFigureFilter();
  const game = filter.get("game");
  const [most, setMost] = useState(rowsAtOnce);
  const hour = filter.get("hour");
  const query = { ...filter.query, ...(game !== "" && { game }), ...(hour !== "" && { hour }) };
  const rows = useRead(readFigureRows, { params: { figure }, query });
  const shown = rows.data;
  return (
    <OfficePage
      title={title}
      aside={
        <Link className="btn s" to={filter.to("/", { game: "", hour: "" })}>
          {t("pages.dashboard")}
        </Link>
      }
    >
      <FigureBar filter={filter} shown={shown} />
      <HourNote filter={filter} />
      {game !== "" && (
        <p className="row">
          <GameName game={game} />
          <button type="button" className="btn s" onClick={() => filter.set({ game: "" })}>
            {t("figures.all_games")}
          </button>
        </p>
      )}
      <FigureRead
        of={rows}
        placeholder={<div className="panel skeleton tall" role="status" aria-label={t("loading")} />}
      >
        {data => {
          const at = dateFormat(pageLanguage(), "moment", data.zone);
          return (
            <Panel
              title={
                <>
                  {t("figures.sum")} <b className="num">{money(data.sum, data.in)}</b>
                </>
              }
              aside={
                <span className="sm muted">
                  {t("figures.rows", { count: data.rows.length, n: count(data.rows.length) })}
                </span>
              }
            >
              {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
              <Table
                name={title}
                head={[
                  t("figures.time", { zone: data.zone.replace("_", " ") }),
                  t("figures.kind"),
                  t("figures.product"),
                  `>${t("figures.count")}`,
                  `>${t("amount")}`,
                  `>${t("dashboard.worth", { currency: data.in })}`,
                ]}
                empty={t("figures.nothing")}
                rows={data.rows.slice(0, most).map(row => ({
                  key: `${row.at} ${row.currency} ${row.kind} ${row.game}`,
                  cells: [
                    <time key="at" dateTime={row.at} className="num nowrap">
                      {at(row.at)}
                    </time>,
                    t(`figures.kinds.${row.kind}`),
                    row.game === null ? (
                      <span key="game" className="faint">
                        —
                      </span>
                    ) : (
                      <GameName key="game" game={row.game} />
                    ),
                    count(row.count),
                    money(row.amount, row.currency),
                    row.value === null ? (
                      <span key="value" className="faint">
                        —
                      </span>
                    ) : (
                      <b key="value">{money(row.value, data.in)}</b>
                    ),
                  ],
                }))}
              />
              {data.rows.length > most && (
                <div className="row end pad">
                  <button type="button" className="btn s" onClick={() => setMost(most + rowsAtOnce)}>
                    {t("figures.more")}
                  </button>
                </div>
              )}
            </Panel>
          );
        }}
      </FigureRead>
    </OfficePage>
  );
}
