import { Link } from "react-router";
import { type DateStyle, plainDateFormat } from "#kit/i18n/format.ts";
import { decimalMark, showCount, showDecimal, showMultiplier, showPercent, showShare } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type ShowMoney, showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { coins } from "#modules/crypto/shared/coins.ts";
import { pageLanguage } from "../language.ts";

/** Money formatted in the page's language. */
export function money(amount: string, currency: string, options?: ShowMoney): string {
  return showMoney(parseDecimal(amount), currency as Currency, pageLanguage(), options);
}

export function count(value: number): string {
  return showCount(value, pageLanguage());
}

/** A decimal's text in the page's language. */
export function decimal(text: string): string {
  return showDecimal(text, pageLanguage());
}

/** A multiplier's decimal text with × in the page's language. */
export function multiplier(text: string): string {
  return showMultiplier(text, pageLanguage());
}

/** A decimal amount of ether, truncated to the digits shown. */
export function ether(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const shown = fraction.slice(0, coins.eth.shownDecimals).replace(/0+$/, "");
  return `${whole}${shown && decimalMark(pageLanguage()) + shown} ETH`;
}

/** A percentage in the page's language. Display only, so a float will do. */
export function percent(share: number, options: Intl.NumberFormatOptions = {}): string {
  return showShare(share, pageLanguage(), options);
}

/** A percentage that is not a share (42 or "97.25"), in the page's language. */
export function percentText(percentage: number | string): string {
  return showPercent(String(percentage), pageLanguage());
}

/** Date and minute, UTC: the same for operators in every time zone. In brief: the clock alone on the day itself. */
export function Moment({ at, brief = false }: { at: string | null; brief?: boolean }) {
  if (at === null) return <span className="faint">—</span>;
  const show = plainDateFormat(pageLanguage(), brief ? briefStyle(at) : "moment", "UTC");
  return (
    <time dateTime={at} className="num nowrap">
      {show(at)}
    </time>
  );
}

function briefStyle(at: string): DateStyle {
  const isToday = at.slice(0, 10) === new Date().toISOString().slice(0, 10);
  return isToday ? "clock" : "moment_no_year";
}

/** A calendar day ("2026-11-30") in digits. */
export function calendarDay(day: string): string {
  return plainDateFormat(pageLanguage(), "day", "UTC")(day);
}

/** A month ("2026-11") in digits. */
export function calendarMonth(month: string): string {
  return plainDateFormat(pageLanguage(), "month", "UTC")(month);
}

/** A player's name, linked to their page. */
export function PlayerLink({ player }: { player: { id: string; name: string; test: boolean } }) {
  const { t } = useTranslation("office");
  return (
    <span className="named">
      <Link className="link" to={`/players/${player.id}`}>
        {player.name}
      </Link>
      {player.test && <span className="faint"> {t("test")}</span>}
    </span>
  );
}

/** The end of an id: enough to distinguish two. */
export function shortId(id: string): string {
  return `#${id.slice(-6)}`;
}

/** Both ends of a long blockchain value; all of it on hover. */
export function Short({ of }: { of: string }) {
  return (
    <span className="mono" title={of}>
      {`${of.slice(0, 6)}…${of.slice(-4)}`}
    </span>
  );
}
