import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Currency, currencies, currencyCodes } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError, Input, PasswordInput } from "#kit/ui/input.tsx";
import { useClient } from "#kit/web/client.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { RichText, useTranslation } from "#kit/web/texts.tsx";
import { type ProfileUser, registerByEmail } from "#modules/accounts/shared/contract.ts";
import { passwordStrength } from "./password-strength.ts";
import { useArrival } from "./use-arrival.ts";
import { useSubmit } from "./use-submit.ts";

/** Registration by e-mail: what is asked for is what the house needs, and nothing is agreed to in advance. */
export function RegisterForm({
  currency: preset,
  onDone,
}: {
  currency: Currency;
  onDone: (user: ProfileUser | null) => void;
}) {
  const { t } = useTranslation("accounts");
  const { api } = useClient();
  const locale = useLocale();
  const arrive = useArrival();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [currency, setCurrency] = useState<Currency>(preset);
  const [agree, setAgree] = useState(false);
  const { busy, errors, submit } = useSubmit();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      // The check is sent as it stands: a missing agreement is refused by the house and said under the check.
      const body = { email: email.trim(), password, currency, agree: agree as true, locale, timezone };
      const { token } = await api.call(registerByEmail, { body });
      onDone(await arrive(token));
    });
  };
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      <Input
        label={t("auth.email")}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        error={errors.email}
        onChange={event => setEmail(event.target.value)}
      />
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
      <div>
        <Agreement checked={agree} onChange={setAgree} />
        <FieldError text={errors.agree} />
      </div>
      <Button type="submit" look="pri" size="l" wide busy={busy}>
        {t("auth.open_account")}
      </Button>
    </form>
  );
}

/** Four steps and a word; a hint and no judge, the house decides. */
function Meter({ password }: { password: string }) {
  const { t } = useTranslation("accounts");
  const strength = passwordStrength(password);
  return (
    <div className="meter">
      {[1, 2, 3, 4].map(step => (
        <i key={step} className={step > strength ? undefined : strength < 2 ? "weak" : "on"} />
      ))}
      <span role="status">{password === "" ? "" : t(`auth.strength_${strength}`)}</span>
    </div>
  );
}

function CurrencyKeys(props: { value: Currency; onChange: (currency: Currency) => void; error: string | undefined }) {
  const { t } = useTranslation("accounts");
  const first = [props.value, ...currencyCodes.filter(code => code !== props.value)];
  const [order] = useState(first);
  return (
    <fieldset className="curs-f">
      <legend className="lab">{t("auth.currency")}</legend>
      <div className="curs">
        {order.map(code => (
          <label key={code} className={code === props.value ? "on" : undefined}>
            <input
              type="radio"
              name="currency"
              className="sr"
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

function Agreement({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation("accounts");
  const href = useHref();
  return (
    <label className="ckline">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span className="ck">
        <Icon of={Check} size={14} stroke={3} />
      </span>
      <span>
        <RichText
          text={t("auth.agree")}
          parts={{
            terms: text => <Policy key="terms" href={href("/policy/ru/user-agreement")} text={text} />,
            privacy: text => <Policy key="privacy" href={href("/policy/ru/confidential")} text={text} />,
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
