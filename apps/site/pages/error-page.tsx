import { Link, useSearchParams } from "react-router";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { setChatOpen } from "#modules/support/web/chat-store.ts";

/** `/error`, and the frame's content when a page failed. A full reload discards the broken state. `requestId`: for support. */
export default function ErrorPage({ requestId }: { requestId?: string | undefined }) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const fromReset = useSearchParams()[0].get("from") === "reset";
  return (
    <div className="empty">
      <PageHead title={t("error.title")} noIndex />
      <Seal of="error" size={150} points={220} />
      <h1>{t(fromReset ? "error.reset_title" : "error.title")}</h1>
      <p>{t(fromReset ? "error.reset_text" : "error.text")}</p>
      {fromReset && (
        <Link className={buttonClass({ variant: "primary" })} to={href("/password/reset")}>
          {t("error.reset_action")}
        </Link>
      )}
      {requestId && <p className="muted sm mono">{t("error.reference", { id: requestId })}</p>}
      <Button variant="outline" onClick={() => setChatOpen(true)}>
        {t("error.support")}
      </Button>
      <a className={buttonClass({ variant: "secondary" })} href={href("/")}>
        {t("not_found.action")}
      </a>
    </div>
  );
}
