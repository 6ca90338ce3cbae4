import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getPartner, type PartnerView, requestPartnerPayout } from "../shared/contract.ts";
import type { Shown } from "./use-shown.ts";

const ProofPrompt = lazy(() => import("#modules/factors/web/proof-prompt.tsx"));

interface PayoutsProps {
  readonly partner: PartnerView;
  readonly shown: Shown;
  readonly isActive: boolean;
}

/** The balance, a request for a withdrawal, and those that were made. */
export function PayoutsCard({ partner, shown, isActive }: PayoutsProps) {
  const { t } = useTranslation("partners");
  const dates = useDates();
  return (
    <section className="card box" aria-label={t("payouts.title")}>
      <h2>{t("payouts.title")}</h2>
      <div className="key-value">
        <span>{t("payouts.balance")}</span>
        <b className="num">{shown.money(partner.balance)}</b>
      </div>
      {isActive && partner.balance !== "0" && <PayoutForm currency={partner.currency} />}
      {partner.payouts.length === 0 && <p className="muted sm">{t("payouts.empty")}</p>}
      <ul className="partners-payouts">
        {partner.payouts.map(({ id, amount, status, requested_at: at, destination }) => (
          <li key={id} className="row spread sm">
            <span>
              {dates.day(at)} <span className="muted">{destination}</span>
            </span>
            <span>
              <b className="num">{shown.money(amount)}</b> <span className="tag">{t(`payouts.${status}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PayoutForm({ currency }: { currency: string }) {
  const { t } = useTranslation("partners");
  const { mutate } = useMutation(requestPartnerPayout, { invalidates: [getPartner] });
  const { busy, errors, submit } = useSubmit("partners", { perField: true });
  const [given, setGiven] = useState({ amount: "", destination: "" });
  const [isProving, setIsProving] = useState(false);
  const intent = useRef<{ key: string; content: string } | null>(null);
  const send = () =>
    submit(async () => {
      // One request has one key until the server has answered it, however often it is sent.
      const content = JSON.stringify(given);
      if (intent.current?.content !== content) intent.current = { key: crypto.randomUUID(), content };
      try {
        await mutate({ body: given }, { key: intent.current.key });
      } catch (error) {
        if (error instanceof ApiError && error.code === "proof_required") return setIsProving(true);
        throw error;
      }
      intent.current = null;
      setGiven({ amount: "", destination: "" });
      notify({ kind: "info", lines: [t("payouts.sent")] });
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="partners-form" onSubmit={onSubmit}>
      <Input
        label={t("payouts.amount", { currency })}
        value={given.amount}
        onChange={event => setGiven({ ...given, amount: event.target.value })}
        error={errors.amount}
        inputMode="decimal"
        required
      />
      <Input
        label={t("payouts.destination")}
        value={given.destination}
        onChange={event => setGiven({ ...given, destination: event.target.value })}
        error={errors.destination}
        required
        minLength={8}
        maxLength={200}
      />
      <Button type="submit" variant="primary" wide busy={busy}>
        {t("payouts.request")}
      </Button>
      {isProving && (
        <Suspense>
          <ProofPrompt
            onProven={() => {
              setIsProving(false);
              void send();
            }}
            onClose={() => setIsProving(false)}
          />
        </Suspense>
      )}
    </form>
  );
}
