import type { EntryKind } from "../shared/kinds.ts";

/** What an entry is about: its icon, and the page where the player can act on it. */
export type Subject = "offers" | "security" | "payouts" | "limits" | "profile" | "tournaments" | "betting" | "play";

export function subjectOf(kind: EntryKind): Subject {
  if (kind.startsWith("bonus_") || kind === "marketing_message") return "offers";
  if (kind === "service_message") return "profile";
  if (kind.startsWith("payout_") || kind === "deposit_credited") return "payouts";
  if (kind.startsWith("tournament_")) return "tournaments";
  if (kind === "cashed_out_by_rule") return "betting";
  if (kind.startsWith("play_")) return "play";
  if (/^(name|avatar)_/.test(kind)) return "profile";
  if (kind.startsWith("operator_limit_")) return "limits";
  return kind === "limits_changed" || kind === "break_began" ? "limits" : "security";
}

/** What the list can be narrowed to. */
export const groups = ["all", "new", "money", "games", "bonuses", "account"] as const;
export type Group = (typeof groups)[number];

const groupOf: Readonly<Record<Subject, Exclude<Group, "all" | "new">>> = {
  payouts: "money",
  tournaments: "games",
  betting: "games",
  play: "games",
  offers: "bonuses",
  security: "account",
  limits: "account",
  profile: "account",
};

export const groupOfKind = (kind: EntryKind) => groupOf[subjectOf(kind)];

export function isIn(group: Group, { kind, read }: { readonly kind: EntryKind; readonly read: boolean }): boolean {
  return group === "all" || (group === "new" ? !read : groupOfKind(kind) === group);
}
