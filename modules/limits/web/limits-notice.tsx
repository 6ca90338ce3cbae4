import { Button } from "#kit/ui/button.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { dismissNotice } from "../shared/contract.ts";

/** Notifies once that limits of several currencies became one over all wallets. */
export function LimitsNotice({ onClosed }: { onClosed(): Promise<void> }) {
  const { t } = useTranslation("limits");
  const { api } = useClient();
  const { busy, submit } = useSubmit("limits");
  const close = () =>
    submit(async () => {
      await api.call(dismissNotice, {});
      await onClosed();
    });
  return (
    <section className="note warn lim-notice" aria-label={t("limits.daily")}>
      <p>{t("limits.notice")}</p>
      <Button size="s" variant="outline" busy={busy} onClick={() => void close()}>
        {t("limits.notice_close")}
      </Button>
    </section>
  );
}
