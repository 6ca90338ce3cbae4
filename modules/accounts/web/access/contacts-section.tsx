import { type FormEvent, use, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { PasswordInput } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { sendEmailCode, sendPhoneCode, verifyEmail, verifyPhone } from "#modules/accounts/shared/contacts-contract.ts";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { showPhone } from "#modules/accounts/shared/phone.ts";
import { CodeStep } from "../code-step.tsx";
import { ContactInput, useContact } from "../contact-input.tsx";
import type { ContactKind } from "../contact-kind-tabs.tsx";
import { useFetchUser } from "../use-arrival.ts";
import { useSubmit } from "../use-submit.ts";
import { ProofContext } from "./proof-context.ts";
import "../auth.css";
import "./access.css";

/** The player's contacts: the address and the number, whether they are confirmed, and how to change them. */
export function ContactsSection({ user }: { user: ProfileUser }) {
  const { t } = useTranslation("accounts");
  return (
    <section className="card access">
      <h2 className="display">{t("access.contacts")}</h2>
      <ul className="access-list">
        <ContactRow contactKind="email" value={user.email} verified={user.is_email_verified} />
        <ContactRow contactKind="phone" value={user.phone} verified={user.is_phone_verified} />
      </ul>
    </section>
  );
}

type Phase =
  | { readonly kind: "shown" }
  | { readonly kind: "typed" }
  | { readonly kind: "code"; readonly to: string; readonly password: string; readonly resendIn: number };

interface ContactRowProps {
  readonly contactKind: ContactKind;
  readonly value: string | null;
  readonly verified: boolean;
}

function ContactRow({ contactKind, value, verified }: ContactRowProps) {
  const { t } = useTranslation("accounts");
  const fetchUser = useFetchUser();
  const [phase, setPhase] = useState<Phase>({ kind: "shown" });
  const send = useSend(contactKind);
  const { call } = useRouteCache();
  const asking = useSubmit("accounts", { titled: true });
  /** A response that arrives after the player has moved on does not navigate. */
  const goOn = (next: Phase) => setPhase(now => (now === phase ? next : now));
  const begin = (to: string, password: string) =>
    send(to, password).then(resendIn => goOn({ kind: "code", to, password, resendIn }));
  return (
    <li className="contact">
      <div className="what">
        <span className="muted sm">{t(contactKind === "email" ? "auth.email" : "auth.phone")}</span>
        <b>
          {value === null ? t("access.none") : contactKind === "phone" ? showPhone(value) : value}{" "}
          {value && (
            <span className={verified ? "tag signal" : "tag warn"}>
              {t(verified ? "access.confirmed" : "access.unconfirmed")}
            </span>
          )}
        </b>
      </div>
      {phase.kind === "shown" && (
        <div className="acts">
          {value && !verified && (
            <Button size="s" busy={asking.busy} onClick={() => void asking.submit(() => begin(value, ""))}>
              {t("access.confirm")}
            </Button>
          )}
          <Button size="s" variant="outline" onClick={() => setPhase({ kind: "typed" })}>
            {t(value ? "access.change" : "access.add")}
          </Button>
        </div>
      )}
      {phase.kind === "typed" && (
        <Typed
          contactKind={contactKind}
          needsPassword={verified}
          onSend={begin}
          onBack={() => setPhase({ kind: "shown" })}
        />
      )}
      {phase.kind === "code" && (
        <div className="more">
          <CodeStep
            by={contactKind}
            to={phase.to}
            resendIn={phase.resendIn}
            onCode={async code => {
              await call(contactKind === "email" ? verifyEmail : verifyPhone, { body: { code } });
              await fetchUser();
              goOn({ kind: "shown" });
              notify({ kind: "info", lines: [t("access.is_confirmed")] });
            }}
            onResend={type => send(phase.to, phase.password, type)}
            aside={
              <Button variant="ghost" onClick={() => setPhase({ kind: "shown" })}>
                {t("access.later")}
              </Button>
            }
          />
        </div>
      )}
    </li>
  );
}

interface TypedProps {
  readonly contactKind: ContactKind;
  /** Replacing a confirmed contact requires the password. */
  readonly needsPassword: boolean;
  onSend(to: string, password: string): Promise<void>;
  onBack(): void;
}

function Typed({ contactKind, needsPassword, onSend, onBack }: TypedProps) {
  const { t } = useTranslation("accounts");
  const contact = useContact(contactKind);
  const [password, setPassword] = useState("");
  const { busy, errors, submit } = useSubmit("accounts", { titled: true });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(() => onSend(contact.text, password));
  };
  return (
    <form className="au-form more" onSubmit={onSubmit} noValidate>
      <ContactInput of={contact} errors={errors} />
      {needsPassword && (
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
      )}
      <div className="acts">
        <Button type="submit" busy={busy}>
          {t("access.send_code")}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t("auth.back")}
        </Button>
      </div>
    </form>
  );
}

/** Requests a code; returns the seconds until the next one. */
function useSend(contactKind: ContactKind) {
  const { call } = useRouteCache();
  const proven = use(ProofContext);
  return (to: string, password: string, type: "sms" | "call" = "sms"): Promise<number> =>
    proven(async () => {
      const secret = password === "" ? {} : { password };
      const query = type === "sms" ? { type } : {};
      const { resend_in } =
        contactKind === "email"
          ? await call(sendEmailCode, { body: { email: to, ...secret } })
          : await call(sendPhoneCode, { body: { phone: to, ...secret }, query });
      return resend_in;
    });
}
