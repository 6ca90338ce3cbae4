import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { preloadOn } from "#kit/web/preload.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { shownIn } from "./shown-in.ts";

const WalletMenu = preloadable(() => import("./wallet-menu.tsx"));
const ConvertedBalance = lazy(() => import("./converted-balance.tsx"));

/** Longer sums use a smaller font on phones, so that 999,999,999.99 of any currency fits. */
const longSum = 11;

/**
 * The balance of the active currency, and the menu of the others. The new sum is shown at once; the difference floats above it
 * for a moment.
 */
export function WalletBox() {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const user = useSession(state => state.user);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const balance = user?.total_balance ?? "0";
  const currency = user?.currency ?? "";
  const change = useChange(balance, currency);
  const wanted = shownIn.use();
  if (!isCurrency(currency)) return null;
  const sum = showMoney(parseDecimal(balance), currency, language);
  return (
    <div className="walletbox">
      <button
        type="button"
        className={sum.length > longSum ? "wallet long" : "wallet"}
        title={`${balance} ${currency}`}
        aria-haspopup="menu"
        {...preloadOn(WalletMenu.load)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="sr-only">{t("frame.balance")} </span>
        <span className="money">
          {wanted === "own" || wanted === currency ? (
            sum
          ) : (
            <Suspense fallback={sum}>
              <ConvertedBalance balance={balance} currency={currency} wanted={wanted} />
            </Suspense>
          )}
        </span>
        <span className="currency">
          <b className="cur-code">{currency}</b>
          <span className="sr-only">. {t("frame.change_wallet")}</span>
          <Icon of={ChevronDown} size={14} />
        </span>
        {change && (
          <span key={change.id} className={change.by > 0n ? "diff num win" : "diff num muted"} aria-hidden="true">
            {showMoney(change.by, currency, language, { signed: true })}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <WalletMenu active={currency} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** The last change of a balance. Switching the currency is no gain or loss. */
function useChange(balance: string, currency: string): { id: number; by: bigint } | null {
  const former = useRef({ balance, currency });
  const [change, setChange] = useState<{ id: number; by: bigint } | null>(null);
  useEffect(() => {
    const by = parseDecimal(balance) - parseDecimal(former.current.balance);
    const same = former.current.currency === currency;
    former.current = { balance, currency };
    if (!same) setChange(null);
    else if (by !== 0n) setChange(last => ({ id: (last?.id ?? 0) + 1, by }));
  }, [balance, currency]);
  return change;
}
