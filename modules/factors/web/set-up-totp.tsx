import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { QrCode } from "#kit/ui/qr-code.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { confirmTotp } from "#modules/factors/shared/contract.ts";

interface SetUpProps {
  readonly offer: { readonly secret: string; readonly uri: string };
  change(work: () => Promise<void>): Promise<boolean>;
  onOn(recoveryCodes: readonly string[]): void;
  onGiveUp(): void;
}

/** The secret as a picture and as text, and the first code of the app. */
export default function SetUpTotp({ offer, change, onOn, onGiveUp }: SetUpProps) {
  const { t } = useTranslation("factors");
  const { mutate } = useMutation(confirmTotp);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void change(async () => onOn((await mutate({ body: { code } })).recovery_codes)).finally(() => setBusy(false));
  };
  return (
    <form className="totp" onSubmit={onSubmit} noValidate>
      <QrCode text={offer.uri} label={t("totp.qr")} />
      <div className="col gap-3">
        <p className="sm">{t("totp.scan")}</p>
        <div className="row">
          <code className="totp-secret">{offer.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
          <CopyButton value={offer.secret} text={t("totp.copy")} done={t("totp.copied")} />
        </div>
        <Input
          label={t("totp.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={event => setCode(event.target.value)}
        />
        <div className="acts">
          <Button type="submit" busy={busy}>
            {t("totp.confirm")}
          </Button>
          <Button variant="ghost" onClick={onGiveUp}>
            {t("totp.cancel")}
          </Button>
        </div>
      </div>
    </form>
  );
}
