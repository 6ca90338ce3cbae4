import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation("factors");
  return (
    <div className="recovery" role="status">
      <div className="row sp">
        <b>{t("recovery.title")}</b>
        <CopyButton value={codes.join("\n")} text={t("totp.copy")} done={t("totp.copied")} />
      </div>
      <p className="mut sm">{t("recovery.note")}</p>
      <ul>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onKept}>{t("recovery.kept")}</Button>
      </div>
    </div>
  );
}
