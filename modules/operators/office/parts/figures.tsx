import { Link } from "react-router";
import { plainDateFormat } from "#kit/i18n/format.ts";
import { decimalMark, showCount, showShare } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type ShowMoney, showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { coins } from "#modules/crypto/shared/coins.ts";
import { pageLanguage } from "../language.ts";

/** Money as the house writes it in the page's language. */
export function money(amount: string, currency: string, options?: ShowMoney): string {
  return showMoney(parseDecimal(amount), currency as Currency, pageLanguage(), options);
}

export function count(value: number): string {
  return showCount(value, pageLanguage());
}

/** A decimal of ether, cut to what is shown of one. */
export function ether(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const shown = fraction.slice(0, coins.eth.shownDecimals).replace(/0+$/, "");
  return `${whole}${shown && decimalMark(pageLanguage()) + shown} ETH`;
}

/** A share in percent, in the page's language. Display only, so a float will do. */
export function percent(share: number, options: Intl.NumberFormatOptions = {}): string {
  return showShare(share, pageLanguage(), options);
}

/** Day and minute, UTC: operators of one house in many places mean the same moment. */
export function Moment({ at, brief }: { at: string | null; brief?: boolean }) {
  if (at === null) return <span className="faint">—</span>;
  const show = plainDateFormat(pageLanguage(), brief ? "clock" : "moment", "UTC");
  return (
    <time dateTime={at} className="num nowrap">
      {show(at)}
    </time>
  );
}

/** A player's name, which leads to him. */
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

/** The end of an id, which is enough to tell two apart. */
export function shortId(id: string): string {
  return `#${id.slice(-6)}`;
}

/** Both ends of something long of the chain; all of it on pointing. */
export function Short({ of }: { of: string }) {
  return (
    <span className="mono" title={of}>
      {`${of.slice(0, 6)}…${of.slice(-4)}`}
    </span>
  );
}
