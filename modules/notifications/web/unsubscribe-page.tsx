import { useState } from "react";
import { Link, useParams } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { OneCard } from "#modules/accounts/web/one-card.tsx";
import { unsubscribe } from "../shared/offers.ts";

/** The texts it shows. */
export const handle = { texts: ["notifications"] };

/** The target of the link in mails with offers. Opening the page changes nothing: mail programs open links, too. */
export default function UnsubscribePage() {
  const { t } = useTranslation("notifications");
  const { mutate } = useMutation(unsubscribe);
  const href = useHref();
  const token = useParams().token ?? "";
  const [state, setState] = useState<"asked" | "busy" | "done" | "failed">("asked");
  const stop = () => {
    setState("busy");
    mutate({ params: { token } }).then(
      () => setState("done"),
      () => setState("failed"),
    );
  };
  return (
    <OneCard title={t("offers.stop_title")}>
      {(state === "asked" || state === "busy") && (
        <>
          <p className="subdued">{t("offers.stop_text")}</p>
          <Button variant="primary" size="l" wide busy={state === "busy"} onClick={stop}>
            {t("offers.stop")}
          </Button>
        </>
      )}
      {(state === "done" || state === "failed") && (
        <>
          <p role="status">{t(state === "done" ? "offers.stopped" : "offers.stop_failed")}</p>
          <Link to={href("/profile/inbox")}>{t("offers.settings")}</Link>
        </>
      )}
    </OneCard>
  );
}
