import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Tournament } from "../shared/contract.ts";
import { showPeriod } from "./show.ts";
import "./tournaments.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["tournaments"] };

/** One tournament; an unknown id is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Tournament> {
  const answer = await context.get(requestContext).get(`/api/v1/tournaments/${encodeURIComponent(params.id ?? "")}`);
  if (answer.status !== 200) throw data({ path: new URL(request.url).pathname }, 404);
  return (answer.body as { data: Tournament }).data;
}

export default function TournamentPage() {
  const { t } = useTranslation("tournaments");
  const tournament = useLoaderData<typeof loader>();
  const language = languageOf(useLocale());
  const { title, prizes, currency, leaderboard } = tournament;
  const prizeOf = (place: number) => {
    const prize = prizes[place - 1];
    return prize === undefined ? "–" : showMoney(parseDecimal(prize), currency as Currency, language, { brief: true });
  };
  return (
    <div className="col gap-4">
      <PageHead title={title} description={t("page.lead")} />
      <div className="section-head">
        <h1 className="display">{title}</h1>
        <span className={tournament.status === "active" ? "tag brass" : "tag"}>
          {t(`statuses.${tournament.status}`)}
        </span>
      </div>
      <p className="muted">{showPeriod(tournament, language)}</p>
      <p className="muted">{t(`scoring.${tournament.scoring}`)}</p>
      <section className="card box">
        <h2 className="display">{t("board.title")}</h2>
        {leaderboard.length === 0 ? (
          <p className="muted">{t("board.none")}</p>
        ) : (
          <div className="scroll">
            <table>
              <thead>
                <tr>
                  <th>{t("board.place")}</th>
                  <th>{t("board.player")}</th>
                  <th className="align-right">{t("board.score")}</th>
                  <th className="align-right">{t("board.prize")}</th>
                </tr>
              </thead>
              <tbody>
                {leaderboard.map(({ place, player, score, test }) => (
                  <tr key={place}>
                    <td className="num">{place}</td>
                    <td>
                      <span className="row">
                        {player && <PlayerAvatar of={player.avatar} size={22} />}
                        {player?.name ?? t("board.hidden")}
                        {test && <span className="tag">{t("board.test")}</span>}
                      </span>
                    </td>
                    <td className="align-right num">{score}</td>
                    <td className="align-right num">{prizeOf(place)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  );
}
