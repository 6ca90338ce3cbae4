import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** A forgotten password: says what can be done today. */
export default function PasswordPage() {
  const { t } = useTranslation("content");
  const link = useModalLink();
  return (
    <div className="empty">
      <PageHead title={t("password.title")} noIndex />
      <Seal of="password" size={150} points={220} />
      <h1>{t("password.title")}</h1>
      <p>{t("password.text")}</p>
      <p>{t("password.support")}</p>
      <Link className={buttonClass({ look: "sec" })} to={link("login")} preventScrollReset>
        {t("frame.log_in")}
      </Link>
    </div>
  );
}
