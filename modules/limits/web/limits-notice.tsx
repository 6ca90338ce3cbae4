import { Button } from "#kit/ui/button.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { dismissNotice, getLimits } from "../shared/contract.ts";

/** Notifies once that limits of several currencies became one over all wallets. */
export function LimitsNotice() {
  const { t } = useTranslation("limits");
  const { mutate } = useMutation(dismissNotice, { invalidates: [getLimits] });
  const { busy, submit } = useSubmit("limits");
  const close = () => submit(async () => void (await mutate({})));
  return (
    <section className="note warn lim-notice" aria-label={t("limits.daily")}>
      <p>{t("limits.notice")}</p>
      <Button size="s" variant="outline" busy={busy} onClick={() => void close()}>
        {t("limits.notice_close")}
      </Button>
    </section>
  );
}
