import { type FormEvent, useState } from "react";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useLocale, useRegionCurrency } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Agreement, CurrencyKeys } from "#modules/accounts/web/register-form.tsx";
import { rememberedSource } from "#modules/accounts/web/remembered-source.ts";
import { useSignInDialog } from "#modules/accounts/web/sign-in-dialog.ts";
import { codeDraft, forgetCodeDraft, withTypedCode } from "#modules/accounts/web/typed-code.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { registerSocial } from "#modules/social/shared/contract.ts";

export interface Visitor {
  readonly registration: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly currency: string | null;
}

/** What a first sign-in through a provider still needs: currency, age and acceptance of the terms. */
export function FirstVisit({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation("social");
  const { mutate } = useMutation(registerSocial);
  const locale = useLocale();
  const signInDialog = useSignInDialog();
  const preset = useRegionCurrency();
  const [currency, setCurrency] = useState<Currency>(
    visitor.currency && isCurrency(visitor.currency) ? visitor.currency : preset,
  );
  const [agree, setAgree] = useState(false);
  const { busy, errors, submit } = useSubmit("accounts", { titled: true, failure: "registrationFailed" });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const { registration } = visitor;
      const remembered = rememberedSource();
      // The code that was typed before a provider was chosen.
      const source = withTypedCode(remembered, codeDraft() ?? remembered.promo ?? "");
      // The checkbox is sent as it is: the server refuses a missing consent, and the error is shown under it.
      const body = { registration, currency, agree: agree as true, locale, timezone, ...source };
      const answer = await mutate({ body });
      forgetCodeDraft();
      await signInDialog.enter(answer);
    });
  };
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      <h2 className="display">{visitor.name ? t("welcome_name", { name: visitor.name }) : t("welcome")}</h2>
      <p className="muted sm">{visitor.email ? t("first_email", { email: visitor.email }) : t("first")}</p>
      <CurrencyKeys value={currency} onChange={setCurrency} error={errors.currency} />
      <div>
        <Agreement checked={agree} onChange={setAgree} />
        <FieldError text={errors.agree} />
      </div>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t("open_account")}
      </Button>
      <Button variant="ghost" onClick={() => signInDialog.show(null)}>
        {t("back")}
      </Button>
    </form>
  );
}
