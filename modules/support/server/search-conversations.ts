import type { Queryable } from "#kit/db/db.ts";
import { type ListedRow, listedColumns } from "./inbox-store.ts";

/** Words as typed: letters and digits of any script. */
const word = /[\p{L}\p{N}]+/gu;
const mostWords = 8;
/** Messages that are looked at, newest first. */
const mostMessages = 2_000;

/** What of a search the index is asked for: every word, each as the beginning of one. Undefined if there is none. */
export function searchTerms(text: string): string | undefined {
  const words = text.toLowerCase().match(word)?.slice(0, mostWords) ?? [];
  return words.length === 0 ? undefined : words.map(each => `${each}:*`).join(" & ");
}

/** Conversations in which a message contains all the words, the last ones first. */
export async function searchConversations(db: Queryable, text: string, limit: number): Promise<readonly ListedRow[]> {
  const terms = searchTerms(text);
  if (terms === undefined) return [];
  const { rows } = await db.query<ListedRow>(
    `WITH hits AS MATERIALIZED (
       SELECT m.conversation_id, m.at FROM support.chat_messages m
       WHERE m.kind = 'said' AND to_tsvector('simple', m.text) @@ to_tsquery('simple', $1) ORDER BY m.at DESC LIMIT ${mostMessages})
     SELECT ${listedColumns} FROM (SELECT conversation_id, max(at) AS at FROM hits GROUP BY conversation_id) h
     JOIN support.conversations c ON c.id = h.conversation_id ORDER BY h.at DESC, c.id LIMIT $2`,
    [terms, limit],
  );
  return rows;
}
