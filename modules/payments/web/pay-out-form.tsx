import { ChevronLeft } from "lucide-react";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { microsPerMinor, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { AmountStepper, isWithinLimits } from "#kit/ui/amount-stepper.tsx";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { ModalClose } from "#kit/ui/modal.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import type { PaymentMethod } from "../shared/contract.ts";
import { createPayout, type PayoutView } from "../shared/payout-contract.ts";
import { AddressField } from "./address-field.tsx";
import { limitsText } from "./method-list.tsx";
import { hasRefusalLink, RefusalLink } from "./refusal-link.tsx";
import { showPayout } from "./show-payout.ts";

const ProofPrompt = lazy(() => import("#modules/factors/web/proof-prompt.tsx"));

interface PayOutFormProps {
  readonly method: PaymentMethod;
  onBack(): void;
  onPayout(payout: PayoutView): void;
}

/** How much of the real money to withdraw. */
export function PayOutForm({ method, onBack, onPayout }: PayOutFormProps) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(createPayout, { onSuccess: showPayout });
  const language = languageOf(useLocale());
  const user = useSession(state => state.user);
  const [amount, setAmount] = useState(method.default_amount);
  const { busy, errors, submit } = useSubmit("payments");
  const fetchUser = useFetchUser();
  const [refusal, setRefusal] = useState<{ readonly error: ApiError; readonly givenUp: readonly string[] } | null>(
    null,
  );
  /** What waits for the player's proof. */
  const [proving, setProving] = useState<{ readonly givenUp: readonly string[] } | null>(null);
  const [address, setAddress] = useState("");
  const intent = useRef<{ key: string; content: string } | null>(null);
  const currency = user?.currency as Currency | null | undefined;
  if (!user || !currency) return null;
  const show = (sum: string) => showMoney(parseDecimal(sum), currency, language, { brief: true });
  const balance = parseDecimal(user.balance);
  const enough = balance >= parseDecimal(method.min_amount);
  const sum = parseAmount(amount);
  const ready = enough && isWithinLimits(amount, method.min_amount, method.max_amount);
  /** `givenUp`: the bonuses that end with this withdrawal. */
  const send = (givenUp: readonly string[] = []) =>
    submit(async () => {
      setRefusal(null);
      // One request has one key until the server has answered it, however often it is sent.
      const body = {
        method_hash: method.hash,
        amount,
        currency,
        ...(method.coin && { address: address.trim() }),
        ...(givenUp.length > 0 && { give_up_bonus: [...givenUp] }),
      };
      const content = JSON.stringify(body);
      if (intent.current?.content !== content) intent.current = { key: crypto.randomUUID(), content };
      try {
        const payout = await mutate({ body }, { key: intent.current.key });
        intent.current = null;
        onPayout(payout);
      } catch (error) {
        const refused = error instanceof ApiError ? error : null;
        if (refused?.code === "proof_required") return setProving({ givenUp });
        if (refused && refused.status >= 400 && refused.status < 500 && refused.status !== 429) intent.current = null;
        // It was changed in another tab: the dialog begins again in the new one.
        if (refused?.errors.currency) void fetchUser();
        if (refused && hasRefusalLink(refused)) return setRefusal({ error: refused, givenUp });
        throw error;
      }
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <>
      <form className="col pay-form" onSubmit={onSubmit} noValidate>
        <div className="row spread">
          <div className="row">
            <button type="button" className="only-mobile pay-back" aria-label={t("pay.back")} onClick={onBack}>
              <Icon of={ChevronLeft} size={22} />
            </button>
            <b className="display pay-head">{t("out.how_much")}</b>
          </div>
          <ModalClose text={t("pay.close")} />
        </div>
        <AmountStepper
          mark={decimalMark(language)}
          label={t("pay.amount")}
          value={amount}
          onChange={setAmount}
          min={method.min_amount}
          max={method.max_amount}
          most={cut(balance)}
          range={limitsText(method, currency, language)}
          step={method.min_amount}
          maxText={t("pay.max")}
          error={errors.amount ?? errors.method_hash ?? errors.currency}
        />
        {method.coin && (
          <AddressField method={method} amount={sum} value={address} onChange={setAddress} error={errors.address} />
        )}
        <p className="sm muted">{t("out.available", { sum: showMoney(balance, currency, language) })}</p>
        {!enough && <p className="note warn">{t("out.too_little", { sum: show(method.min_amount) })}</p>}
        {refusal && (
          <RefusalLink
            refusal={refusal.error}
            currency={currency}
            onGiveUp={bonus => void send([...refusal.givenUp, bonus])}
          />
        )}
        <p className="sm muted">{t(method.coin ? "out.about_coin" : "out.about")}</p>
        <Button type="submit" variant="primary" size="l" wide busy={busy} disabled={!ready} className="pay-go">
          {sum === undefined ? t("pay.go") : t("out.go_sum", { sum: show(amount) })}
        </Button>
      </form>
      {proving && (
        <Suspense>
          <ProofPrompt
            onProven={() => {
              setProving(null);
              void send(proving.givenUp);
            }}
            onClose={() => setProving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whole minor units: what is smaller cannot be paid out. */
function cut(balance: bigint): string {
  const minor = balance / microsPerMinor;
  return `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
}
