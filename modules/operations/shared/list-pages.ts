import type { Permission } from "#modules/operators/shared/permissions.ts";

/** Where a saved view of a list is opened, and what that page requires. */
export interface ListPage {
  readonly to: string;
  readonly permission: Permission;
}

const pages: Readonly<Record<string, ListPage>> = {
  audit: { to: "/audit", permission: "audit.read" },
  deposits: { to: "/payments", permission: "payments.read" },
  "harm-cases": { to: "/harm", permission: "harm.read" },
  jobs: { to: "/jobs", permission: "jobs.read" },
  partners: { to: "/partners", permission: "partners.read" },
  payouts: { to: "/payouts", permission: "payouts.read" },
  players: { to: "/players", permission: "players.read" },
  postbacks: { to: "/postbacks", permission: "webhooks.read" },
  "risk-cases": { to: "/risk", permission: "risk.read" },
  "risk-clusters": { to: "/risk-clusters", permission: "risk.read" },
  "site-texts": { to: "/site-texts", permission: "content.read" },
};

/** Undefined of a list that is a part of another thing's page. */
export function pageOfList(list: string): ListPage | undefined {
  const [, game] = /^bets\.([a-z][a-z0-9-]*)$/.exec(list) ?? [];
  return game === undefined ? pages[list] : { to: `/games/${game}`, permission: "bets.read" };
}

/** The lists whose pages may be opened. */
export function listsOf(may: (permission: Permission) => boolean): RegExp {
  const names = Object.entries(pages).flatMap(([list, { permission }]) => (may(permission) ? [list] : []));
  return new RegExp(`^(${[...names, ...(may("bets.read") ? ["bets[.][a-z0-9-]+"] : [])].join("|")})$`);
}
