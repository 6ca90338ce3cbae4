import { useEffect, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { track } from "#kit/web/analytics.ts";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useRegionCurrency } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { logInThrough } from "#modules/accounts/shared/contract.ts";
import { useSignInDialog } from "#modules/accounts/web/sign-in-dialog.ts";
import { failureText } from "#modules/accounts/web/use-submit.ts";
import { finishSocial, listProviders } from "#modules/social/shared/contract.ts";
import { FirstVisit } from "./first-visit.tsx";
import { askInWindow, WindowClosed } from "./social-window.ts";
import "./social.css";

interface LoginProvider {
  readonly provider: string;
  readonly name: string;
}

/** A button for each sign-in provider. */
export default function SocialButtons() {
  const { t } = useTranslation("social");
  const providers = useLoginProviders();
  const { enter, busy } = useSocialLogin();
  return (
    <div className="social">
      {providers.map(({ provider, name }) => (
        <Button
          key={provider}
          size="s"
          busy={busy === provider}
          aria-label={t("sign_in_with", { name })}
          onClick={() => void enter(provider)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** The configured providers; empty until loaded. */
export function useLoginProviders(): readonly LoginProvider[] {
  const { api } = useClient();
  const [providers, setProviders] = useState<readonly LoginProvider[]>([]);
  useEffect(() => {
    void api.call(listProviders, {}).then(
      ({ data }) => setProviders(data),
      () => undefined,
    );
  }, [api]);
  return providers;
}

function useSocialLogin() {
  const { api } = useClient();
  const signInDialog = useSignInDialog();
  const currency = useRegionCurrency();
  const { notifyError } = useErrorTexts("social");
  const [busy, setBusy] = useState<string | null>(null);
  const enter = async (provider: string) => {
    setBusy(provider);
    try {
      const answer = await askInWindow(async () => {
        const begun = await api.call(logInThrough, { body: { provider, origin: location.origin, currency } });
        if (!("url" in begun)) throw new WindowClosed();
        return begun.url;
      });
      const finished = await api.call(finishSocial, { body: { answer } });
      if ("data" in finished && "registration" in finished.data)
        signInDialog.show(<FirstVisit visitor={finished.data} />);
      else await signInDialog.enter(finished as Parameters<typeof signInDialog.enter>[0]);
    } catch (error) {
      if (error instanceof WindowClosed) return;
      notifyError(error, { titled: true });
      track("loginFailed", { error: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  return { enter, busy };
}
