import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** Said where the house could not be asked for its methods: that is not the same as having none. */
export function Unreached({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("payments");
  return (
    <div className="empty">
      <p role="alert">{t("pay.unreached")}</p>
      <Button onClick={onAgain}>{t("pay.retry")}</Button>
    </div>
  );
}
