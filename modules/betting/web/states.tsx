import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** The page could not load its data. */
export function Failed() {
  const { t } = useTranslation("odds");
  return (
    <div className="empty" role="alert">
      <p>{t("page.failed")}</p>
      <Link className={buttonClass({ variant: "secondary" })} to="" reloadDocument>
        {t("page.again")}
      </Link>
    </div>
  );
}

export function Nothing({ text, to = "/betting" }: { text: string; to?: string }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  return (
    <div className="empty" role="status">
      <Seal of={to} size={150} points={220} />
      <p>{text}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href(to)}>
        {t("page.all_events")}
      </Link>
    </div>
  );
}
