import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { shortHash } from "#kit/std/short-hash.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { Tournament } from "../shared/contract.ts";
import { BoardTable } from "./board-table.tsx";
import { CutCard } from "./cut-card.tsx";
import { DisputeCard } from "./dispute-card.tsx";
import { JoinButton } from "./join-button.tsx";
import { PrizeCard } from "./prize-card.tsx";
import { RulesCard } from "./rules-card.tsx";
import { TournamentHero } from "./tournament-hero.tsx";
import { type LiveBoard, useBoard } from "./use-board.ts";
import "./tournaments.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["tournaments", "lobby"] };

/** One tournament; an unknown id is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Tournament> {
  const answer = await context.get(requestContext).get(`/api/v1/tournaments/${encodeURIComponent(params.id ?? "")}`);
  if (answer.status !== 200) throw data({ path: new URL(request.url).pathname }, 404);
  return (answer.body as { data: Tournament }).data;
}

export default function TournamentPage() {
  const tournament = useLoaderData<typeof loader>();
  return <OneTournament key={tournament.id} tournament={tournament} />;
}

function OneTournament({ tournament }: { readonly tournament: Tournament }) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  const { id, title, status, phase, leaderboard, players } = tournament;
  const board = useBoard(id, leaderboard, players, status === "active");
  return (
    <div className="tr">
      <PageHead title={title} description={t("page.lead")} />
      <TournamentHero
        tournament={tournament}
        players={board.players}
        lines={board.lines}
        level="h1"
        above={
          <nav className="tr-path" aria-label={t("page.title")}>
            <Link to={href("/tournaments")}>{t("page.title")}</Link>
            <Link to={href(`/tournaments/${status}`)}>{t(`statuses.${status}`)}</Link>
          </nav>
        }
      >
        <JoinButton tournament={tournament} me={board.me} />
        <a className={buttonClass({ variant: "ghost", size: "l" })} href="#rules">
          {t("rules.title")}
        </a>
        {tournament.next && <NextRace next={tournament.next} />}
      </TournamentHero>
      <div className="tr-columns">
        <section className="card tr-main">
          <div className="row spread tr-head">
            <h2 className="display">{t("board.title")}</h2>
            <span className="muted sm">
              {status === "active" ? <LiveMark /> : status === "finished" && t(`phases.${phase}`)}
            </span>
          </div>
          <BoardTable tournament={tournament} lines={board.lines} me={board.me} />
          <FinalRanks board={board} isReview={phase === "review"} />
        </section>
        <div className="col gap-4">
          {board.me && status === "active" && !board.me.is_disqualified && (
            <CutCard tournament={tournament} me={board.me} />
          )}
          {board.me && <DisputeCard id={id} me={board.me} isOpen={phase === "review"} />}
          <PrizeCard tournament={tournament} />
          <RulesCard tournament={tournament} />
        </div>
      </div>
    </div>
  );
}

/** When a race starts again, and the way to join it. */
function NextRace({ next: { id, starts_at } }: { readonly next: NonNullable<Tournament["next"]> }) {
  const { t } = useTranslation("tournaments");
  const href = useHref();
  const { dayAndTime } = useDates();
  return (
    <Link className={buttonClass({ variant: "ghost", size: "l" })} to={href(`/tournament/${id}`)}>
      {t("race.next", { time: dayAndTime(starts_at) })}
    </Link>
  );
}

function LiveMark() {
  const { t } = useTranslation("tournaments");
  return (
    <span className="row">
      <i className="tr-live" />
      {t("board.live")}
    </span>
  );
}

/** What froze the ranks, and until when they may change. */
function FinalRanks({ board: { ranksHash, reviewUntil }, isReview }: { board: LiveBoard; isReview: boolean }) {
  const { t } = useTranslation("tournaments");
  const { dayAndTime } = useDates();
  if (ranksHash === null) return null;
  return (
    <p className="muted sm tr-none">
      {isReview && reviewUntil !== null && `${t("board.review", { time: dayAndTime(reviewUntil) })} `}
      <span title={ranksHash}>{t("board.hash", { hash: shortHash(ranksHash) })}</span>
    </p>
  );
}
