import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { ShownBanner } from "#modules/content/shared/contract.ts";
import { Banners } from "#modules/content/web/banners.tsx";
import { loadBanners } from "#modules/content/web/load-document.ts";
import { MissionCards } from "#modules/missions/web/mission-cards.tsx";
import { WheelCard } from "#modules/wheel/web/wheel-card.tsx";
import { BonusCards } from "./bonus-cards.tsx";
import { OfferCards } from "./offer-cards.tsx";
import { PromoCodeForm } from "./promo-code-form.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["bonuses", "missions", "wheel", "content"] };

export function loader({ context: all, request }: LoaderFunctionArgs): Promise<readonly ShownBanner[]> {
  const context = all.get(requestContext);
  return loadBanners("bonuses", { context, request, language: context.locale });
}

/** A player's bonuses; to a guest, how bonuses will work here. */
export default function BonusesPage() {
  const { t } = useTranslation("bonuses");
  const { t: lobby } = useTranslation("lobby");
  const status = useSession(state => state.status);
  const link = useModalLink();
  const href = useHref();
  return (
    <div className="bn-page">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <div className="section-head">
        <h1 className="display">{t("page.title")}</h1>
        <nav className="bn-links" aria-label={t("page.title")}>
          <Link to={href("/welcome-pack")}>{lobby("menu.welcome")}</Link>
          {status === "player" && <Link to={href("/profile/bonuses")}>{t("page.history")}</Link>}
        </nav>
      </div>
      <p className="muted">{t("page.lead")}</p>
      <Banners of={useLoaderData<typeof loader>()} />
      <div className="bn-columns">
        <div>
          {status === "unknown" && <Skeleton height={120} />}
          {status === "player" && <BonusCards />}
          {status === "player" && <OfferCards />}
          {status === "player" && <MissionCards />}
          {status === "guest" && (
            <div className="card empty">
              <Seal of="bonuses" size={130} points={200} />
              <p>{t("page.guest")}</p>
              <Link className={buttonClass({ variant: "secondary" })} to={link("login")} preventScrollReset>
                {t("page.log_in")}
              </Link>
            </div>
          )}
        </div>
        <aside aria-label={t("rules.title")}>
          {status === "player" && <PromoCodeForm />}
          <Link className="card box bn-vip" to={href("/vip-club")}>
            <h2 className="display">{lobby("menu.vip")}</h2>
            <p className="muted sm">{t("page.vip")}</p>
          </Link>
          <Rules />
        </aside>
      </div>
      <WheelCard />
    </div>
  );
}

/** What holds for every bonus, and what it costs. */
function Rules() {
  const { t } = useTranslation("bonuses");
  const href = useHref();
  return (
    <section className="card box">
      <h2 className="display">{t("rules.title")}</h2>
      {(["real_first", "one", "seen", "never"] as const).map(key => (
        <p key={key} className="muted">
          {t(`rules.${key}`)}
        </p>
      ))}
      <Link to={href("/bonuses/costs")}>{t("rules.costs")}</Link>
    </section>
  );
}
