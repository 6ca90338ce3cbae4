import { LogOut } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { useLogOut } from "#modules/accounts/web/use-log-out.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";
import { useShowTime } from "./use-show-time.ts";

/** The player, and the three balances of the active currency. */
export function ProfileHead({ user }: { user: ProfileUser }) {
  const { t } = useTranslation("lobby", "profile");
  const logOut = useLogOut();
  const vault = useVault(user.currency, user.balance);
  const link = useModalLink();
  const showTime = useShowTime();
  return (
    <section className="card profile-head">
      <PlayerAvatar of={user.avatar} size={72} />
      <div className="grow who">
        <h1 className="display">
          {user.name}
          {user.is_test && <span className="tag">{t("frame.test")}</span>}
        </h1>
        <p className="muted sm">{user.email}</p>
        {user.last_login_at && (
          <p className="muted sm">{t("profile:last_login", { time: showTime(user.last_login_at) })}</p>
        )}
        <Button variant="outline" size="s" onClick={() => void logOut()}>
          <Icon of={LogOut} size={16} />
          {t("frame.log_out")}
        </Button>
      </div>
      <dl className="balances">
        <BalanceLine name={t("profile:real")} sum={user.balance} currency={user.currency} />
        <BalanceLine name={t("profile:bonus")} sum={user.bonus_balance} currency={user.currency} />
        <BalanceLine
          name={
            <Link className="vault-link" to={link("vault")} preventScrollReset>
              {t("profile:vault")}
            </Link>
          }
          sum={vault}
          currency={user.currency}
        />
      </dl>
      <div className="row money-links">
        {user.blocked_until === null && (
          <Link className={buttonClass({ variant: "secondary", size: "s" })} to={link("deposit")} preventScrollReset>
            {t("frame.deposit")}
          </Link>
        )}
        <Link className={buttonClass({ variant: "secondary", size: "s" })} to={link("withdraw")} preventScrollReset>
          {t("frame.withdraw")}
        </Link>
      </div>
    </section>
  );
}

function BalanceLine({ name, sum, currency }: { name: ReactNode; sum: string | null; currency: string | null }) {
  const language = languageOf(useLocale());
  const shown = sum !== null && currency !== null && isCurrency(currency);
  return (
    <div>
      <dt>{name}</dt>
      <dd className="display">{shown ? showMoney(parseDecimal(sum), currency, language) : "–"}</dd>
    </div>
  );
}

/** The vault's balance in this currency; null while loading. A currency without a wallet has an empty vault. */
function useVault(currency: string | null, balance: string): string | null {
  const cache = useRouteCache();
  const { data } = useQuery(getWallets, {});
  const seen = useRef(balance);
  useEffect(() => {
    // A vault transfer changes the balance.
    if (seen.current !== balance) void cache.invalidate(getWallets);
    seen.current = balance;
  }, [balance, cache]);
  if (!data || !currency) return null;
  return data.find(one => one.currency === currency)?.vault_balance ?? "0";
}
