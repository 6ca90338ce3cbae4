import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { TournamentView } from "../shared/contract.ts";
import { prizeRows, prizesOf, showPrize } from "./show.ts";

/** The prize of each place, and their sum. */
export function PrizeCard({ tournament }: { readonly tournament: TournamentView }) {
  const { t } = useTranslation("tournaments");
  const language = languageOf(useLocale());
  const { prizes, currency } = tournament;
  return (
    <section className="card tr-side">
      <div className="row spread">
        <h2 className="display">{t("prizes.title")}</h2>
        <span className="muted sm">{t("prizes.places", { count: prizes.length })}</span>
      </div>
      <ol className="tr-prizes">
        {prizeRows(prizes).map(({ from, to, prize }) => (
          <li key={from}>
            {from === to ? from : `${from}–${to}`}
            <b className="num">{showPrize(prize, currency, language)}</b>
          </li>
        ))}
        <li className="sum">
          {t("prizes.sum")}
          <b className="num value">{prizesOf(tournament, language)}</b>
        </li>
      </ol>
    </section>
  );
}
