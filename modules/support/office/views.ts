import type { PlayerId } from "#kit/std/brand.ts";
import type { NamedPlayer } from "#modules/accounts/server/index.ts";
import type { deskStore, MessageRow } from "../server/index.ts";
import type { ListedConversation, OfficeMessage } from "./contract.ts";

/** A conversation in a list. The assignee is the operator who has it, or had it last. */
export function listedView(row: deskStore.ListedRow, named: (player: PlayerId) => NamedPlayer): ListedConversation {
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
    unread: row.unread,
    rating: row.rating as ListedConversation["rating"],
  };
}

export function officeMessage({ number, author, kind, operatorName, text, at }: MessageRow): OfficeMessage {
  return { number, author, kind, name: operatorName, text, at: at.toISOString() };
}
