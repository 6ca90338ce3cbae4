import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { track } from "#kit/web/analytics.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useRegionCurrency } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { logInThrough } from "#modules/accounts/shared/contract.ts";
import { useSignInDialog } from "#modules/accounts/web/sign-in-dialog.ts";
import { failureText } from "#modules/accounts/web/use-submit.ts";
import { finishSocial, listProviders } from "#modules/social/shared/contract.ts";
import { FirstVisit } from "./first-visit.tsx";
import { askInWindow, WindowBlocked, WindowClosed } from "./social-window.ts";
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
  return useQuery(listProviders, {}).data ?? none;
}

const none: readonly LoginProvider[] = [];

function useSocialLogin() {
  const begin = useMutation(logInThrough);
  const finish = useMutation(finishSocial);
  const signInDialog = useSignInDialog();
  const currency = useRegionCurrency();
  const { t } = useTranslation("social");
  const { notifyError } = useErrorTexts("social");
  const [busy, setBusy] = useState<string | null>(null);
  const enter = async (provider: string) => {
    setBusy(provider);
    try {
      const answer = await askInWindow(async () => {
        const begun = await begin.mutate({ body: { provider, origin: location.origin, currency } });
        if (!("url" in begun)) throw new WindowClosed();
        return begun.url;
      });
      const finished = await finish.mutate({ body: { answer } });
      if ("registration" in finished) signInDialog.show(<FirstVisit visitor={finished} />);
      else await signInDialog.enter(finished);
    } catch (error) {
      if (error instanceof WindowClosed) return;
      if (error instanceof WindowBlocked) return notify({ kind: "error", lines: [t("blocked")] });
      notifyError(error, { titled: true });
      track("loginFailed", { error: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  return { enter, busy };
}
