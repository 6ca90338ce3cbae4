import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OwnStanding, TournamentView } from "../shared/contract.ts";
import { showPrize, showScore } from "./show.ts";

/** The player's own place on the live board, and what is missing to the next prize. */
export function CutCard({ tournament, me }: { readonly tournament: TournamentView; readonly me: OwnStanding }) {
  const { t } = useTranslation("tournaments");
  const language = languageOf(useLocale());
  const { place, score, prize, next_prize: next } = me;
  return (
    <section className="card tr-side">
      <h2 className="display">{t("cut.title")}</h2>
      {place === null ? (
        <p className="muted sm">{t("cut.no_score")}</p>
      ) : (
        <dl className="tr-cut">
          <div>
            <dt>{t("cut.place")}</dt>
            <dd className="num">{showCount(place, language)}</dd>
          </div>
          <div>
            <dt>{t("cut.score")}</dt>
            <dd className="num">{showScore(tournament, score, language)}</dd>
          </div>
          <div>
            <dt>{t("board.prize")}</dt>
            <dd className="num value">{showPrize(prize, tournament.currency, language)}</dd>
          </div>
          {next && (
            <div>
              <dt>{t("cut.missing", { place: next.place })}</dt>
              <dd className="num">{showScore(tournament, next.missing, language)}</dd>
            </div>
          )}
        </dl>
      )}
      {place !== null && (
        <p className="muted sm">
          {next
            ? t("cut.wins", { place: next.place, prize: showPrize(next.prize, tournament.currency, language) })
            : t("cut.none")}
        </p>
      )}
    </section>
  );
}
