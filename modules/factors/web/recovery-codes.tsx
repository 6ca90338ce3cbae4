import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** The recovery codes, shown only this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation("factors");
  return (
    <div className="recovery" role="status">
      <div className="row spread">
        <b>{t("recovery.title")}</b>
        <CopyButton value={codes.join("\n")} text={t("totp.copy")} done={t("totp.copied")} />
      </div>
      <p className="muted sm">{t("recovery.note")}</p>
      <ul>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onSaved}>{t("recovery.saved")}</Button>
      </div>
    </div>
  );
}
