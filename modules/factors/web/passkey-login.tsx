import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";
import { isPasskeyCancelled } from "#kit/web/passkey.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSignInDialog } from "#modules/accounts/web/sign-in-dialog.ts";

/** Sign-in without a password. */
export default function PasskeyLogin() {
  const { t } = useTranslation("factors");
  const { call } = useRouteCache();
  const { lines } = useErrorTexts("factors");
  const signInDialog = useSignInDialog();
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    try {
      const { enterByPasskey } = await import("./passkey-calls.ts");
      await signInDialog.enter(await enterByPasskey(call));
    } catch (error) {
      if (!isPasskeyCancelled(error)) notify({ kind: "error", lines: lines(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button wide busy={busy} onClick={() => void enter()}>
      <Icon of={KeyRound} size={18} />
      {t("passkeys.log_in")}
    </Button>
  );
}
