import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useSession } from "#modules/accounts/web/session.ts";

/** The balance of the active currency. The new sum stands at once; the difference floats above it for a moment. */
export function WalletBox({ chevron }: { chevron: ReactNode }) {
  const { t } = useTranslation("content");
  const language = languageOf(useLocale());
  const user = useSession(state => state.user);
  const balance = user?.total_balance ?? "0";
  const change = useChange(balance);
  const currency = user?.currency as Currency | null | undefined;
  if (!currency) return null;
  return (
    <div className="wallet">
      <span className="money" title={`${balance} ${currency}`}>
        <span className="sr">{t("frame.balance")} </span>
        {showMoney(parseDecimal(balance), currency, language)}
      </span>
      <span className="cur">
        <b className="cur-code">{currency}</b>
        {chevron}
      </span>
      {change && (
        <span key={change.id} className={change.by > 0n ? "diff num win" : "diff num mut"} aria-hidden="true">
          {showMoney(change.by, currency, language, { signed: true })}
        </span>
      )}
    </div>
  );
}

function useChange(balance: string): { id: number; by: bigint } | null {
  const former = useRef(balance);
  const [change, setChange] = useState<{ id: number; by: bigint } | null>(null);
  useEffect(() => {
    const by = parseDecimal(balance) - parseDecimal(former.current);
    former.current = balance;
    if (by !== 0n) setChange(last => ({ id: (last?.id ?? 0) + 1, by }));
  }, [balance]);
  return change;
}
