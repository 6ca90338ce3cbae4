import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { PasswordInput } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { Meter } from "./meter.tsx";
import { useSubmit } from "./use-submit.ts";

interface NewPasswordProps {
  /** Sends both; its error is shown under the fields. */
  onChosen(chosen: { password: string; password_confirm: string }): Promise<void>;
  readonly button: string;
  /** Fields above the two, with their errors. */
  before?(errors: Readonly<Record<string, string>>): ReactNode;
  /** Beside the button. */
  readonly aside?: ReactNode;
  /** On a page with other content. */
  readonly quiet?: boolean;
}

/** A new password, twice. */
export function NewPassword({ onChosen, button, before, aside, quiet }: NewPasswordProps) {
  const { t } = useTranslation("accounts");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const { busy, errors, submit } = useSubmit("accounts", { perField: true, titled: true });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(() => onChosen({ password, password_confirm: again }));
  };
  const eye = { show: t("auth.show"), hide: t("auth.hide") };
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      {before?.(errors)}
      <div>
        <PasswordInput
          {...eye}
          label={t("password.new")}
          name="password"
          autoComplete="new-password"
          value={password}
          error={errors.password}
          onChange={event => setPassword(event.target.value)}
        />
        <Meter password={password} />
      </div>
      <PasswordInput
        {...eye}
        label={t("password.again")}
        name="password_confirm"
        autoComplete="new-password"
        value={again}
        error={errors.password_confirm ?? errors.confirm_password}
        onChange={event => setAgain(event.target.value)}
      />
      <Button type="submit" busy={busy} {...(!quiet && { variant: "primary", size: "l", wide: true })}>
        {button}
      </Button>
      {aside}
    </form>
  );
}
