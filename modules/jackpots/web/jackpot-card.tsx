import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showDecimal } from "#kit/i18n/numbers.ts";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { JackpotView } from "../shared/contract.ts";
import { filledPercent, showSum } from "./show.ts";

/** One pot: what it holds, when it is won, what feeds it. */
export function JackpotCard({ jackpot }: { readonly jackpot: JackpotView }) {
  const { t } = useTranslation("jackpots", "lobby");
  const href = useHref();
  const language = languageOf(useLocale());
  const { id, title, kind, currency, on, games, amount, bound, edge_share, entries, last_hash } = jackpot;
  const filled = filledPercent(jackpot);
  return (
    <section className="jp-card" aria-label={title} data-jackpot={id}>
      <Seal of={`jackpot ${last_hash}`} size={220} points={220} stroke={0.4} />
      <div className="row spread">
        <h3 className="display">{title}</h3>
        {on ? (
          <span className="row muted sm">
            <i className="jp-live" />
            {t("pot.live")}
          </span>
        ) : (
          <span className="tag">{t("pot.off")}</span>
        )}
      </div>
      <p className="jp-amount num">{showSum(amount, currency, language)}</p>
      <p className="sm">{t(`kinds.${kind}`, { bound: showSum(bound, currency, language) })}</p>
      {filled !== undefined && (
        <p className="jp-bar">
          <progress max={100} value={filled} aria-label={t("pot.left", { percent: String(filled) })} />
        </p>
      )}
      <dl>
        <div>
          <dt>{t("pot.games")}</dt>
          <dd className="row wrap">
            {games.map(game => (
              <Link key={game} to={href(`/games/${game}`)}>
                {t.in("lobby:games", game)}
              </Link>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t("pot.entries")}</dt>
          <dd className="num">{showCount(entries, language)}</dd>
        </div>
      </dl>
      <p className="muted sm">{t("pot.share", { share: showDecimal(String(edge_share / 10), language) })}</p>
      {entries > 0 && (
        <p className="muted sm" title={last_hash}>
          {t("pot.chain", { hash: last_hash.slice(0, 16) })}
        </p>
      )}
    </section>
  );
}
