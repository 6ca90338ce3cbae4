import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { BonusCards } from "#modules/bonuses/web/bonus-cards.tsx";

export const handle = { texts: ["bonuses"] };

/** The player's bonuses in the profile. */
export default function BonusesPage() {
  const { t } = useTranslation("lobby", "profile");
  return (
    <section className="card settings">
      <PageHead title={t("profile:bonuses")} noIndex />
      <h2 className="display">{t("profile:bonuses")}</h2>
      <BonusCards />
    </section>
  );
}
