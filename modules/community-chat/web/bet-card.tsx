import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownBet } from "../shared/contract.ts";

/** A bet that was shown with a message; it leads to its record, where anybody can check it. */
export function BetCard({ bet }: { readonly bet: ShownBet }) {
  const { t } = useTranslation("community-chat");
  const href = useHref();
  return (
    <Link className={`talk-bet g-${bet.game}`} to={href(`/verify/${bet.id}`)}>
      <BetFacts bet={bet} />
      <span className="muted xs">{t("bet.check")}</span>
    </Link>
  );
}

/** Game, multiplier and stake, and what it won or lost. */
export function BetFacts({ bet }: { readonly bet: ShownBet }) {
  const { t } = useTranslation("community-chat", "lobby");
  const language = languageOf(useLocale());
  const show = (micros: bigint, signed = false) =>
    showMoney(micros as Parameters<typeof showMoney>[0], bet.currency as Currency, language, { signed });
  const [stake, payout] = [parseDecimal(bet.stake), parseDecimal(bet.payout)];
  return (
    <>
      <i className="diamond-mark" aria-hidden="true" />
      <span className="grow">
        <b>{t.in("lobby:games", bet.game)}</b>
        <span className="muted xs num">
          {t("bet.of", { multiplier: showMultiplier(bet.multiplier, language), stake: show(stake) })}
        </span>
      </span>
      <b className={payout > stake ? "num win" : "num muted"}>{show(payout - stake, true)}</b>
    </>
  );
}
