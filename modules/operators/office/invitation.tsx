import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { createPasskey } from "#kit/web/passkey.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  acceptByPasskey,
  acceptInvitation,
  askInvitedPasskey,
  openInvitation,
} from "#modules/operators/shared/sign-in-contract.ts";
import { call } from "./api.ts";
import { AppSecret, CodeField } from "./app-secret.tsx";
import { Refused, useSending } from "./parts/sending.tsx";
import { inPasskeyWindow } from "./passkey-window.ts";

type Invitation = RouteOutput<typeof openInvitation>["data"];

/** Where a new operator sets a password, and an app or a passkey. The token is in the URL fragment, so no server ever logs it. */
export function InvitationPage() {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  const token = location.hash.slice(1);
  const [invitation, setInvitation] = useState<Invitation>();
  const [closed, setClosed] = useState<string>();
  const [factor, setFactor] = useState<"app" | "passkey">("app");
  const { busy, error, send } = useSending();

  useEffect(() => {
    call(openInvitation, { body: { token } }).then(
      ({ data }) => setInvitation(data),
      (failed: unknown) =>
        setClosed(failed instanceof ApiError ? failed.message || t("broken.network") : String(failed)),
    );
  }, [token, t]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "");
    const password = text("password");
    let isAccepted = false;
    await send(async () => {
      if (factor === "app") await call(acceptInvitation, { body: { token, password, code: text("code") } });
      else {
        const { data } = await call(askInvitedPasskey, { body: { token } });
        const attestation = await inPasskeyWindow(() => createPasskey(data.options), t("passkeys.failed"));
        if (!attestation) return;
        await call(acceptByPasskey, { body: { token, password, name: text("name"), attestation } });
      }
      isAccepted = true;
    });
    if (isAccepted) await navigate("/login", { replace: true });
  }

  return (
    <main className="alone">
      <title>{`${t("invitation.title")} · Fairhouse`}</title>
      <form className="panel pad form" onSubmit={event => void submit(event)}>
        <h1 className="display">{t("invitation.title")}</h1>
        {invitation && (
          <>
            <p className="muted">
              {t("invitation.text", { name: invitation.name, role: t(`roles.${invitation.role}`) })}
            </p>
            <fieldset className="field checks">
              <legend>{t("invitation.factor")}</legend>
              {(["app", "passkey"] as const).map(each => (
                <label key={each} className="row">
                  <input type="radio" name="factor" checked={factor === each} onChange={() => setFactor(each)} />
                  {t(`invitation.${each}`)}
                </label>
              ))}
            </fieldset>
            {factor === "app" && <AppSecret secret={invitation.secret} uri={invitation.uri} />}
            <input type="hidden" autoComplete="username" defaultValue={invitation.email} />
            <label className="field">
              {t("invitation.password")}
              <input
                name="password"
                type="password"
                autoComplete="new-password"
                minLength={12}
                maxLength={128}
                required
              />
            </label>
            {factor === "app" ? (
              <CodeField key="code" />
            ) : (
              <label className="field">
                {t("passkeys.name")}
                <input key="name" name="name" maxLength={60} required />
              </label>
            )}
            <button type="submit" className="btn primary wide" disabled={busy}>
              {t("invitation.accept")}
            </button>
          </>
        )}
        <Refused why={closed ?? error} />
      </form>
    </main>
  );
}
