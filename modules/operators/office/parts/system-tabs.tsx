import { NavLink } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Permission } from "../../shared/permissions.ts";
import { useSession } from "../session.ts";

const tabs = [
  { to: "/jobs", name: "jobs", permission: "jobs.read" },
  { to: "/webhooks", name: "webhooks", permission: "webhooks.read" },
  { to: "/identity-webhooks", name: "identity", permission: "kyc.read" },
  { to: "/postbacks", name: "postbacks", permission: "webhooks.read" },
] as const satisfies readonly { readonly to: string; readonly name: string; readonly permission: Permission }[];

/** What runs in the background: jobs, messages that come in, and messages that go out. */
export function SystemTabs() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <nav className="seg" aria-label={t("jobs.views")}>
      {tabs
        .filter(({ permission }) => may(permission))
        .map(({ to, name }) => (
          <NavLink key={to} to={to} className={({ isActive }) => (isActive ? "on" : "")}>
            {t(`jobs.tabs.${name}`)}
          </NavLink>
        ))}
    </nav>
  );
}
