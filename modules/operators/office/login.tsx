import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { Mark } from "#kit/ui/mark.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { enterCode, enterOffice } from "#modules/operators/shared/contract.ts";
import { call } from "./api.ts";
import { Refused, useSending } from "./parts/sending.tsx";

/** Sign-in: email and password, then the code of the app. There is no other sign-in. */
export function LoginPage() {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string>();
  const [isEmergency, setEmergency] = useState(false);
  const { busy, error, send } = useSending();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "");
    await send(async () => {
      if (challenge === undefined) {
        const body = { email: text("email"), password: text("password") };
        setChallenge((await call(enterOffice, { body })).data.challenge);
      } else {
        await call(enterCode, { body: { challenge, code: text("code") } });
        await navigate("/", { replace: true });
      }
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
        <p className="muted">
          {t(challenge === undefined ? "login.text" : isEmergency ? "login.emergency_text" : "login.code_text")}
        </p>
        {challenge === undefined ? (
          <>
            <label className="field">
              {t("login.email")}
              <input name="email" type="email" autoComplete="username" required />
            </label>
            <label className="field">
              {t("login.password")}
              <input name="password" type="password" autoComplete="current-password" required />
            </label>
          </>
        ) : (
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
        )}
        <Refused why={error} />
        <button type="submit" className="btn primary wide" disabled={busy}>
          {t(challenge === undefined ? "login.next" : "login.enter")}
        </button>
        {challenge !== undefined && (
          <>
            <button type="button" className="btn wide" onClick={() => setChallenge(undefined)}>
              {t("login.again")}
            </button>
            <button type="button" className="link" onClick={() => setEmergency(!isEmergency)}>
              {t(isEmergency ? "login.app" : "login.emergency")}
            </button>
          </>
        )}
      </form>
    </main>
  );
}
