import { TriangleAlert } from "lucide-react";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { PaymentMethod } from "../shared/contract.ts";

interface AddressFieldProps {
  readonly method: PaymentMethod;
  /** Micro-units of the player's currency; undefined while it is none. */
  readonly amount: bigint | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly error: string | undefined;
}

/** Where a payout in coins goes, and about how much arrives there. */
export function AddressField({ method, amount, value, onChange, error }: AddressFieldProps) {
  const { t } = useTranslation("payments");
  const code = method.exchange_currency;
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
      />
      {amount !== undefined && (
        <p className="sm mut num">{t("out.gets", { sum: about(amount, method.value), coin: code })}</p>
      )}
      <p className="note warn">
        <Icon of={TriangleAlert} size={18} />
        <span>{t("out.address_note")}</span>
      </p>
    </>
  );
}

/** About how many coins: four decimals less than the rate has, cut. */
function about(micros: bigint, rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const scaled = micros * BigInt(whole + fraction.padEnd(18, "0").slice(0, 18));
  const shown = (scaled / 10n ** 16n).toString().padStart(9, "0");
  return `${shown.slice(0, -8)}.${shown.slice(-8)}`.replace(/\.?0+$/, "");
}
