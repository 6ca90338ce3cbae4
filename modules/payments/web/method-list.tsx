import { ArrowLeftRight, Coins, CreditCard, Gem, Landmark, Smartphone } from "lucide-react";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showCoins, showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { PaymentMethod } from "../shared/contract.ts";

interface MethodListProps {
  readonly methods: readonly PaymentMethod[];
  readonly chosen: string | undefined;
  /** An open invoice is finished or given up before another is begun. */
  readonly locked: boolean;
  /** How soon the money is there, where it is the same for all. */
  readonly speed?: string;
  onChoose(method: PaymentMethod): void;
}

const pictures: Readonly<Record<string, typeof Coins>> = {
  transfer: ArrowLeftRight,
  phone: Smartphone,
  bank: Landmark,
  usdt: Coins,
  eth: Gem,
};

/** The ways to pay, each with its limits and how soon the money is there. */
export function MethodList({ methods, chosen, locked, speed, onChoose }: MethodListProps) {
  const { t } = useTranslation("payments");
  const locale = useLocale();
  const currency = useSession(state => state.user?.currency) as Currency | null | undefined;
  return methods.map(method => (
    <button
      key={method.hash}
      type="button"
      className={method.hash === chosen ? "pm on" : "pm"}
      aria-pressed={method.hash === chosen}
      disabled={locked}
      onClick={() => onChoose(method)}
    >
      <span className="i">
        <Icon of={pictures[method.icon] ?? CreditCard} size={20} />
      </span>
      <span className="grow">
        <span className="bold">{method.name[locale]}</span>
        <span className="row spread xs muted">
          {method.coin ? (
            <>
              <span className="num">
                {t("pay.from_coins", {
                  sum: `${showCoins(method.coin.least, languageOf(locale))} ${method.exchange_currency}`,
                })}
              </span>
              <span>{t("pay.speed_coin", { blocks: String(method.coin.confirmations) })}</span>
            </>
          ) : (
            <>
              <span className="num">{currency && limitsText(method, currency, languageOf(locale))}</span>
              <span>{speed ?? t(method.icon === "transfer" ? "pay.speed_transfer" : "pay.speed_page")}</span>
            </>
          )}
        </span>
      </span>
    </button>
  ));
}

export function limitsText(method: PaymentMethod, currency: Currency, language: Language): string {
  const [min, max] = [method.min_amount, method.max_amount].map(sum =>
    showMoney(parseDecimal(sum), currency, language, { brief: true }),
  );
  return `${min}\u00a0–\u00a0${max}`;
}
