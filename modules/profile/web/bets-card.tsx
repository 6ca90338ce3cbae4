import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getOwnBets, type OwnBet } from "#modules/bets/shared/contract.ts";
import { BonusMark } from "#modules/bets/web/live-bets.tsx";
import { type OwnFilter, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import { HistoryCard } from "./history-card.tsx";
import { useShowTime } from "./use-show-time.ts";

interface CardProps {
  /** Only this many of the newest. */
  readonly first?: number;
  /** Filtered by game or date range. */
  readonly filter?: OwnFilter;
  readonly action?: ReactNode;
}

/** The player's bets of every game in the active currency; each links to the verifier. */
export function BetsCard(props: CardProps) {
  const currency = useSession(state => state.user?.currency);
  return <Bets key={currency} {...props} />;
}

/** Rows that fill a screen. */
const usualRows = 15;

function Head() {
  const { t } = useTranslation("lobby", "profile");
  return (
    <thead>
      <tr>
        <th>{t("profile:when")}</th>
        <th>{t("home.col_game")}</th>
        <th className="align-right">{t("profile:stake")}</th>
        <th className="align-right wide">{t("home.col_multiplier")}</th>
        <th className="align-right">{t("profile:result")}</th>
        <th>
          <span className="sr-only">{t("menu.verify")}</span>
        </th>
      </tr>
    </thead>
  );
}

function Bets({ first, filter, action }: CardProps) {
  const { rows, more, failed } = useOwnBets(getOwnBets, 0, filter);
  const shown = rows?.slice(0, first) ?? null;
  return (
    <HistoryCard
      title="bets"
      action={action}
      rows={shown}
      expected={first ?? usualRows}
      failed={failed}
      isFiltered={filter !== undefined && Object.keys(filter).length > 0}
      more={first === undefined ? more : null}
    >
      <Head />
      <tbody>
        {shown?.map(bet => (
          <BetRow key={bet.id} bet={bet} />
        ))}
      </tbody>
    </HistoryCard>
  );
}

function BetRow({ bet }: { bet: OwnBet }) {
  const { t } = useTranslation("lobby", "profile");
  const href = useHref();
  const language = languageOf(useLocale());
  const showTime = useShowTime();
  const currency = bet.currency as Currency;
  const won = parseDecimal(bet.payout) > 0n;
  const result =
    bet.status === "settled"
      ? won
        ? showMoney(parseDecimal(bet.payout), currency, language)
        : "–"
      : t(bet.status === "open" ? "profile:bet_open" : "profile:bet_voided");
  const variant =
    bet.status === "settled" ? (won ? "align-right paid" : "align-right faint") : "align-right money-value";
  return (
    <tr>
      <td className="muted num">{showTime(bet.at)}</td>
      <td>
        <span className={`row g-${bet.game}`}>
          <i className="diamond-mark" />
          {bet.game === "betting"
            ? t("menu.betting")
            : (bet.title?.[language] ?? t.find(`games.${bet.game}`) ?? bet.game)}
        </span>
      </td>
      <td className="align-right num">
        {bet.from_bonus !== "0" && (
          <BonusMark
            text={t("profile:from_bonus", { sum: showMoney(parseDecimal(bet.from_bonus), currency, language) })}
          />
        )}
        {showMoney(parseDecimal(bet.stake), currency, language)}
      </td>
      <td className="wide align-right num muted">
        {bet.status === "settled" ? showMultiplier(bet.multiplier, language) : "–"}
      </td>
      <td className={`${variant} num`}>{result}</td>
      <td className="align-right">
        {bet.game !== "betting" && (
          <Link className="shield" to={href(`/verify/${bet.id}`)} aria-label={t("menu.verify")}>
            <Icon of={ShieldCheck} size={16} />
          </Link>
        )}
      </td>
    </tr>
  );
}
