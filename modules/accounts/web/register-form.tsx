import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Currency, currencies, currencyCodes } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError, Input, PasswordInput } from "#kit/ui/input.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { RichText, useTranslation } from "#kit/web/texts.tsx";
import { type ProfileUser, registerByEmail, registerByPhone } from "#modules/accounts/shared/contract.ts";
import { ContactInput, useContact } from "./contact-input.tsx";
import { ContactKindTabs } from "./contact-kind-tabs.tsx";
import { Meter } from "./meter.tsx";
import { rememberedSource } from "./remembered-source.ts";
import { codeDraft, forgetCodeDraft, isCodeText, keepCodeDraft, withTypedCode } from "./typed-code.ts";
import { useArrival } from "./use-arrival.ts";
import { useSubmit } from "./use-submit.ts";

/** Registration by phone or email: only necessary fields, and no consent is checked in advance. */
export function RegisterForm({
  currency: preset,
  onDone,
}: {
  currency: Currency;
  onDone: (user: ProfileUser | null) => void;
}) {
  const { t } = useTranslation("accounts");
  const { call } = useRouteCache();
  const locale = useLocale();
  const arrive = useArrival();
  const contact = useContact();
  const [password, setPassword] = useState("");
  const [currency, setCurrency] = useState<Currency>(preset);
  const [agree, setAgree] = useState(false);
  const remembered = rememberedSource();
  const [code, setCode] = useState(() => codeDraft() ?? remembered.promo ?? "");
  const [codeError, setCodeError] = useState<string>();
  const { busy, errors, submit } = useSubmit("accounts", { titled: true, failure: "registrationFailed" });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim() === (remembered.promo ?? "") ? "" : code.trim();
    const isRefused = typed !== "" && !isCodeText(typed);
    setCodeError(isRefused ? t("auth.promo_code_invalid") : undefined);
    if (isRefused) return;
    void submit(async () => {
      const source = withTypedCode(remembered, code);
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      // The checkbox is sent as it is: the server refuses a missing consent, and the error is shown under it.
      const body = { password, currency, agree: agree as true, locale, timezone, ...source };
      const signedIn =
        contact.contactKind === "email"
          ? await call(registerByEmail, { body: { email: contact.text, ...body } })
          : await call(registerByPhone, { body: { phone: contact.text, ...body } });
      forgetCodeDraft();
      onDone(await arrive(signedIn));
    });
  };
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      <ContactKindTabs value={contact.contactKind} onChange={contact.setContactKind} />
      <ContactInput of={contact} errors={errors} />
      <div>
        <PasswordInput
          label={t("auth.password")}
          name="password"
          autoComplete="new-password"
          value={password}
          error={errors.password}
          show={t("auth.show")}
          hide={t("auth.hide")}
          onChange={event => setPassword(event.target.value)}
        />
        <Meter password={password} />
      </div>
      <CurrencyKeys value={currency} onChange={setCurrency} error={errors.currency} />
      <details className="au-code" open={code !== "" || undefined}>
        <summary className="sm">{t("auth.promo_code_have")}</summary>
        <Input
          label={t("auth.promo_code")}
          name="promo_code"
          value={code}
          error={codeError}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={event => {
            setCode(event.target.value);
            keepCodeDraft(event.target.value);
          }}
        />
      </details>
      <div>
        <Agreement checked={agree} onChange={setAgree} />
        <FieldError text={errors.agree} />
      </div>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t("auth.open_account")}
      </Button>
    </form>
  );
}

export function CurrencyKeys(props: {
  value: Currency;
  onChange: (currency: Currency) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation("accounts");
  const first = [props.value, ...currencyCodes.filter(code => code !== props.value)];
  const [order] = useState(first);
  return (
    <fieldset className="curs-f">
      <legend className="field-label">{t("auth.currency")}</legend>
      <div className="curs">
        {order.map(code => (
          <label key={code} className={code === props.value ? "on" : undefined}>
            <input
              type="radio"
              name="currency"
              className="sr-only"
              checked={code === props.value}
              onChange={() => props.onChange(code)}
            />
            <b>{currencies[code].sign}</b>
            {code}
          </label>
        ))}
      </div>
      <FieldError text={props.error} />
    </fieldset>
  );
}

export function Agreement({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation("accounts");
  const href = useHref();
  const locale = useLocale();
  return (
    <label className="ckline">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span className="checkbox">
        <Icon of={Check} size={14} stroke={3} />
      </span>
      <span>
        <RichText
          text={t("auth.agree")}
          parts={{
            terms: text => <Policy key="terms" href={href(`/policy/${locale}/user-agreement`)} text={text} />,
            privacy: text => <Policy key="privacy" href={href(`/policy/${locale}/confidential`)} text={text} />,
          }}
        />
      </span>
    </label>
  );
}

function Policy({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
