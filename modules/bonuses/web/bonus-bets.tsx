import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showShare } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BonusBet, type BonusView, listBonusBets } from "../shared/contract.ts";

type Shown = Pick<BonusView, "id" | "currency" | "wagered">;

/** The bets of a bonus, on demand, to add up by hand: each counts `stake × rate`, and all of them what the card shows. */
export function BonusBets({ bonus }: { readonly bonus: Shown }) {
  const { t } = useTranslation("bonuses");
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t("bets.title")}</summary>
      {isOpen && <Bets bonus={bonus} />}
    </details>
  );
}

function Bets({ bonus }: { readonly bonus: Shown }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  const { pages, error, more } = usePages(listBonusBets, (cursor: string | undefined) => ({
    params: { id: bonus.id },
    query: { ...(cursor !== undefined && { cursor }) },
  }));
  const bets = pages?.flatMap(({ items }) => items);
  const show = (sum: string | bigint) =>
    showMoney(
      typeof sum === "string" ? parseDecimal(sum) : (sum as ReturnType<typeof parseDecimal>),
      bonus.currency as Currency,
      language,
    );
  if (error) return <p role="alert">{t("bets.failed")}</p>;
  if (!bets) return null;
  if (bets.length === 0) return <p className="muted">{t("bets.none")}</p>;
  const sum = bets.reduce((all, { counted }) => all + parseDecimal(counted), 0n);
  return (
    <div className="col gap-2">
      <table className="feed">
        <thead>
          <tr>
            <th>{t("bets.bet")}</th>
            <th className="align-right">{t("bets.stake")}</th>
            <th className="align-right">{t("bets.rate")}</th>
            <th className="align-right">{t("bets.counted")}</th>
          </tr>
        </thead>
        <tbody>
          {bets.map(bet => (
            <BetRow key={bet.id} bet={bet} show={show} />
          ))}
        </tbody>
      </table>
      {more && (
        <Button size="s" variant="ghost" wide onClick={more}>
          {t("bets.more")}
        </Button>
      )}
      <p>
        {t("bets.sum", { count: showCount(bets.length, language), sum: show(sum) })}{" "}
        {!more && sum === parseDecimal(bonus.wagered) && t("bets.agrees")}
      </p>
    </div>
  );
}

function BetRow({ bet, show }: { readonly bet: BonusBet; readonly show: (sum: string) => string }) {
  const { t } = useTranslation("bonuses", "lobby");
  const href = useHref();
  const language = languageOf(useLocale());
  const name = bet.title?.[language] ?? t.in("lobby:games", bet.game);
  return (
    <tr>
      <td>
        <Link to={href(`/verify/${bet.id}`)}>{name}</Link>
      </td>
      <td className="align-right num">{show(bet.stake)}</td>
      <td className="align-right num">
        {showShare(bet.rate / 1000, language, { minimumFractionDigits: 0, maximumFractionDigits: 1 })}
      </td>
      <td className="align-right num">{bet.status === "open" ? t("bets.open") : show(bet.counted)}</td>
    </tr>
  );
}
