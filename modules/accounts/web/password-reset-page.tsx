import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { useRouteCache } from "#kit/web/query/use-query.ts";
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
import { type ContactKind, ContactKindTabs } from "./contact-kind-tabs.tsx";
import { NewPassword } from "./new-password.tsx";
import { OneCard } from "./one-card.tsx";
import { useEntrance } from "./use-entrance.ts";
import { useSubmit } from "./use-submit.ts";

/** The texts it shows. */
export const handle = { texts: ["accounts"] };

/** The recipient of the code: the fields may have changed by the time of the response. */
interface Sent {
  readonly contactKind: ContactKind;
  readonly text: string;
}

type Phase =
  | { readonly kind: "ask" }
  | { readonly kind: "code"; readonly sent: Sent; readonly resendIn: number }
  | { readonly kind: "password"; readonly sent: Sent; readonly token: string };

/** A forgotten password: recipient, code, new password. */
export default function PasswordResetPage() {
  const { t } = useTranslation("accounts");
  const { call } = useRouteCache();
  const contact = useContact("email");
  const enter = useEntrance();
  const [phase, setPhase] = useState<Phase>({ kind: "ask" });
  const { busy, errors, failed, submit } = useSubmit("accounts", { titled: true });
  const ask = async ({ contactKind, text }: Sent) => {
    const { resend_in } =
      contactKind === "email"
        ? await call(forgotByEmail, { body: { email: text } })
        : await call(forgotByPhone, { body: { phone: text } });
    return resend_in;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { contactKind: contact.contactKind, text: contact.text };
    void submit(async () => setPhase({ kind: "code", sent, resendIn: await ask(sent) }));
  };
  const confirm = async (sent: Sent, code: string) => {
    const { contactKind, text } = sent;
    const { reset_token } =
      contactKind === "email"
        ? await call(confirmCodeByEmail, { body: { email: text, code } })
        : await call(confirmCodeByPhone, { body: { phone: text, code } });
    setPhase({ kind: "password", sent, token: reset_token });
  };
  return (
    <OneCard title={t(phase.kind === "password" ? "password.choose" : "password.title")}>
      {phase.kind === "ask" && (
        <form className="au-form" onSubmit={onSubmit} noValidate>
          <p className="subdued">{t("password.how")}</p>
          <ContactKindTabs value={contact.contactKind} onChange={contact.setContactKind} />
          <ContactInput of={contact} errors={errors} failed={failed} />
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            {t("password.send")}
          </Button>
        </form>
      )}
      {phase.kind === "code" && (
        <CodeStep
          by={phase.sent.contactKind === "email" ? "email" : "sms"}
          to={phase.sent.text}
          resendIn={phase.resendIn}
          onCode={code => confirm(phase.sent, code)}
          onResend={() => ask(phase.sent)}
          aside={
            <Button variant="ghost" onClick={() => setPhase({ kind: "ask" })}>
              {t("auth.back")}
            </Button>
          }
        />
      )}
      {phase.kind === "password" && (
        <NewPassword
          button={t("password.save")}
          onChosen={async chosen => {
            const route = phase.sent.contactKind === "email" ? resetByToken : resetByPhone;
            await enter(await call(route, { body: { token: phase.token, ...chosen } }));
          }}
        />
      )}
    </OneCard>
  );
}
