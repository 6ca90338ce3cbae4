import { NavLink } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";

const tabs = [
  { to: "/regions", name: "regions" },
  { to: "/mirrors", name: "mirrors" },
] as const;

/** Where the site is offered: countries, and host names. */
export function RegionTabs() {
  const { t } = useTranslation("office");
  return (
    <nav className="seg" aria-label={t("regions.views")}>
      {tabs.map(({ to, name }) => (
        <NavLink key={to} to={to} className={({ isActive }) => (isActive ? "on" : "")}>
          {t(`pages.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
