import { ArrowDownUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { formatAmount, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { AmountStepper, isWithinLimits } from "#kit/ui/amount-stepper.tsx";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { createQuote, type QuoteView } from "../shared/contract.ts";
import { exchangeLimits } from "../shared/terms.ts";
import type { Balances } from "./use-balances.ts";

interface ExchangeFormProps {
  readonly active: Currency | null;
  readonly balances: Balances;
  onQuote(quote: QuoteView): void;
}

const smallest = "0.01";

/** Source wallet, target wallet, and amount. */
export function ExchangeForm({ active, balances, onQuote }: ExchangeFormProps) {
  const { t } = useTranslation("exchange");
  const { mutate } = useMutation(createQuote);
  const language = languageOf(useLocale());
  const { busy, errors, submit } = useSubmit("exchange");
  const [from, setFrom] = useState<Currency>(() => firstFilled(active, balances));
  const [to, setTo] = useState<Currency>(() => (from === "USD" ? "EUR" : "USD"));
  const [amount, setAmount] = useState("");
  const balance = parseDecimal(balances[from] ?? "0");
  const most = formatAmount(balance - (balance % microsPerMinor));
  const { max } = exchangeLimits[from];
  const chooseFrom = (next: Currency) => {
    setAmount("");
    if (next === to) setTo(from);
    setFrom(next);
  };
  const items = currencyCodes.map(code => ({ value: code, text: code }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The whole balance includes the fraction too small to type.
    const requestedAmount = amount === most ? "all" : amount;
    void submit(async () => onQuote(await mutate({ body: { from, to, amount: requestedAmount } })));
  };
  const show = (sum: string | bigint) =>
    showMoney(typeof sum === "string" ? parseDecimal(sum) : sum, from, language, { brief: true });
  return (
    <form className="col gap-4" onSubmit={onSubmit} noValidate>
      <div className="field">
        <div className="field-label">
          <span>{t("from")}</span>
          <span className="hint">{t("available", { sum: showMoney(balance, from, language) })}</span>
        </div>
        <Tabs fill label={t("from")} value={from} onChange={chooseFrom} items={items} />
      </div>
      <AmountStepper
        mark={decimalMark(language)}
        label={t("amount")}
        value={amount}
        onChange={setAmount}
        min={smallest}
        max={max}
        most={most}
        range={t("up_to", { sum: show(max) })}
        step="1"
        maxText={t("max")}
        error={errors.amount}
      />
      <Icon of={ArrowDownUp} size={18} />
      <div className="field">
        <div className="field-label">
          <span>{t("to")}</span>
        </div>
        <Tabs<Currency>
          fill
          label={t("to")}
          value={to}
          onChange={setTo}
          items={items.filter(({ value }) => value !== from)}
        />
      </div>
      <p className="sm muted">{balance === 0n ? t("empty", { currency: from }) : t("about")}</p>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        disabled={!isWithinLimits(amount, smallest, max)}
      >
        {t("see")}
      </Button>
    </form>
  );
}

function firstFilled(active: Currency | null, balances: Balances): Currency {
  const filled = (code: Currency) => /[1-9]/.test(balances[code] ?? "0");
  if (active && filled(active)) return active;
  return currencyCodes.find(filled) ?? active ?? "RUB";
}
