import { Search, Star } from "lucide-react";
import { NavLink } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Sport } from "#modules/odds/shared/facts.ts";

/** The parts of the sportsbook. */
export function BookTabs({ sport }: { sport?: Sport | undefined }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  return (
    <nav className="underline-tabs book-tabs" aria-label={t("page.title")}>
      <NavLink to={href(sport ? `/betting/${sport}` : "/betting")} end>
        {t("page.all_events")}
      </NavLink>
      <NavLink to={href("/betting/live")}>{t("page.live_now")}</NavLink>
      <NavLink to={href("/betting/results")}>{t("page.results")}</NavLink>
      <NavLink to={href("/betting/favourites")}>
        <Icon of={Star} size={16} /> {t("page.favourites")}
      </NavLink>
      <NavLink to={href("/betting/search")}>
        <Icon of={Search} size={16} /> {t("page.search")}
      </NavLink>
      <NavLink to={href("/betting/rules")}>{t("page.rules")}</NavLink>
    </nav>
  );
}
