import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/money/show.ts";
import { Definition } from "#kit/ui/definition.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { getReturns } from "#modules/bets/shared/contract.ts";
import { enoughBets } from "#modules/bets/shared/measured-return.ts";
import "../home.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["returns"] };

type Returns = RouteOutput<typeof getReturns>["data"];

export async function loader({ context }: LoaderFunctionArgs): Promise<Returns | null> {
  const answer = await context.get(requestContext).get("/api/v1/games/returns");
  return answer.status === 200 ? (answer.body as { data: Returns }).data : null;
}

/** What each game is built to return, beside what all its bets have returned so far. */
export default function ReturnsPage() {
  const { t } = useTranslation("lobby", "returns");
  const returns = useLoaderData<typeof loader>();
  const language = languageOf(useLocale());
  return (
    <div className="col g4">
      <PageHead title={t("returns:title")} description={t("returns:lead")} />
      <div className="sec-h">
        <h1 className="d">{t("returns:title")}</h1>
      </div>
      <p className="mut">{t("returns:lead")}</p>
      {returns === null ? (
        <p className="note">{t("returns:failed")}</p>
      ) : (
        <>
          <section className="card mcut wins" aria-label={t("returns:title")}>
            <ReturnsTable games={returns.games} />
          </section>
          <p className="mut sm">{t("returns:counted", { time: showDayAndTime(returns.at, language) })}</p>
        </>
      )}
      <p className="mut sm">{t("returns:how", { enough: showCount(enoughBets, language) })}</p>
    </div>
  );
}

function ReturnsTable({ games }: { games: Returns["games"] }) {
  const { t } = useTranslation("lobby", "returns");
  const language = languageOf(useLocale());
  const percent = (text: string) => showPercent(text, language);
  return (
    <table>
      <thead>
        <tr>
          <th>{t("home.col_game")}</th>
          <th className="r">
            <Definition means={t("returns:designed_means")}>{t("returns:designed")}</Definition>
          </th>
          <th className="r">{t("returns:measured")}</th>
          <th className="r only-d">{t("returns:bets")}</th>
        </tr>
      </thead>
      <tbody>
        {games.map(({ game, designed, bets, result }) => (
          <tr key={game}>
            <td>{t(`games.${game}`)}</td>
            <td className="r">{percent(designed)}</td>
            <td className="r">
              {result ? (
                <>
                  <b>{percent(result.measured)}</b>
                  <br />
                  <span className="mut sm">
                    {percent(result.low)} – {percent(result.high)}
                  </span>
                </>
              ) : (
                <span className="fnt">{t("returns:few")}</span>
              )}
            </td>
            <td className="r mut only-d">{showCount(bets, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
