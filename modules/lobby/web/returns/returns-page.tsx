import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
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

/** Designed return of each game beside the measured return of all its bets. */
export default function ReturnsPage() {
  const { t } = useTranslation("lobby", "returns");
  const returns = useLoaderData<typeof loader>();
  const language = languageOf(useLocale());
  return (
    <div className="col gap-4">
      <PageHead title={t("returns:title")} description={t("returns:lead")} />
      <div className="section-head">
        <h1 className="display">{t("returns:title")}</h1>
      </div>
      <p className="muted">{t("returns:lead")}</p>
      {returns === null ? (
        <p className="note">{t("returns:failed")}</p>
      ) : (
        <>
          <section className="card mobile-clip wins returns" aria-label={t("returns:title")}>
            <ReturnsTable games={returns.games} />
          </section>
          <p className="muted sm">
            {t("returns:counted", { time: `${showDayAndTime(returns.at, language, { timeZone: "UTC" })} UTC` })}
          </p>
        </>
      )}
      <p className="muted sm">{t("returns:how", { enough: showCount(enoughBets, language) })}</p>
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
          <th className="align-right">
            <Definition means={t("returns:designed_means")}>{t("returns:designed")}</Definition>
          </th>
          <th className="align-right">{t("returns:measured")}</th>
          <th className="align-right only-desktop">{t("returns:bets")}</th>
        </tr>
      </thead>
      <tbody>
        {games.map(({ game, designed, bets, result }) => (
          <tr key={game}>
            <td>{t.in("games", game)}</td>
            <td className="align-right">{percent(designed)}</td>
            <td className="align-right">
              {result ? (
                <>
                  <b>{percent(result.measured)}</b>
                  <br />
                  <span className="muted sm">
                    {percent(result.low)} – {percent(result.high)}
                  </span>
                </>
              ) : (
                <span className="faint">{t("returns:few")}</span>
              )}
            </td>
            <td className="align-right muted only-desktop">{showCount(bets, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
