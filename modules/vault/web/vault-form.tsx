import { Lock } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { formatAmount, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { AmountStepper, isWithinLimits } from "#kit/ui/amount-stepper.tsx";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { putAside, takeOut, type VaultView } from "../shared/contract.ts";
import { type LockDays, lockDays } from "../shared/lock.ts";
import { showVault } from "./use-vaults.ts";

const smallest = "0.01";

/** Amount to move in or out; what goes in may be locked. */
export function VaultForm({ vault }: { vault: VaultView }) {
  const { t } = useTranslation("vault");
  const language = languageOf(useLocale());
  const currency = vault.currency as Currency;
  const [direction, setDirection] = useState<"put" | "take">("put");
  const [amount, setAmount] = useState("");
  const [days, setDays] = useState<LockDays>(0);
  const { busy, errors, send } = useMove(() => {
    setAmount("");
    setDays(0);
  });
  const there = parseDecimal(direction === "put" ? vault.balance : vault.vault_balance);
  const most = formatAmount(there - (there % microsPerMinor));
  const locked = direction === "take" && vault.locked_until !== null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const requestedAmount = direction === "take" && amount === most ? "all" : amount;
    send({ direction, currency, amount: requestedAmount, lock_days: direction === "put" ? days : 0 });
  };
  const show = (sum: bigint) => showMoney(sum, currency, language);
  return (
    <form className="col gap-4" onSubmit={onSubmit} noValidate>
      <dl className="safe-sums">
        <div>
          <dt>{t("inside")}</dt>
          <dd className="display">{show(parseDecimal(vault.vault_balance))}</dd>
        </div>
        <div>
          <dt>{t("outside")}</dt>
          <dd className="display">{show(parseDecimal(vault.balance))}</dd>
        </div>
      </dl>
      {vault.locked_until !== null && (
        <p className="note brass">
          <Icon of={Lock} size={18} />
          {t("locked", { time: showDayAndTime(vault.locked_until, language) })}
        </p>
      )}
      <Tabs
        fill
        label={t("way")}
        value={direction}
        onChange={next => {
          setDirection(next);
          setAmount("");
        }}
        items={(["put", "take"] as const).map(each => ({ value: each, text: t(each) }))}
      />
      <AmountStepper
        mark={decimalMark(language)}
        label={t("amount")}
        value={amount}
        onChange={setAmount}
        min={smallest}
        max={most}
        range={t("up_to", { sum: show(there) })}
        step="1"
        maxText={t("max")}
        disabled={locked}
        error={errors.amount}
      />
      {direction === "put" && (
        <div className="field">
          <div className="field-label">
            <span>{t("lock")}</span>
          </div>
          <Tabs
            fill
            small
            label={t("lock")}
            value={`${days}`}
            onChange={next => setDays(Number(next) as LockDays)}
            items={lockDays.map(each => ({ value: `${each}`, text: t(`days.${each}`) }))}
          />
          {days > 0 && <p className="xs muted safe-note">{t("lock_note")}</p>}
        </div>
      )}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        disabled={locked || !isWithinLimits(amount, smallest, most)}
      >
        {t(direction)}
      </Button>
    </form>
  );
}

interface MoveRequest {
  readonly direction: "put" | "take";
  readonly currency: Currency;
  readonly amount: string;
  readonly lock_days: LockDays;
}

/** Sends a request under one key until the server has answered it, however often it is sent. */
function useMove(onDone: () => void) {
  const put = useMutation(putAside, { onSuccess: showVault });
  const take = useMutation(takeOut, { onSuccess: showVault });
  const { busy, errors, submit } = useSubmit("vault");
  const intent = useRef<{ key: string; text: string } | null>(null);
  const send = (requestedAmount: MoveRequest) =>
    void submit(async () => {
      const { direction, lock_days, ...rest } = requestedAmount;
      const text = JSON.stringify(requestedAmount);
      if (intent.current?.text !== text) intent.current = { key: crypto.randomUUID(), text };
      const options = { key: intent.current.key };
      try {
        if (direction === "put") await put.mutate({ body: { ...rest, lock_days } }, options);
        else await take.mutate({ body: rest }, options);
        intent.current = null;
        onDone();
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
          intent.current = null;
        throw error;
      }
    });
  return { busy, errors, send };
}
