import { useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Permission } from "../../shared/permissions.ts";
import { useSession } from "../session.ts";

const tabs = [
  { name: "overview", to: id => `/players/${id}`, permission: "players.read" },
  { name: "timeline", to: id => `/players/${id}/timeline`, permission: "players.read" },
  { name: "money", to: id => `/players/${id}/money`, permission: "players.read" },
  { name: "play", to: id => `/players/${id}/play`, permission: "bets.read" },
  { name: "bonuses", to: id => `/players/${id}/bonuses`, permission: "campaigns.read" },
  { name: "limits", to: id => `/players/${id}/limits`, permission: "players.read" },
  { name: "sessions", to: id => `/players/${id}/sessions`, permission: "players.read" },
  { name: "linked", to: id => `/players/${id}/linked`, permission: "risk.read" },
  { name: "documents", to: id => `/kyc/${id}`, permission: "kyc.read" },
  { name: "messages", to: id => `/players/${id}/messages`, permission: "players.read" },
  { name: "notes", to: id => `/players/${id}/notes`, permission: "players.read" },
  { name: "risk", to: id => `/risk/${id}`, permission: "risk.read" },
  { name: "harm", to: id => `/harm/${id}`, permission: "harm.read" },
  { name: "data", to: id => `/players/${id}/data`, permission: "players.read" },
  { name: "staff", to: id => `/players/${id}/staff`, permission: "audit.read" },
] as const satisfies readonly {
  readonly name: string;
  readonly to: (id: string) => string;
  readonly permission: Permission;
}[];

/** The pages of one player that the operator may open; identity, risk and player protection have theirs beside the account's. */
export function PlayerTabs({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs are in a scrolling row.
  useEffect(() => {
    nav.current?.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <nav ref={nav} className="tabs" aria-label={t("player_tabs.title")}>
      {tabs
        .filter(({ permission }) => may(permission))
        .map(({ name, to }) => (
          <NavLink key={name} to={to(id)} end>
            {t(`player_tabs.${name}`)}
          </NavLink>
        ))}
    </nav>
  );
}
