import { data, Link, type LoaderFunctionArgs, NavLink, useLoaderData, useParams } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type TournamentStatus, type TournamentView, tournamentStatuses } from "../shared/contract.ts";
import { prizesOf, showPeriod } from "./show.ts";
import "./tournaments.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["tournaments"] };

/** The tournaments of a status, or all. An unknown status is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<readonly TournamentView[]> {
  const { status } = params;
  if (status !== undefined && !isStatus(status)) throw data({ path: new URL(request.url).pathname }, 404);
  const query = status === undefined ? "" : `?status=${status}`;
  const answer = await context.get(requestContext).get(`/api/v1/tournaments${query}`);
  return answer.status === 200 ? (answer.body as { data: TournamentView[] }).data : [];
}

function isStatus(text: string): text is TournamentStatus {
  return tournamentStatuses.some(status => status === text);
}

export default function TournamentsPage() {
  const { t } = useTranslation("tournaments");
  const params = useParams();
  const status = params.status !== undefined && isStatus(params.status) ? params.status : undefined;
  const href = useHref();
  const found = useLoaderData<typeof loader>();
  const title = status === undefined ? t("page.title") : t(`page.title_${status}`);
  return (
    <div className="col gap-4">
      <PageHead title={title} description={t("page.lead")} noIndex={found.length === 0} />
      <div className="section-head">
        <h1 className="display">{t("page.title")}</h1>
      </div>
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
      {found.length === 0 && (
        <div className="empty">
          <Seal of={`tournaments ${status ?? ""}`} size={150} points={220} />
          <p>{t(`page.none_${status ?? "all"}`)}</p>
        </div>
      )}
      <div className="tr-cards">
        {found.map(one => (
          <TournamentCard key={one.id} tournament={one} />
        ))}
      </div>
    </div>
  );
}

function TournamentCard({ tournament }: { tournament: TournamentView }) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  const language = languageOf(useLocale());
  return (
    <Link className="card box" to={href(`/tournament/${tournament.id}`)}>
      <div className="row spread">
        <h2>{tournament.title}</h2>
        <span className={tournament.status === "active" ? "tag brass" : "tag"}>
          {t(`statuses.${tournament.status}`)}
        </span>
      </div>
      <div className="key-value">
        <span>{t("card.prizes")}</span>
        <b>{prizesOf(tournament, language)}</b>
      </div>
      <p className="muted sm">{showPeriod(tournament, language)}</p>
    </Link>
  );
}
