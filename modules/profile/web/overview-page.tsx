import { useTranslation } from "#kit/web/texts.tsx";
import "#modules/bets/web/bets.css";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { BetsCard } from "./bets-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";

/** The first page of the profile: the latest bets and payments, and the current seeds. */
export default function OverviewPage() {
  const { t } = useTranslation("lobby", "profile");
  const href = useHref();
  const playerId = useSession(state => state.user?.id ?? null);
  const all = (
    <Link className={buttonClass({ variant: "ghost", size: "s" })} to={href("/profile/history")}>
      {t("home.all")}
    </Link>
  );
  return (
    <>
      <PageHead title={t("menu.profile")} noIndex />
      <BetsCard first={5} action={all} />
      <section className="card profile-seeds" aria-label={t("profile:seeds")}>
        <SeedBar playerId={playerId} label={t("profile:next_bet")} last={null} language={languageOf(useLocale())} />
      </section>
      <PaymentsCard first={5} action={all} />
    </>
  );
}
