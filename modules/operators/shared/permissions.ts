/**
 * Operators' permissions, as data: every call of the back office names one of these, and a role is a list of them. A permission that no
 * call names, and a call that names none, fail the tests.
 */
export const permissions = [
  /** One's own session: every operator has it. */
  "self",
  "dashboard.read",
  /** Owning alerts of the dashboard. */
  "alerts.own",
  "players.read",
  /** Personal data of one player unmasked, for ten minutes: with a reason, an audit entry and a limit an hour. */
  "players.reveal",
  /** Finding out whose pseudonym of a file it is: with a reason, an audit entry and the limit of reveals. */
  "players.resolve",
  "players.note",
  /** Adding and removing tags of a player. */
  "players.tag",
  /** Messages to players about their accounts. */
  "players.message",
  /** Marketing to players who allow it. */
  "players.market",
  /** Holding offers to a player alone, and lifting the hold. */
  "players.offers",
  /** Setting limits on a player's account and making them tighter. */
  "players.limits",
  /** Loosening and removing those by asking a second person, whose approval needs it too. */
  "players.limits.loosen",
  "players.sessions.end",
  /** Locking an account alone, and requesting that it be unlocked, which takes `risk.decide` to approve. */
  "players.lock",
  /** Copies of a player's data, unmasked, with operators' notes: for owners only. */
  "players.copy",
  /** Erasing a player's personal data by asking a second person, whose approval needs it too. */
  "players.erase",
  "kyc.read",
  /** Opening the encrypted documents of a case. */
  "kyc.documents",
  "kyc.decide",
  "payments.read",
  "methods.write",
  /** The payout amounts that need no approval: for owners only, because approvers of payouts must not set them. */
  "rules.write",
  /** Handling coin alarms, sweeping coins from players' addresses. */
  "coins.write",
  "payouts.read",
  "payouts.approve",
  "corrections.read",
  "corrections.request",
  "corrections.approve",
  /** Signs of harm in how players play, and cases. */
  "harm.read",
  "harm.write",
  /** Signals of fraud, links between accounts, and cases. */
  "risk.read",
  /** Starting a bonus that waits, and requesting that it be forfeited. */
  "risk.decide",
  /** Saving risk rules, running them in shadow, stopping them; making one live by asking a second person, whose approval needs it too. */
  "risk.rules",
  "support.read",
  "support.answer",
  /** Canned replies; other operators' conversations. */
  "support.lead",
  "vip.read",
  "vip.decide",
  /** Names and pictures that players chose, and what they write in chat rooms. */
  "moderation.read",
  "moderation.decide",
  /** Affiliates: applications, plans, statements, withdrawals. */
  "partners.read",
  /** Declining and suspending alone; plans and payments by asking a second person, whose approval needs it too. */
  "partners.write",
  "wheel.read",
  /** Drafting prizes of the daily wheel; an owner approves them. */
  "wheel.write",
  /** Companies whose games take stakes over fwp-1: their keys, addresses, rates, games, rounds and differences. */
  "providers.read",
  "providers.write",
  /** Our own games: their rounds and bets. */
  "bets.read",
  /** What they staked, paid and returned. */
  "bets.figures.read",
  /** Slots and live tables of providers: state, order, where they are offered. */
  "games.read",
  "games.write",
  /** Stake limits of a game: lowering alone, raising by asking a second person, whose approval needs it too. */
  "games.limits",
  /** Campaigns of free spins: drafting and ending them, and starting them and granting to players. */
  "campaigns.read",
  "campaigns.write",
  "campaigns.start",
  /** Texts of the site: policies, questions and answers, promo pages, banners. */
  "content.read",
  "content.write",
  /** Publishing and restoring alone; a version that players have to accept by asking an owner. */
  "content.publish",
  /** Host names, and what is closed in which country. */
  "regions.read",
  /** Closing and retiring alone; opening, and names that join, by asking a second person, whose approval needs it too. */
  "regions.write",
  /** Behaviour that is switched while the site runs, and the settings it runs with. */
  "flags.read",
  /** Setting and restoring flags by asking a second person, whose approval needs it too. */
  "flags.write",
  /** Trading of the sportsbook: exposure, markets, results that wait. */
  "betting.read",
  /** Tightening alone; loosening, results and voids by asking a second person, whose approval needs it too. */
  "betting.write",
  /** The queue of jobs: what failed is run again or dropped. */
  "jobs.read",
  "jobs.write",
  /** Messages of payment providers, and postbacks to affiliates: processing or sending one again. */
  "webhooks.read",
  "webhooks.replay",
  "audit.read",
  /** Files of lists: each takes the list's own permission too. */
  "exports.read",
  /** Files with players' ids, names and masked contacts; without it they have pseudonyms. No call names it. */
  "exports.players",
  /** Schedules of reports and what they made: each report takes the permission of its list too. */
  "reports.read",
  "reports.write",
  /** Requests that take several approvals; each kind of request says which permission it needs. */
  "approvals.read",
  "approvals.decide",
  "operators.read",
  "operators.write",
] as const;

