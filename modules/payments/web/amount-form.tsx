import { type ComponentType, type FormEvent, Suspense, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { AmountStepper, isWithinLimits } from "#kit/ui/amount-stepper.tsx";
import { Button } from "#kit/ui/button.tsx";
import { ModalClose } from "#kit/ui/modal.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { createPayment, type PaymentMethod, type ProcessConfig } from "../shared/contract.ts";
import { BonusChoice } from "./bonus-choice.tsx";
import { intentAnswered, intentKey } from "./deposit-intent.ts";
import { LimitPrompt } from "./limit-prompt.tsx";
import { limitsText } from "./method-list.tsx";
import { hasRefusalLink, RefusalLink } from "./refusal-link.tsx";

interface AmountFormProps {
  readonly method: PaymentMethod;
  readonly codeField: ComponentType | undefined;
  onBack(): void;
  onInvoice(config: ProcessConfig): void;
}

const quickSums: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ["500", "1000", "5000", "10000"],
  KZT: ["2500", "5000", "25000", "50000"],
  INR: ["500", "1000", "5000", "10000"],
  USD: ["10", "25", "100", "250"],
  EUR: ["10", "25", "100", "250"],
};

/** The amount, and the button that opens the invoice. */
export function AmountForm({ method, codeField: CodeField, onBack, onInvoice }: AmountFormProps) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(createPayment);
  const locale = useLocale();
  const language = languageOf(locale);
  const user = useSession(state => state.user);
  const [amount, setAmount] = useState(method.default_amount);
  const [bonus, setBonus] = useState<string | null>(null);
  const { busy, errors, submit } = useSubmit("payments");
  const fetchUser = useFetchUser();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const currency = user?.currency as Currency | null | undefined;
  if (!user || !currency) return null;
  const show = (sum: string) => showMoney(parseDecimal(sum), currency, language, { brief: true });
  const quick = quickSums[currency]
    .filter(
      sum =>
        parseDecimal(sum) >= parseDecimal(method.min_amount) && parseDecimal(sum) <= parseDecimal(method.max_amount),
    )
    .map(sum => ({ value: sum, text: show(sum) }));
  const sum = parseAmount(amount);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      setRefusal(null);
      const payment = { method_hash: method.hash, amount, currency, ...(bonus !== null && { bonus_id: bonus }) };
      // The provider's page redirects back here, with this dialog open.
      const body = { ...payment, return_to: location.href };
      try {
        const config = await mutate({ body }, { key: intentKey(user.id, payment) });
        intentAnswered();
        onInvoice(config);
      } catch (error) {
        const refused = error instanceof ApiError ? error : null;
        // A refusal is an answer; without one, or with "try later", the next press repeats the same request.
        if (refused && refused.status >= 400 && refused.status < 500 && refused.status !== 429) intentAnswered();
        // It was changed in another tab: the dialog begins again in the new one.
        if (refused?.errors.currency) void fetchUser();
        if (refused && hasRefusalLink(refused)) return setRefusal(refused);
        throw error;
      }
    });
  };
  return (
    <form className="col pay-form" onSubmit={onSubmit} noValidate>
      <div className="row spread">
        <b className="display pay-head">{t("pay.how_much")}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      <button type="button" className="only-mobile pm-now" onClick={onBack}>
        <span className="muted">{t("pay.method")}</span>
        <b className="grow">{method.name[locale]}</b>
        <span className="bold">{t("pay.change_method")}</span>
      </button>
      <AmountStepper
        mark={decimalMark(language)}
        label={t("pay.amount")}
        value={amount}
        onChange={setAmount}
        min={method.min_amount}
        max={method.max_amount}
        range={limitsText(method, currency, language)}
        quick={quick}
        step={method.min_amount}
        halve={false}
        maxText={t("pay.max")}
        error={errors.amount ?? errors.method_hash ?? errors.currency}
      />
      <BonusChoice currency={currency} amount={amount} chosen={bonus} error={errors.bonus_id} onChoose={setBonus} />
      {CodeField && (
        <Suspense>
          <CodeField />
        </Suspense>
      )}
      <p className="sm muted">{t(method.icon === "transfer" ? "pay.about_transfer" : "pay.about_page")}</p>
      <LimitPrompt player={user.id} currency={currency} sums={quickSums[currency].slice(1)} />
      {refusal && <RefusalLink refusal={refusal} currency={currency} />}
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        disabled={!isWithinLimits(amount, method.min_amount, method.max_amount)}
        className="pay-go"
      >
        {sum === undefined ? t("pay.go") : t("pay.go_sum", { sum: show(amount) })}
      </Button>
      <p className="faint xs pay-safe">{t("pay.protect")}</p>
    </form>
  );
}
