import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { TournamentView } from "../shared/contract.ts";
import { showPeriod, showPrize } from "./show.ts";

/** What counts, from the configuration: nothing is decided by clauses that are not here. */
export function RulesCard({ tournament }: { readonly tournament: TournamentView }) {
  const { t } = useTranslation("tournaments", "lobby");
  const language = languageOf(useLocale());
  const dates = useDates();
  const { games, points, scoring, min_stake, currency } = tournament;
  return (
    <section className="card tr-side" id="rules">
      <h2 className="display">{t("rules.title")}</h2>
      <ul className="tr-games">
        {games.length === 0 && <li>{t("rules.all_games")}</li>}
        {games.map(game => (
          <li key={game}>
            {t.in("lobby:games", game)}
            {scoring === "points" && <b className="num">{t("rules.per_unit", { points: points[game] ?? 0 })}</b>}
          </li>
        ))}
      </ul>
      <p className="muted sm">{showPeriod(tournament, dates)}</p>
      <p className="muted sm">{t(`rules.${scoring}`)}</p>
      <p className="muted sm">{t("rules.counts", { stake: showPrize(min_stake, currency, language) })}</p>
      <p className="muted sm">{t("rules.opposite")}</p>
      <p className="muted sm">{t("rules.ties")}</p>
      <p className="muted sm">{t("rules.final")}</p>
    </section>
  );
}
