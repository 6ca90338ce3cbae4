import "./statistics.css";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showShare } from "#kit/i18n/numbers.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { EventDetails, EventView } from "../shared/contract.ts";
import { mayEndInDraw } from "../shared/shown-score.ts";
import type { EventStatistics } from "../shared/statistics-contract.ts";
import { chanceAreas } from "./chance-areas.ts";
import { StartTime } from "./event-clock.tsx";

type Chances = EventStatistics["chances"];

const sides = ["home", "draw", "away"] as const;

/** How likely each result is, by the odds provider, and how that moved; beside it what was counted in the match. */
export function WinProbability({ event, chances }: { readonly event: EventDetails; readonly chances: Chances }) {
  const { t } = useTranslation("odds");
  const language = languageOf(useLocale());
  const now = chances.at(-1);
  if (!now) return null;
  const name = { home: event.home?.short ?? "1", draw: t("outcomes.draw"), away: event.away?.short ?? "2" };
  const percent = (share: number) => showShare(share, language, { minimumFractionDigits: 0, maximumFractionDigits: 0 });
  const shown = sides.flatMap(side => (now[side] === null ? [] : [{ side, share: now[side] }]));
  return (
    <section className="card match-chances" aria-labelledby="win-probability">
      <div className="grow">
        <h2 id="win-probability">{t("statistics.probability")}</h2>
        {chances.length > 2 && <ChanceChart chances={chances} />}
        <div className="match-bar" aria-hidden="true">
          {shown.map(({ side, share }) => (
            <i key={side} className={side} style={{ flexGrow: share }} />
          ))}
        </div>
        <dl className="match-shares">
          {shown.map(({ side, share }) => (
            <div key={side}>
              <dt className="ellipsis">{name[side]}</dt>
              <dd className="num">{percent(share)}</dd>
            </div>
          ))}
        </dl>
        <p className="faint sm">{t("statistics.probability_note")}</p>
      </div>
      <Counts event={event} />
    </section>
  );
}

const [width, height] = [600, 120];

function ChanceChart({ chances }: { readonly chances: Chances }) {
  const { t } = useTranslation("odds");
  return (
    <svg
      className="match-chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("statistics.chart")}
    >
      {chanceAreas(chances, width, height).map(({ side, points }) => (
        <polygon key={side} className={side} points={points} />
      ))}
    </svg>
  );
}

const counted = ["corners", "yellow_cards", "red_cards"] as const;

function Counts({ event: { play } }: { readonly event: EventView }) {
  const { t } = useTranslation("odds");
  const known = counted.flatMap(key => (play?.[key] ? [{ key, pair: play[key] }] : []));
  if (known.length === 0) return null;
  return (
    <dl className="match-counts">
      {known.map(({ key, pair: [home = 0, away = 0] }) => (
        <div key={key}>
          <dt>{t(`statistics.${key}`)}</dt>
          <dd className="row spread num">
            <b>{home}</b>
            <b>{away}</b>
          </dd>
          <span className="match-bar" aria-hidden="true">
            <i className="home" style={{ flexGrow: home + away === 0 ? 1 : home }} />
            <i className="away" style={{ flexGrow: home + away === 0 ? 1 : away }} />
          </span>
        </div>
      ))}
    </dl>
  );
}

/** The last matches of both sides, their meetings and the table of the league. */
export function EventHistory({
  event,
  statistics,
}: {
  readonly event: EventView;
  readonly statistics: EventStatistics;
}) {
  const { t } = useTranslation("odds");
  const { form, meetings, table } = statistics;
  const { home, away } = event;
  if (form.home.length + form.away.length + meetings.length + table.length === 0) return null;
  return (
    <section className="match-history" aria-label={t("statistics.title")}>
      {home && <Played title={t("statistics.form", { team: home.name })} played={form.home} event={event} />}
      {away && <Played title={t("statistics.form", { team: away.name })} played={form.away} event={event} />}
      <Played title={t("statistics.meetings")} played={meetings} event={event} />
      {table.length > 0 && <LeagueTable event={event} table={table} />}
    </section>
  );
}

type PlayedMatch = EventStatistics["meetings"][number] & { readonly result?: "won" | "drawn" | "lost" };

function Played({ title, played, event }: { title: string; played: readonly PlayedMatch[]; event: EventView }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  if (played.length === 0) return null;
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul>
        {played.map(({ event: id, start, home, away, score, result }) => (
          <li key={id}>
            <Link
              className="match-played"
              to={href(`/betting/${event.sport}/${encodeURIComponent(event.league.id)}/${id}`)}
            >
              {result && <span className={`match-result ${result}`}>{t(`statistics.results.${result}`)}</span>}
              <span className="ellipsis grow">
                {home} – {away}
              </span>
              {start && (
                <small className="faint num">
                  <StartTime iso={start} />
                </small>
              )}
              <b className="num">{score.join(":")}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const columns = ["played", "won", "drawn", "lost", "score", "points"] as const;

function LeagueTable({ event, table }: { readonly event: EventView; readonly table: EventStatistics["table"] }) {
  const { t } = useTranslation("odds");
  const own = [event.home?.id, event.away?.id];
  const withDraws = mayEndInDraw(event.sport);
  return (
    <section className="card">
      <h2>{t("statistics.table", { league: event.league.name })}</h2>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{t("statistics.team")}</th>
            {columns
              .filter(key => withDraws || key !== "drawn")
              .map(key => (
                <th key={key} className={`num ${key}`} title={t(`statistics.columns.${key}`)}>
                  {t(`statistics.short.${key}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {table.map(({ id, name, played, won, drawn, lost, scored, conceded, points }, at) => (
            <tr key={id} aria-current={own.includes(id) ? "true" : undefined}>
              <td className="num">{at + 1}</td>
              <td className="ellipsis">{name}</td>
              <td className="num">{played}</td>
              <td className="num won">{won}</td>
              {withDraws && <td className="num drawn">{drawn}</td>}
              <td className="num lost">{lost}</td>
              <td className="num score">
                {scored}:{conceded}
              </td>
              <td className="num">{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="faint sm">{t("statistics.table_note")}</p>
    </section>
  );
}
