import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Operator } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Accounts, NamedPlayer } from "#modules/accounts/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { dueAt, type inboxStore, type MessageRow, type Support, type targetFigures, targets } from "../server/index.ts";
import type * as contract from "./contract.ts";

export const minuteMs = 60_000;

export interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: { readonly office: Pick<Payments["office"], "payouts"> };
  readonly support: Pick<Support, "inbox" | "triage" | "waiting" | "attachments">;
}

type OperatorCall = { readonly operator: Operator };
export const actorOf = ({ operator }: OperatorCall) => ({ id: operator.id, name: operator.name });
export const leadOf = (call: OperatorCall) => ({
  operator: actorOf(call),
  isLead: call.operator.permissions.has("support.lead"),
});
export const subject = (id: Uuid) => `conversation:${id}`;
export const done = (action: string, id: Uuid, after?: Json) => ({
  answer: undefined,
  auditAction: { action, subject: subject(id), ...(after !== undefined && { after }) },
});
export const quietly = { answer: undefined, auditAction: null } as const;

/** A conversation in a list. The assignee is the operator who has it, or had it last. */
export function listedView(
  row: inboxStore.ListedRow,
  named: (player: PlayerId) => NamedPlayer,
): contract.ListedConversation {
  return {
    id: row.id,
    player: row.playerId && named(row.playerId),
    guest: row.playerId ? null : row.id.slice(-4),
    locale: row.locale,
    topic: row.topic,
    state: row.state,
    assignee: row.assigneeId && row.assigneeName ? { id: row.assigneeId, name: row.assigneeName } : null,
    last_text: row.lastText,
    last_at: row.lastAt.toISOString(),
    waiting_since: row.waitingSince?.toISOString() ?? null,
    due_at: dueAt(row)?.toISOString() ?? null,
    complaint: row.complaint,
    snoozed_until: row.snoozedUntil?.toISOString() ?? null,
    spam: row.spam,
    merged_into: row.mergedInto,
    unread: row.unread,
    rating: row.rating as contract.ListedConversation["rating"],
  };
}

type TargetsView = RouteOutput<typeof contract.readSupportTargets>["data"];

export function targetsView(figures: Awaited<ReturnType<typeof targetFigures>>): TargetsView {
  const seconds = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    targets: {
      first_answer: targets.firstAnswerMs / 1000,
      next_answer: targets.nextAnswerMs / 1000,
      resolve: targets.resolveMs / 1000,
    },
    answered: figures.answered,
    answered_in_time: figures.answeredInTime,
    median_first_answer: seconds(figures.medianFirstAnswer),
    p95_first_answer: seconds(figures.p95FirstAnswer),
    resolved: figures.resolved,
    resolved_in_time: figures.resolvedInTime,
    median_resolve: seconds(figures.medianResolve),
  };
}

export function officeMessage(message: MessageRow): contract.OfficeMessage {
  const { number, author, kind, operatorName, text, at, attachment, via } = message;
  return { number, author, kind, name: operatorName, text, at: at.toISOString(), attachment, via };
}
