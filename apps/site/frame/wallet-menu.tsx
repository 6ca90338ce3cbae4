import { ArrowLeftRight, ArrowUpRight, Square, SquareCheck, Vault } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { CurrencyIcon } from "#kit/ui/currency-icon.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSwitchCurrency } from "#modules/accounts/web/use-settings.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";
import { isSmall, showBalance } from "./shown-balance.ts";
import { shownIn, smallBalances } from "./shown-in.ts";
import { useMenu } from "./use-menu.ts";
import { usePrices } from "./use-prices.ts";

const walletActions = [
  { modal: "withdraw", icon: ArrowUpRight },
  { modal: "exchange", icon: ArrowLeftRight },
  { modal: "vault", icon: Vault },
] as const;

/** The player's wallets with their balances, and the currencies in which one can be opened. */
export default function WalletMenu({ active, onClose }: { active: Currency; onClose: () => void }) {
  const { t } = useTranslation("lobby");
  const menu = useMenu(onClose);
  const link = useModalLink();
  const balances = useSession(state => state.balances);
  const prices = usePrices();
  const hidesSmall = smallBalances.use() === "hidden";
  const opened = currencyCodes.filter(code => code === active || balances?.[code] !== undefined);
  const own = opened.filter(code => code === active || !hidesSmall || !isSmall(balances?.[code] ?? "0", code, prices));
  const others = currencyCodes.filter(code => !opened.includes(code));
  return (
    <div ref={menu} className="menu" role="menu" aria-label={t("frame.wallets")}>
      {own.map(code => (
        <WalletRow key={code} code={code} active={code === active} prices={prices} onDone={onClose} />
      ))}
      <div className="menu-sep" />
      <Display />
      <div className="menu-sep" />
      {walletActions.map(({ modal, icon }) => (
        <Link key={modal} className="menu-item" role="menuitem" to={link(modal)} preventScrollReset onClick={onClose}>
          <Icon of={icon} size={16} />
          {t(`frame.${modal}`)}
        </Link>
      ))}
      <div className="menu-sep" />
      <p className="menu-heading" role="none">
        {t("frame.open_wallet")}
      </p>
      {others.map(code => (
        <WalletRow key={code} code={code} active={false} prices={prices} onDone={onClose} />
      ))}
    </div>
  );
}

/** The display currency of balances, and whether small ones are shown. */
function Display() {
  const { t } = useTranslation("lobby");
  const wanted = shownIn.use();
  const hidesSmall = smallBalances.use() === "hidden";
  return (
    <>
      <p className="menu-heading" role="none">
        {t("frame.shown_in")}
      </p>
      <fieldset className="menu-row" aria-label={t("frame.shown_in")}>
        {(["own", ...currencyCodes] as const).map(code => (
          <button
            key={code}
            type="button"
            role="menuitemradio"
            aria-checked={wanted === code}
            className={wanted === code ? "menu-item on" : "menu-item"}
            onClick={() => shownIn.set(code)}
          >
            {code === "own" ? t("frame.shown_as_is") : code}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked={hidesSmall}
        className="menu-item"
        onClick={() => smallBalances.set(hidesSmall ? "shown" : "hidden")}
      >
        <Icon of={hidesSmall ? SquareCheck : Square} size={16} />
        {t("frame.hide_small")}
      </button>
    </>
  );
}

interface WalletRowProps {
  readonly code: Currency;
  readonly active: boolean;
  readonly prices: Prices | null;
  onDone(): void;
}

function WalletRow({ code, active, prices, onDone }: WalletRowProps) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const sum = useSession(state => (active ? state.user?.total_balance : state.balances?.[code]));
  const wanted = shownIn.use();
  const switchTo = useSwitchCurrency();
  const [busy, setBusy] = useState(false);
  const choose = async () => {
    if (busy) return;
    setBusy(true);
    if (!active) await switchTo(code);
    onDone();
  };
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={active}
      aria-busy={busy}
      className={active ? "menu-item on" : "menu-item"}
      onClick={() => void choose()}
    >
      <CurrencyIcon of={code} />
      <b>{code}</b>
      <span className="muted ellipsis">{t(`currencies.${code}`)}</span>
      {sum !== undefined && <span className="end num">{showBalance(sum, code, wanted, prices, language)}</span>}
    </button>
  );
}
