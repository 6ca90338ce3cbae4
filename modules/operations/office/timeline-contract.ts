import * as z from "zod/mini";
import { currencyField, dataOf, instantField, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeRead, paged } from "#modules/operators/office/fields.ts";
import { maskedAddress } from "#modules/operators/shared/masked.ts";
import type { Permission } from "#modules/operators/shared/permissions.ts";

/** The kinds of events of a player, each with the permission of the page that shows it too. */
export const timelineKinds = {
  account: "players.read",
  session: "players.read",
  money: "players.read",
  payment: "payments.read",
  payout: "payouts.read",
  bonus: "campaigns.read",
  limit: "players.read",
  document: "kyc.read",
  conversation: "support.read",
  protection: "harm.read",
  risk: "risk.read",
  correction: "corrections.read",
  notice: "players.read",
  note: "players.read",
  staff: "audit.read",
} as const satisfies Readonly<Record<string, Permission>>;

export type TimelineKind = keyof typeof timelineKinds;

export const timelineKindNames = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]];

const event = z.object({
  /** Unique in the timeline. */
  key: z.string(),
  id: z.string(),
  at: timeField,
  kind: z.enum(timelineKindNames),
  event: z.string(),
  state: z.nullable(z.string()),
  amount: z.nullable(moneyField),
  currency: z.nullable(currencyField),
  /** For a movement of money: by how much the balance changed, with its sign; null if by nothing. */
  change: z.nullable(moneyField),
  game: z.nullable(z.string()),
  by: z.nullable(z.string()),
  text: z.nullable(z.string()),
  ip: z.nullable(maskedAddress),
  device: z.nullable(z.string()),
  until: z.nullable(timeField),
});

export type TimelineEventView = z.infer<typeof event>;

const known = new Set<string>(timelineKindNames);

export const readTimelineOf = route({
  ...officeRead("operations"),
  path: "/api/office/players/:id/timeline",
  reads: [
    "accounts",
    "ledger",
    "payments",
    "bonuses",
    "limits.changes",
    "verification",
    "support.conversations",
    "harm",
    "risk",
    "corrections",
    "notifications.entries",
    "audit",
  ],
  permission: "players.read",
  summary:
    "Everything that happened to one player, newest first, of the kinds that the caller may read: sessions, money, payments, bonuses, limits, documents, conversations, cases, notices, notes, actions of operators",
  params: idParams,
  query: z.object({
    /** Kinds separated by commas; all if omitted. */
    kinds: z.optional(
      z.string("kinds_invalid").check(
        z.maxLength(200, "kinds_invalid"),
        z.refine(text => text.split(",").every(kind => known.has(kind)), "kinds_invalid"),
      ),
    ),
    /** Only what happened before. */
    before: z.optional(instantField),
    ...paged,
  }),
  output: dataOf(
    z.object({
      items: z.array(event),
      next_cursor: z.nullable(z.string()),
      /** What the caller may read. */
      kinds: z.array(z.enum(timelineKindNames)),
    }),
  ),
});
