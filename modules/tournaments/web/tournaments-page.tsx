import sheet from "virtual:art/games";
import { data, Link, type LoaderFunctionArgs, NavLink, useLoaderData, useParams } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { ShownBanner } from "#modules/content/shared/contract.ts";
import { Banners } from "#modules/content/web/banners.tsx";
import { loadBanners } from "#modules/content/web/load-document.ts";
import { type Tournament, type TournamentStatus, type TournamentView, tournamentStatuses } from "../shared/contract.ts";
import { BoardTable } from "./board-table.tsx";
import { Countdown } from "./countdown.tsx";
import { JoinButton } from "./join-button.tsx";
import { prizesOf, showPeriod } from "./show.ts";
import { TournamentHero } from "./tournament-hero.tsx";
import { useBoard } from "./use-board.ts";
import "./tournaments.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["tournaments", "content"] };

interface Loaded {
  readonly list: readonly TournamentView[];
  /** The running one with the most players, with its board. */
  readonly main: Tournament | null;
  readonly banners: readonly ShownBanner[];
}

/** The tournaments of a status, or all. An unknown status is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { status } = params;
  if (status !== undefined && !isStatus(status)) throw data({ path: new URL(request.url).pathname }, 404);
  const visit = context.get(requestContext);
  const { get } = visit;
  const banners = await loadBanners("tournaments", { context: visit, request, language: visit.locale });
  const answer = await get(`/api/v1/tournaments${status === undefined ? "" : `?status=${status}`}`);
  const list = answer.status === 200 ? (answer.body as { data: TournamentView[] }).data : [];
  const active = list.filter(each => each.status === "active");
  const biggest = active.reduce((most, each) => (most && most.players >= each.players ? most : each), active[0]);
  if (!biggest) return { list, main: null, banners };
  const one = await get(`/api/v1/tournaments/${biggest.id}`);
  return { list, main: one.status === 200 ? (one.body as { data: Tournament }).data : null, banners };
}

function isStatus(text: string): text is TournamentStatus {
  return tournamentStatuses.some(status => status === text);
}

export default function TournamentsPage() {
  const { t } = useTranslation("tournaments");
  const params = useParams();
  const status = params.status !== undefined && isStatus(params.status) ? params.status : undefined;
  const { list, main, banners } = useLoaderData<typeof loader>();
  const title = status === undefined ? t("page.title") : t(`page.title_${status}`);
  const href = useHref();
  return (
    <div className="tr">
      <PageHead title={title} description={t("page.lead")} noIndex={list.length === 0} />
      <div className="section-head">
        <h1 className="display">{t("page.title")}</h1>
        <Link className="more" to={href("/jackpots")}>
          {t("page.jackpots")}
        </Link>
      </div>
      <Banners of={banners} />
      {main ? (
        <WithMain key={main.id} main={main}>
          <List list={list} status={status} />
        </WithMain>
      ) : (
        <List list={list} status={status} />
      )}
    </div>
  );
}

/** The biggest running one above the list, its board beside it. */
function WithMain({ main, children }: { readonly main: Tournament; readonly children: React.ReactNode }) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  const board = useBoard(main.id, main.leaderboard, main.players, true);
  return (
    <>
      <TournamentHero
        tournament={main}
        players={board.players}
        lines={board.lines}
        level="h2"
        above={<span className="tag brass l">{t("statuses.active")}</span>}
      >
        <JoinButton tournament={main} me={board.me} />
        <Link className={buttonClass({ variant: "ghost", size: "l" })} to={href(`/tournament/${main.id}`)}>
          {t("card.details")}
        </Link>
      </TournamentHero>
      <div className="tr-columns">
        <div className="col gap-4">{children}</div>
        <section className="card tr-main">
          <div className="row spread tr-head">
            <h2 className="display">{t("board.title")}</h2>
            <span className="row muted sm">
              <i className="tr-live" />
              {t("board.live")}
            </span>
          </div>
          <BoardTable tournament={main} lines={board.lines.slice(0, 7)} me={board.me} />
        </section>
      </div>
    </>
  );
}

function List({
  list,
  status,
}: {
  readonly list: readonly TournamentView[];
  readonly status?: TournamentStatus | undefined;
}) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  return (
    <>
      <nav className="underline-tabs" aria-label={t("page.title")}>
        <NavLink to={href("/tournaments")} end>
          {t("statuses.all")}
        </NavLink>
        {tournamentStatuses.map(each => (
          <NavLink key={each} to={href(`/tournaments/${each}`)}>
            {t(`statuses.${each}`)}
          </NavLink>
        ))}
      </nav>
      {list.length === 0 && (
        <div className="empty">
          <Seal of={`tournaments ${status ?? ""}`} size={150} points={220} />
          <p>{t(`page.none_${status ?? "all"}`)}</p>
        </div>
      )}
      <div className="tr-cards">
        {list.map(one => (
          <TournamentCard key={one.id} tournament={one} />
        ))}
      </div>
    </>
  );
}

function TournamentCard({ tournament }: { readonly tournament: TournamentView }) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  const language = languageOf(useLocale());
  const dates = useDates();
  const { status, games, phase } = tournament;
  const [game] = games;
  return (
    <Link className={`card tr-card g-${game ?? "all"}`} to={href(`/tournament/${tournament.id}`)}>
      <span className="tr-picture">
        {game ? (
          <img src={`${sheet}#${game}`} alt="" width={300} height={360} loading="lazy" decoding="async" />
        ) : (
          <Seal of={`tournament ${tournament.id}`} size={220} points={220} />
        )}
      </span>
      <span className="tr-card-text">
        <b className="display">{tournament.title}</b>
        <span className="muted sm">{t(`scoring.${tournament.scoring}`)}</span>
        <span className="row wrap spread">
          <b className="display value">{prizesOf(tournament, language)}</b>
          <span className={status === "active" ? "tag num" : "tag"}>
            {status === "active" ? <Countdown to={tournament.ends_at} /> : t(`phases.${phase}`)}
          </span>
        </span>
        <span className="muted sm">{showPeriod(tournament, dates)}</span>
      </span>
    </Link>
  );
}
