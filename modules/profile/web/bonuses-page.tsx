import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { BonusCards } from "#modules/bonuses/web/bonus-cards.tsx";
import { FreeSpinCards } from "#modules/free-spins/web/free-spin-cards.tsx";

export const handle = { texts: ["bonuses", "free-spins"] };

/** The player's bonuses and free spins in the profile. */
export default function BonusesPage() {
  const { t } = useTranslation("lobby", "profile", "free-spins");
  return (
    <section className="card settings">
      <PageHead title={t("profile:bonuses")} noIndex />
      <h2 className="display">{t("profile:bonuses")}</h2>
      <BonusCards />
      <h2 className="display">{t("free-spins:title")}</h2>
      <FreeSpinCards />
    </section>
  );
}
