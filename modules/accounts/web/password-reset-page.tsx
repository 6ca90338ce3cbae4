import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  confirmCodeByEmail,
  confirmCodeByPhone,
  forgotByEmail,
  forgotByPhone,
  resetByPhone,
  resetByToken,
} from "#modules/accounts/shared/restore-contract.ts";
import { CodeStep } from "./code-step.tsx";
import { ContactInput, useContact } from "./contact-input.tsx";
import { NewPassword } from "./new-password.tsx";
import { OneCard } from "./one-card.tsx";
import { useEntrance } from "./use-entrance.ts";
import { useSubmit } from "./use-submit.ts";
import { type Way, WayTabs } from "./way-tabs.tsx";

/** The texts it shows. */
export const handle = { texts: ["accounts"] };

/** Where the code went: the fields may say something else by the time of the answer. */
interface Sent {
  readonly way: Way;
  readonly text: string;
}

type Stage =
  | { readonly kind: "ask" }
  | { readonly kind: "code"; readonly sent: Sent; readonly resendIn: number }
  | { readonly kind: "password"; readonly sent: Sent; readonly token: string };

/** A forgotten password: where the code goes, the code, the new password. */
export default function PasswordResetPage() {
  const { t } = useTranslation("accounts");
  const { api } = useClient();
  const contact = useContact("email");
  const enter = useEntrance();
  const [stage, setStage] = useState<Stage>({ kind: "ask" });
  const { busy, errors, failed, submit } = useSubmit("accounts", { titled: true });
  const ask = async ({ way, text }: Sent) => {
    const { data } =
      way === "email"
        ? await api.call(forgotByEmail, { body: { email: text } })
        : await api.call(forgotByPhone, { body: { phone: text } });
    return data.resend_in;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { way: contact.way, text: contact.text };
    void submit(async () => setStage({ kind: "code", sent, resendIn: await ask(sent) }));
  };
  const confirm = async (sent: Sent, code: string) => {
    const { way, text } = sent;
    const { data } =
      way === "email"
        ? await api.call(confirmCodeByEmail, { body: { email: text, code } })
        : await api.call(confirmCodeByPhone, { body: { phone: text, code } });
    setStage({ kind: "password", sent, token: data.reset_token });
  };
  return (
    <OneCard title={t(stage.kind === "password" ? "password.choose" : "password.title")}>
      {stage.kind === "ask" && (
        <form className="au-form" onSubmit={onSubmit} noValidate>
          <p className="t2">{t("password.how")}</p>
          <WayTabs value={contact.way} onChange={contact.setWay} />
          <ContactInput of={contact} errors={errors} failed={failed} />
          <Button type="submit" look="pri" size="l" wide busy={busy}>
            {t("password.send")}
          </Button>
        </form>
      )}
      {stage.kind === "code" && (
        <CodeStep
          by={stage.sent.way === "email" ? "email" : "sms"}
          to={stage.sent.text}
          resendIn={stage.resendIn}
          onCode={code => confirm(stage.sent, code)}
          onResend={() => ask(stage.sent)}
          aside={
            <Button look="gho" onClick={() => setStage({ kind: "ask" })}>
              {t("auth.back")}
            </Button>
          }
        />
      )}
      {stage.kind === "password" && (
        <NewPassword
          button={t("password.save")}
          onChosen={async chosen => {
            const route = stage.sent.way === "email" ? resetByToken : resetByPhone;
            await enter(await api.call(route, { body: { token: stage.token, ...chosen } }));
          }}
        />
      )}
    </OneCard>
  );
}
