import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** There are no bonuses yet, and the page says no more than that. */
export default function BonusesPage() {
  const { t } = useTranslation("content");
  return (
    <section className="card settings">
      <PageHead title={t("profile.bonuses")} noIndex />
      <h2 className="d">{t("profile.bonuses")}</h2>
      <p className="mut">{t("profile.no_bonuses")}</p>
    </section>
  );
}
