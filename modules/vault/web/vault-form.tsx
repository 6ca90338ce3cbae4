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
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getVault, putAside, takeOut, type VaultView } from "../shared/contract.ts";
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
    const isAll = direction === "take" && amount === most;
    send({ direction, currency, amount, lock_days: direction === "put" ? days : 0 }, isAll);
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

/**
 * Sends a request under one key until the server has answered it, however often it is sent. It stays what it was at first: what is
 * typed may have become all of the vault since, because the first one was done.
 */
function useMove(onDone: () => void) {
  const put = useMutation(putAside, { onSuccess: showVault });
  const take = useMutation(takeOut, { onSuccess: showVault });
  const { busy, errors, submit } = useSubmit("vault");
  const cache = useRouteCache();
  const intent = useRef<{ key: string; text: string; isAll: boolean } | null>(null);
  const send = (typed: MoveRequest, isAll: boolean) =>
    void submit(async () => {
      const { direction, currency, amount, lock_days } = typed;
      const text = JSON.stringify(typed);
      if (intent.current?.text !== text) intent.current = { key: crypto.randomUUID(), text, isAll };
      const options = { key: intent.current.key };
      try {
        if (direction === "put") await put.mutate({ body: { currency, amount, lock_days } }, options);
        else await take.mutate({ body: { currency, amount: intent.current.isAll ? "all" : amount } }, options);
        intent.current = null;
        onDone();
      } catch (error) {
        const isRefused =
          error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
        if (isRefused) intent.current = null;
        // It may have been done.
        else void cache.invalidate(getVault);
        throw error;
      }
    });
  return { busy, errors, send };
}
