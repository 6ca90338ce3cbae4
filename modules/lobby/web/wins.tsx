import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow } from "#modules/bets/shared/contract.ts";

/** The biggest wins of the day, if there are any, what else is on (`children`), and the three promises. All rows are real bets without test accounts. */
export function Wins({ rows, children }: { rows: readonly LiveBetRow[]; children?: ReactNode }) {
  const { t } = useTranslation("lobby");
  return (
    <section className={rows.length === 0 && !children ? "tri one" : "tri"}>
      {rows.length > 0 && (
        <div className="card mobile-clip wins">
          <h2 className="display">{t("home.wins")}</h2>
          <WinTable rows={rows} />
        </div>
      )}
      {children}
      <div className="card promises">
        <h2 className="display">{t("home.why")}</h2>
        {(["results", "cents", "you"] as const).map(promise => (
          <div key={promise}>
            <b>{t(`home.why_${promise}`)}</b>
            <p className="muted sm">{t(`home.why_${promise}_text`)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Bets, each linked to the verifier. */
function WinTable({ rows }: { readonly rows: readonly LiveBetRow[] }) {
  const { t } = useTranslation("lobby");
  return (
    <table>
      <thead>
        <tr>
          <th>{t("home.col_game")}</th>
          <th>{t("home.col_player")}</th>
          <th className="align-right">{t("home.col_multiplier")}</th>
          <th className="align-right">{t("home.col_win")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <WinRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function WinRow({ row }: { row: LiveBetRow }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const href = useHref();
  return (
    <tr>
      <td>
        <Link className={`row g-${row.game}`} to={href(`/verify/${row.id}`)}>
          <i className="diamond-mark" />
          {t.in("games", row.game)}
        </Link>
      </td>
      <td>
        <span className="row">
          {row.player ? (
            <Link className="row ellipsis" to={href(`/player/${encodeURIComponent(row.player.name)}`)}>
              <PlayerAvatar of={row.player.avatar} size={22} />
              <span className="ellipsis">{row.player.name}</span>
            </Link>
          ) : (
            <span className="faint">{t("home.hidden")}</span>
          )}
          {row.test && (
            <span className="tag" title={t("home.test_hint")}>
              {t("frame.test")}
            </span>
          )}
        </span>
      </td>
      <td className="align-right muted">{showMultiplier(row.multiplier, language)}</td>
      <td className={row.payout === "0" ? "align-right faint" : "align-right win bold"}>
        {row.payout === "0"
          ? "–"
          : showMoney(parseDecimal(row.payout), row.currency as Currency, language, { signed: true })}
      </td>
    </tr>
  );
}
