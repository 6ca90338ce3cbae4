import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCoins } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getAddressBook } from "../shared/address-contract.ts";
import type { PaymentMethod } from "../shared/contract.ts";

interface AddressFieldProps {
  readonly method: PaymentMethod;
  /** Micro-units of the player's currency; undefined while invalid. */
  readonly amount: bigint | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly error: string | undefined;
}

/** Destination of a coin payout, typed or from the address book, and the approximate amount that arrives there. */
export function AddressField({ method, amount, value, onChange, error }: AddressFieldProps) {
  const { t } = useTranslation("payments");
  const language = languageOf(useLocale());
  const code = method.exchange_currency;
  const list = useId();
  const { data: book } = useQuery(getAddressBook, {});
  const saved = book?.addresses.filter(each => each.method_hash === method.hash) ?? [];
  return (
    <>
      <Input
        label={t("out.address", { coin: code })}
        value={value}
        onChange={event => onChange(event.target.value)}
        placeholder="0x"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        error={error}
        list={list}
      />
      <datalist id={list}>
        {saved.map(({ id, address, name }) => (
          <option key={id} value={address}>
            {name}
          </option>
        ))}
      </datalist>
      {amount !== undefined && (
        <p className="sm muted num">
          {t("out.gets", { sum: showCoins(about(amount, method.value), language), coin: code })}
        </p>
      )}
      <p className="note warn">
        <Icon of={TriangleAlert} size={18} />
        <span>{t("out.address_note")}</span>
      </p>
    </>
  );
}

/** About how many coins, cut to six decimals. */
function about(micros: bigint, rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const scaled = micros * BigInt(whole + fraction.padEnd(18, "0").slice(0, 18));
  const shown = (scaled / 10n ** 18n).toString().padStart(7, "0");
  return `${shown.slice(0, -6)}.${shown.slice(-6)}`.replace(/\.?0+$/, "");
}
