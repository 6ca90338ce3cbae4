import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input, PasswordInput } from "#kit/ui/input.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { logInByPassword, type ProfileUser } from "#modules/accounts/shared/contract.ts";
import { useArrival } from "./use-arrival.ts";
import { useSubmit } from "./use-submit.ts";

/** Login by e-mail and password. */
export function LoginForm({ onDone }: { onDone: (user: ProfileUser | null) => void }) {
  const { t } = useTranslation("accounts");
  const { api } = useClient();
  const arrive = useArrival();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, errors, submit } = useSubmit();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const answer = await api.call(logInByPassword, { body: { email: email.trim(), password } });
      if ("token" in answer) onDone(await arrive(answer.token));
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
      <PasswordInput
        label={t("auth.password")}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        show={t("auth.show")}
        hide={t("auth.hide")}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" look="pri" size="l" wide busy={busy}>
        {t("auth.log_in")}
      </Button>
    </form>
  );
}
