import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import { replyHint } from "./canned-values.ts";
import type { ReplyAddresses } from "./mail-in/reply-address.ts";

/** An answer that has not been read after this long is mailed. */
const unreadMs = 2 * 60_000;
const batch = 100;

interface Unread {
  readonly id: Uuid;
  readonly email: string;
  readonly locale: Locale;
  readonly upTo: number;
  readonly answer: string;
  readonly question: string;
}

/** Mails answers to visitors who left an address and have not read them: each once, several in a row as one mail. */
export async function mailAnswers(
  host: Host,
  messages: Pick<Messages, "send">,
  addresses: ReplyAddresses | undefined,
): Promise<void> {
  await host.db.tx(async tx => {
    const { rows } = await tx.query<Unread>(
      `WITH due AS (
         SELECT c.id, c.email, c.locale, greatest(c.mailed_number, c.read_by_visitor) AS from_number, c.last_number AS up_to
         FROM support.conversations c
         WHERE c.email IS NOT NULL AND c.mailed_number < c.last_number AND c.last_at <= $1
         ORDER BY c.last_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
       ), answers AS (
         SELECT due.id, string_agg(coalesce(nullif(m.text, ''), (SELECT '[' || a.name || ']' FROM support.attachments a
           WHERE a.conversation_id = m.conversation_id AND a.message_number = m.number)), E'\\n\\n' ORDER BY m.number) AS answer, min(m.number) AS first
         FROM due JOIN support.chat_messages m ON m.conversation_id = due.id
         WHERE m.author = 'operator' AND m.kind = 'said' AND m.number > due.from_number GROUP BY due.id
       ), mailed AS (
         UPDATE support.conversations c SET mailed_number = due.up_to FROM due WHERE c.id = due.id
       )
       SELECT due.id, due.email, due.locale, due.up_to AS "upTo", answers.answer,
         coalesce((SELECT m.text FROM support.chat_messages m WHERE m.conversation_id = due.id AND m.author = 'visitor'
                   AND m.number < answers.first AND m.text <> '' ORDER BY m.number DESC LIMIT 1), '') AS question
       FROM due JOIN answers USING (id)`,
      [new Date(host.clock.now() - unreadMs)],
    );
    for (const { id, email, locale, question, answer } of rows)
      await messages.send(tx, {
        channel: "email",
        to: email,
        template: "support_answer",
        locale,
        values: { question, answer, hint: addresses ? replyHint(locale) : "" },
        // All mails of a conversation are one thread, also in the inbox of the reader.
        ...(addresses && {
          thread: { replyTo: addresses.of(id, email), reference: `<support.${id}@${addresses.domain}>` },
        }),
      });
  });
}
