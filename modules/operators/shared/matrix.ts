import { type Permission, permissionsOf, type Role, roles } from "./permissions.ts";

/**
 * What each role may do, action by action: the table that docs print and that the permissions of the roles are held against.
 * `+` alone; `2` with a second person, whom the role may also be; `ask`: may request, and never approves; nothing: not at all.
 */
export type Cell = "+" | "2" | "ask" | "";

export interface MatrixRow {
  readonly action: string;
  /** Required to do it, or to request it where it takes two. */
  readonly permission: Permission;
  /** Where it takes two: required to approve. */
  readonly approval?: Permission;
  readonly cells: Readonly<Record<Role, Cell>>;
}

const alone = (action: string, permission: Permission, cells: string): MatrixRow => ({
  action,
  permission,
  cells: cellsOf(cells),
});
const byTwo = (action: string, permission: Permission, approval: Permission, cells: string): MatrixRow => ({
  action,
  permission,
  approval,
  cells: cellsOf(cells),
});

/** Columns: owner, finance, risk, support, content, trading, auditor. */
export const matrix: readonly MatrixRow[] = [
  alone("read business figures", "dashboard.read", "+ + + . . . +"),
  alone("own an alert of the dashboard", "alerts.own", "+ + + . . . ."),
  alone("read figures by game", "bets.figures.read", "+ + + . . . +"),
  alone("read players, masked", "players.read", "+ + + + . . +"),
  alone("read rounds, bets and slips", "bets.read", "+ + + + . + +"),
  alone("reveal personal data", "players.reveal", "+ + + + . . ."),
  alone("resolve a player's pseudonym of a file", "players.resolve", "+ . + + . . ."),
  alone("note on a player", "players.note", "+ + + + . . ."),
  alone("tag a player", "players.tag", "+ + + + . . ."),
  alone("message players about their accounts", "players.message", "+ . + + . . ."),
  alone("send marketing to players who allow it", "players.market", "+ + . . . . ."),
  alone("block or unblock offers to a player", "players.offers", "+ . + + . . ."),
  alone("set or tighten a limit on a player's account", "players.limits", "+ . + + . . ."),
  byTwo(
    "loosen or remove a limit that operators set",
    "players.limits.loosen",
    "players.limits.loosen",
    "2 . 2 . . . .",
  ),
  alone("end a player's sessions", "players.sessions.end", "+ + + + . . ."),
  alone("lock a player's account", "players.lock", "+ . + + . . ."),
  byTwo("unlock a player's account", "players.lock", "risk.decide", "2 . 2 ask . . ."),
  alone("order a copy of a player's data", "players.copy", "+ . . . . . ."),
  byTwo("erase a player's personal data", "players.erase", "players.erase", "2 . 2 . . . ."),
  alone("read identity checks, masked", "kyc.read", "+ . + + . . +"),
  alone("open documents", "kyc.documents", "+ . + . . . ."),
  alone("decide identity checks", "kyc.decide", "+ . + . . . ."),
  byTwo("overrule an identity check", "kyc.decide", "kyc.decide", "2 . 2 . . . ."),
  alone("read deposits, methods and coins", "payments.read", "+ + + + . . +"),
  alone(
    "methods: on, off, limits, order of providers; suspend a payment provider; quarantine: return, hold",
    "methods.write",
    "+ + . . . . .",
  ),
  alone("limits of automatic payouts: lower", "rules.write", "+ . . . . . ."),
  byTwo("limits of automatic payouts: raise", "rules.write", "rules.write", "2 . . . . . ."),
  alone("coin alerts and sweeps", "coins.write", "+ + . . . . ."),
  alone("read payouts", "payouts.read", "+ + + + . . +"),
  alone("approve payouts (two above the limit)", "payouts.approve", "+ + + . . . ."),
  alone("read corrections", "corrections.read", "+ + + + . . +"),
  byTwo("correct a balance", "corrections.request", "corrections.approve", "2 2 . ask . . ."),
  byTwo("refund a deposit", "corrections.request", "corrections.approve", "2 2 . ask . . ."),
  byTwo("credit a payment in quarantine", "corrections.request", "corrections.approve", "2 2 . ask . . ."),
  alone("read player protection", "harm.read", "+ . + + . . +"),
  alone("player protection: contact, set a break", "harm.write", "+ . + + . . ."),
  alone("read risk cases, links between accounts", "risk.read", "+ . + . . . +"),
  alone("risk cases: start a bonus, request to forfeit it", "risk.decide", "+ . + . . . ."),
  alone("risk rules: save, shadow, stop, restore", "risk.rules", "+ . + . . . ."),
  byTwo("risk rules: make live", "risk.rules", "risk.rules", "2 . 2 . . . ."),
  alone("read conversations", "support.read", "+ . + + . . +"),
  alone("answer conversations", "support.answer", "+ . . + . . ."),
  alone("lead support", "support.lead", "+ . + . . . ."),
  alone("read VIP requests", "vip.read", "+ . . + . . +"),
  alone("answer VIP requests", "vip.decide", "+ . . + . . ."),
  alone("read names, pictures and chat rooms", "moderation.read", "+ . . + + . +"),
  alone("decide names and pictures, moderate chat rooms", "moderation.decide", "+ . . + + . ."),
  alone("read partners", "partners.read", "+ + . . . . +"),
  alone("partners: decline, suspend", "partners.write", "+ + . . . . ."),
  byTwo("partners: terms, payments", "partners.write", "partners.write", "2 2 . . . . ."),
  alone("read wheel prizes", "wheel.read", "+ + . . + . +"),
  byTwo("publish wheel prizes", "wheel.write", "rules.write", "2 ask . . ask . ."),
  alone("read game providers", "providers.read", "+ + + . . . +"),
  alone("game providers: connect, keys, rounds", "providers.write", "+ . + . . . ."),
  byTwo("void a settled round of a game provider", "providers.write", "providers.write", "2 . 2 . . . ."),
  alone("read the catalogue", "games.read", "+ . + . + . +"),
  alone("catalogue: state, order", "games.write", "+ . + . + . ."),
  alone("stake limits of a game: lower", "games.limits", "+ . + . . . ."),
  byTwo("stake limits of a game: raise", "games.limits", "games.limits", "2 . 2 . . . ."),
  alone("read campaigns", "campaigns.read", "+ + . . + . +"),
  alone("draft campaigns", "campaigns.write", "+ . . . + . ."),
  byTwo("give a free bet by hand", "campaigns.start", "campaigns.start", "2 2 . . . . ."),
  alone("start campaigns, grant spins", "campaigns.start", "+ + . . . . ."),
  byTwo("cut a prize of a tournament", "campaigns.start", "campaigns.start", "2 2 . . . . ."),
  alone("read texts of the site", "content.read", "+ . + + + . +"),
  alone("draft texts of the site", "content.write", "+ . . . + . ."),
  alone("publish texts, restore a version", "content.publish", "+ . . . + . ."),
  byTwo("publish a version that players accept", "content.publish", "rules.write", "2 . . . ask . ."),
  alone("read mirrors and regions", "regions.read", "+ . + . . . +"),
  alone("close a product or a game, retire a mirror", "regions.write", "+ . + . . . ."),
  byTwo("open what is closed, add a mirror", "regions.write", "regions.write", "2 . 2 . . . ."),
  alone("read flags and settings", "flags.read", "+ . . . . . +"),
  byTwo("set a flag, restore its default", "flags.write", "flags.write", "2 . . . . . ."),
  alone("read trading", "betting.read", "+ . + . . + +"),
  alone("trading: suspend, lower a price, tighten", "betting.write", "+ . . . . + ."),
  byTwo("trading: raise a price, loosen, settle, void", "betting.write", "betting.write", "2 . . . . 2 ."),
  alone("read the queue of jobs", "jobs.read", "+ . . . . . +"),
  alone("jobs: run again, drop", "jobs.write", "+ . . . . . ."),
  alone("read webhooks and postbacks", "webhooks.read", "+ + . . . . +"),
  alone("webhooks and postbacks: replay", "webhooks.replay", "+ + . . . . ."),
  alone("read the audit log", "audit.read", "+ + + . . . +"),
  alone("export lists the role may read, with pseudonyms of players", "exports.read", "+ + + . . + +"),
  alone("export lists with players' ids, names and masked contacts", "exports.players", "+ . + . . . ."),
  alone("read schedules of reports", "reports.read", "+ + + . . . +"),
  alone("schedule reports, retry a delivery", "reports.write", "+ + . . . . ."),
  byTwo("add a tax rule", "reports.write", "reports.write", "2 2 . . . . ."),
  alone("read requests", "approvals.read", "+ + + . . + +"),
  alone("decide requests of a kind the role may approve", "approvals.decide", "+ + + . . + ."),
  alone("read operators", "operators.read", "+ . . . . . +"),
  byTwo("operators: invite, role, disable, enable", "operators.write", "operators.write", "2 . . . . . ."),
];

/** The cell that the permissions of a role give. */
export function cellOf(role: Role, { permission, approval }: Pick<MatrixRow, "permission" | "approval">): Cell {
  const has = permissionsOf(role);
  if (!has.has(permission)) return "";
  if (approval === undefined) return "+";
  return has.has(approval) ? "2" : "ask";
}

function cellsOf(text: string): Record<Role, Cell> {
  const cells = text.split(" ").map(cell => (cell === "." ? "" : (cell as Cell)));
  return Object.fromEntries(roles.map((role, index) => [role, cells[index] ?? ""])) as Record<Role, Cell>;
}
