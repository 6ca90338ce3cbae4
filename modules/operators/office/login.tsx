import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { Mark } from "#kit/ui/mark.tsx";
import { answerPasskey } from "#kit/web/passkey.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { askEnterPasskey, enterCode, enterOffice, enterPasskey } from "#modules/operators/shared/sign-in-contract.ts";
import { call } from "./api.ts";
import { Refused, useSending } from "./parts/sending.tsx";
import { inPasskeyWindow } from "./passkey-window.ts";
import { readSignInState } from "./sign-in-state.ts";

/** A right password, and which second factors it waits for. */
type Pending = RouteOutput<typeof enterOffice>["data"];

/** Sign-in: email and password, then the code of the app or a passkey. There is no other sign-in. */
export function LoginPage() {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  const [pending, setPending] = useState<Pending>();
  const [isEmergency, setEmergency] = useState(false);
  const { busy, error, send } = useSending();
  const { to, hasEnded } = readSignInState(useLocation().state);
  const hasApp = pending?.factors.includes("app") === true;
  const hasPasskey = pending?.factors.includes("passkey") === true && !isEmergency;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "");
    await send(async () => {
      if (pending === undefined) {
        const body = { email: text("email"), password: text("password") };
        setPending((await call(enterOffice, { body })).data);
      } else {
        await call(enterCode, { body: { challenge: pending.challenge, code: text("code") } });
        await navigate(to, { replace: true });
      }
    });
  }

  async function byPasskey(challenge: string): Promise<void> {
    await send(async () => {
      const { data } = await call(askEnterPasskey, { body: { challenge } });
      const assertion = await inPasskeyWindow(() => answerPasskey(data.options), t("passkeys.failed"));
      if (!assertion) return;
      await call(enterPasskey, { body: { challenge, assertion } });
      await navigate(to, { replace: true });
    });
  }

  return (
    <main className="alone">
      <title>{`${t("login.title")} · Fairhouse`}</title>
      <form className="panel pad form" onSubmit={event => void submit(event)}>
        <div className="row">
          <Mark size={32} />
          <h1 className="display">{t("login.title")}</h1>
        </div>
        {hasEnded && pending === undefined && <p role="status">{t("login.ended")}</p>}
        <p className="muted">{t(textOf(pending, isEmergency))}</p>
        {pending === undefined ? (
          <PasswordFields />
        ) : (
          (hasApp || isEmergency) && <CodeField isEmergency={isEmergency} />
        )}
        <Refused why={error} />
        {(pending === undefined || hasApp || isEmergency) && (
          <button type="submit" className="btn primary wide" disabled={busy}>
            {t(pending === undefined ? "login.next" : "login.enter")}
          </button>
        )}
        {pending !== undefined && hasPasskey && (
          <button
            type="button"
            className={hasApp ? "btn wide" : "btn primary wide"}
            disabled={busy}
            // biome-ignore lint/a11y/noAutofocus: the only control of the step after the password.
            autoFocus={!hasApp}
            onClick={() => void byPasskey(pending.challenge)}
          >
            {t("login.passkey")}
          </button>
        )}
        {pending !== undefined && (
          <>
            <button type="button" className="btn wide" onClick={() => setPending(undefined)}>
              {t("login.again")}
            </button>
            <button type="button" className="link" onClick={() => setEmergency(!isEmergency)}>
              {t(isEmergency ? (hasApp ? "login.app" : "login.passkey") : "login.emergency")}
            </button>
          </>
        )}
      </form>
    </main>
  );
}

function textOf(pending: Pending | undefined, isEmergency: boolean) {
  if (pending === undefined) return "login.text";
  if (isEmergency) return "login.emergency_text";
  if (!pending.factors.includes("passkey")) return "login.code_text";
  return pending.factors.includes("app") ? "login.either_text" : "login.passkey_text";
}

function PasswordFields() {
  const { t } = useTranslation("office");
  return (
    <>
      <label className="field">
        {t("login.email")}
        {/* biome-ignore lint/a11y/noAutofocus: the first field of a page that has nothing else. */}
        <input name="email" type="email" autoComplete="username" autoFocus required />
      </label>
      <label className="field">
        {t("login.password")}
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
    </>
  );
}

function CodeField({ isEmergency }: { readonly isEmergency: boolean }) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t(isEmergency ? "login.emergency" : "login.code")}
      <input
        key={isEmergency ? "emergency" : "code"}
        className="mono code"
        name="code"
        inputMode={isEmergency ? "text" : "numeric"}
        autoComplete="one-time-code"
        pattern={isEmergency ? "[A-Z2-7]{4}(-[A-Z2-7]{4}){3}" : "[0-9]{3} ?[0-9]{3}"}
        maxLength={isEmergency ? 19 : 7}
        // biome-ignore lint/a11y/noAutofocus: the only field of the step after the password.
        autoFocus
        required
      />
    </label>
  );
}
