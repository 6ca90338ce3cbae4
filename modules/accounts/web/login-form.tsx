import { type ComponentType, type FormEvent, useState } from "react";
import { Link } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { PasswordInput } from "#kit/ui/input.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  finishByEmail,
  finishByPhone,
  logInByEmailCode,
  logInByPhoneCode,
  resendEmailLogin,
  resendPhoneLogin,
} from "#modules/accounts/shared/codes-contract.ts";
import {
  logInByPassword,
  logInByPhone,
  type ProfileUser,
  type StepName,
  type TokenAnswer,
} from "#modules/accounts/shared/contract.ts";
import { CodeStep } from "./code-step.tsx";
import { ContactInput, type TypedContact, useContact } from "./contact-input.tsx";
import { type ContactKind, ContactKindTabs } from "./contact-kind-tabs.tsx";
import type { SignedIn } from "./sign-in-dialog.ts";
import { useArrival } from "./use-arrival.ts";
import { useSubmit } from "./use-submit.ts";

/** Renders the second step of a login for methods of other modules; calls `onToken` when it is done. */
export type SecondStep = ComponentType<{
  readonly challenge: string;
  readonly methods: readonly StepName[];
  onToken(answer: TokenAnswer): Promise<void>;
}>;

interface LoginFormProps {
  onDone(user: ProfileUser | null): void;
  /** Called when a step replaces the form. */
  onStep?(inside: boolean): void;
  readonly secondStep?: SecondStep | undefined;
}

/** The contact as sent: the form's fields may have changed by the time of the response. */
interface Sent {
  readonly contactKind: ContactKind;
  readonly text: string;
}

type Phase =
  | { readonly kind: "form" }
  /** A code signs in. */
  | { readonly kind: "code"; readonly sent: Sent; readonly resendIn: number }
  /** The password was right, and one more step is required. */
  | {
      readonly kind: "challenge";
      readonly sent: Sent;
      readonly challenge: string;
      readonly methods: readonly StepName[];
    };

/** Login by phone or email, with the password or a code; and the second step if one is required. */
export function LoginForm({ onDone, onStep, secondStep: Step }: LoginFormProps) {
  const { t } = useTranslation("accounts");
  const { call } = useRouteCache();
  const arrive = useArrival();
  const contact = useContact("email");
  const [phase, setPhase] = useState<Phase>({ kind: "form" });
  const go = (next: Phase) => {
    setPhase(next);
    onStep?.(next.kind !== "form");
  };
  const enter = async (answer: SignedIn, sent: Sent) => {
    if ("token" in answer) onDone(await arrive(answer));
    else go({ kind: "challenge", sent, ...answer });
  };
  if (phase.kind === "form")
    return (
      <Credentials
        contact={contact}
        onAnswer={enter}
        onCode={(resendIn, sent) => {
          setPhase(now => (now.kind === "form" ? { kind: "code", sent, resendIn } : now));
          onStep?.(true);
        }}
      />
    );
  const { sent } = phase;
  const { text, contactKind } = sent;
  const resend = async (type: "sms" | "call") => {
    const query = type === "sms" ? { type } : {};
    const answer =
      contactKind === "email"
        ? await call(resendEmailLogin, { body: { email: text } })
        : await call(resendPhoneLogin, { body: { phone: text }, query });
    return answer.resend_in;
  };
  const back = (
    <Button variant="ghost" onClick={() => go({ kind: "form" })}>
      {t("auth.back")}
    </Button>
  );

  if (phase.kind === "code") {
    const logIn = async (code: string) => {
      const answer =
        contactKind === "email"
          ? await call(logInByEmailCode, { body: { email: text, code } })
          : await call(logInByPhoneCode, { body: { phone: text, code } });
      if ("token" in answer || "challenge" in answer) await enter(answer, sent);
    };
    return (
      <CodeStep
        by={contactKind}
        to={text}
        resendIn={phase.resendIn}
        failure="loginFailed"
        onCode={logIn}
        onResend={resend}
        aside={back}
      />
    );
  }
  const { challenge, methods } = phase;
  const byCode = methods.find(method => method === "phone" || method === "email");
  if (byCode) {
    const finish = async (code: string) =>
      enter(await call(byCode === "email" ? finishByEmail : finishByPhone, { body: { challenge, code } }), sent);
    return (
      <CodeStep
        by={contactKind}
        to={text}
        resendIn={60}
        failure="loginFailed"
        onCode={finish}
        onResend={resend}
        aside={back}
      />
    );
  }
  return (
    <>
      {Step && <Step challenge={challenge} methods={methods} onToken={answer => enter(answer, sent)} />}
      {back}
    </>
  );
}

/** How a failed login is shown on the page and reported to analytics. */
const loginNotifyOptions = { titled: true, failure: "loginFailed" } as const;

interface CredentialsProps {
  readonly contact: TypedContact;
  onAnswer(answer: SignedIn, sent: Sent): Promise<void>;
  onCode(resendIn: number, sent: Sent): void;
}

function Credentials({ contact, onAnswer, onCode }: CredentialsProps) {
  const { t } = useTranslation("accounts");
  const { call } = useRouteCache();
  const href = useHref();
  const [password, setPassword] = useState("");
  const { busy, errors, submit } = useSubmit("accounts", loginNotifyOptions);
  const asking = useSubmit("accounts", loginNotifyOptions);
  const { text, contactKind } = contact;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () =>
      onAnswer(
        contactKind === "email"
          ? await call(logInByPassword, { body: { email: text, password } })
          : await call(logInByPhone, { body: { phone: text, password } }),
        { contactKind, text },
      ),
    );
  };
  const askCode = () =>
    void asking.submit(async () => {
      const answer =
        contactKind === "email"
          ? await call(logInByEmailCode, { body: { email: text } })
          : await call(logInByPhoneCode, { body: { phone: text }, query: { type: "sms" } });
      if ("resend_in" in answer) onCode(answer.resend_in, { contactKind, text });
    });
  return (
    <form className="au-form" onSubmit={onSubmit} noValidate>
      <ContactKindTabs value={contactKind} onChange={contact.setContactKind} />
      <ContactInput of={contact} errors={{ ...errors, ...asking.errors }} failed={asking.failed} />
      <PasswordInput
        label={t("auth.password")}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        show={t("auth.show")}
        hide={t("auth.hide")}
        hint={
          <Link to={href("/password/reset")} className="link">
            {t("auth.forgot")}
          </Link>
        }
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t("auth.log_in")}
      </Button>
      <Button wide busy={asking.busy} onClick={askCode}>
        {t(contactKind === "email" ? "auth.code_by_mail" : "auth.code_by_phone")}
      </Button>
    </form>
  );
}
