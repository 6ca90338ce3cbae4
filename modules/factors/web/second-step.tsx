import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { isPasskeyCancelled } from "#kit/web/passkey.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StepName, TokenAnswer } from "#modules/accounts/shared/contract.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { stepByCode } from "#modules/factors/shared/contract.ts";

interface SecondStepProps {
  readonly challenge: string;
  readonly methods: readonly StepName[];
  onToken(answer: TokenAnswer): Promise<void>;
}

/** After a right password: a code of the app, a recovery code or a passkey. */
export default function SecondStep({ challenge, methods, onToken }: SecondStepProps) {
  const { t } = useTranslation("factors");
  const { call } = useRouteCache();
  const [code, setCode] = useState("");
  const { busy, errors, submit } = useSubmit("factors", { titled: true, failure: "loginFailed" });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => onToken(await call(stepByCode, { body: { challenge, code } })));
  };
  const byPasskey = () =>
    submit(async () => {
      const { stepPasskey } = await import("./passkey-calls.ts");
      const answer = await stepPasskey(call, challenge).catch(error => {
        if (isPasskeyCancelled(error)) return null;
        throw error;
      });
      if (answer !== null) await onToken(answer);
    });
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      <h2 className="display">{t("step.title")}</h2>
      <Input
        label={t("step.code")}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={errors.code}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t("step.confirm")}
      </Button>
      {methods.includes("passkey") && (
        <Button size="l" wide busy={busy} onClick={() => void byPasskey()}>
          <Icon of={KeyRound} />
          {t("step.passkey")}
        </Button>
      )}
    </form>
  );
}