export type Permission = (typeof permissions)[number];

const reading: readonly Permission[] = permissions.filter(name => name === "self" || name.endsWith(".read"));

export const rolePermissions = {
  owner: permissions,
  finance: [
    "self",
    "dashboard.read",
    "alerts.own",
    "players.read",
    "players.reveal",
    "players.note",
    "players.tag",
    "players.market",
    "players.sessions.end",
    "bets.read",
    "bets.figures.read",
    "payments.read",
    "methods.write",
    "coins.write",
    "payouts.read",
    "payouts.approve",
    "corrections.read",
    "corrections.request",
    "corrections.approve",
    "partners.read",
    "partners.write",
    "wheel.read",
    "wheel.write",
    "providers.read",
    "campaigns.read",
    "campaigns.start",
    "approvals.read",
    "approvals.decide",
    "webhooks.read",
    "webhooks.replay",
    "audit.read",
    "exports.read",
    "reports.read",
    "reports.write",
  ],
  risk: [
    "self",
    "dashboard.read",
    "alerts.own",
    "players.read",
    "players.reveal",
    "players.resolve",
    "players.note",
    "players.tag",
    "players.message",
    "players.offers",
    "players.limits",
    "players.limits.loosen",
    "players.sessions.end",
    "players.lock",
    "players.erase",
    "bets.read",
    "bets.figures.read",
    "games.read",
    "games.write",
    "games.limits",
    "providers.read",
    "providers.write",
    "betting.read",
    "kyc.read",
    "kyc.documents",
    "kyc.decide",
    "payments.read",
    "payouts.read",
    "payouts.approve",
    "corrections.read",
    "harm.read",
    "harm.write",
    "risk.read",
    "risk.decide",
    "risk.rules",
    "support.read",
    "support.lead",
    "content.read",
    "regions.read",
    "regions.write",
    "approvals.read",
    "approvals.decide",
    "audit.read",
    "exports.read",
    "exports.players",
    "reports.read",
  ],
  support: [
    "self",
    "players.read",
    "players.reveal",
    "players.resolve",
    "players.note",
    "players.tag",
    "players.message",
    "players.offers",
    "players.limits",
    "players.sessions.end",
    "players.lock",
    "bets.read",
    "kyc.read",
    "payments.read",
    "payouts.read",
    "corrections.read",
    "corrections.request",
    "harm.read",
    "harm.write",
    "support.read",
    "support.answer",
    "content.read",
    "vip.read",
    "vip.decide",
    "moderation.read",
    "moderation.decide",
  ],
  content: [
    "self",
    "moderation.read",
    "moderation.decide",
    "wheel.read",
    "wheel.write",
    "games.read",
    "games.write",
    "campaigns.read",
    "campaigns.write",
    "content.read",
    "content.write",
    "content.publish",
  ],
  trading: ["self", "bets.read", "betting.read", "betting.write", "approvals.read", "approvals.decide", "exports.read"],
  /** Sees everything but documents, and changes nothing. */
  auditor: reading,
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Role = keyof typeof rolePermissions;

export const roles = Object.keys(rolePermissions) as readonly Role[];

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set<Permission>(rolePermissions[role] as readonly Permission[]);
}
