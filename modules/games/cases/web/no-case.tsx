import { Link } from "react-router";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** An address of a case that is not sold. */
export function NoCase() {
  const { t } = useTranslation("cases");
  const href = useHref();
  return (
    <div className="card empty">
      <PageHead title={t("title")} description={t("description")} />
      <Seal of="5be24f90aa1763cd" size={120} />
      <p>{t("none")}</p>
      <Link className="btn pri" to={href("/games/cases")}>
        {t("all")}
      </Link>
    </div>
  );
}
