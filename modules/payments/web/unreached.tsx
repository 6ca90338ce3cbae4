import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** Shown when the methods could not be loaded, as opposed to none being available. */
export function Unreached({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("payments");
  return (
    <div className="empty">
      <p role="alert">{t("pay.unreached")}</p>
      <Button onClick={onAgain}>{t("pay.retry")}</Button>
    </div>
  );
}
