import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { plainDateFormat } from "#kit/i18n/format.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import { changeConversation, lockOwn, type Visitor } from "./conversation-store.ts";
import { firstName, type MessageRow, messagesOf, spokenText } from "./message-store.ts";

export interface TranscriptNeeds {
  readonly host: Host;
  readonly messages: Pick<Messages, "send">;
  readonly accounts: { readonly people: Pick<Accounts["people"], "of"> };
}

/** Mails what was said. A player's goes to the account's address; a guest's to the conversation's, or to the given one. */
export async function mailTranscript(
  { host, messages, accounts }: TranscriptNeeds,
  visitor: Visitor,
  id: Uuid,
  given: string | null,
): Promise<void> {
  await host.db.tx(async tx => {
    const row = (await lockOwn(tx, visitor, id)) ?? fail(notFound);
    // Otherwise a visitor could have their own text mailed to any address.
    if (row.firstAnswerAt === null) fail(notFound);
    const account = row.playerId && (await accounts.people.of([row.playerId], tx)).get(row.playerId)?.email;
    const to = account || given || row.email || fail(validationFailed, { errors: { email: ["required"] } });
    if (!account && given !== null && given !== row.email) await changeConversation(tx, id, { email: given });
    const said = (await messagesOf(tx, id)).filter(({ kind }) => kind === "said");
    const transcript = said.map(message => lineOf(message, row.locale)).join("\n\n");
    await messages.send(tx, {
      channel: "email",
      to,
      template: "support_transcript",
      locale: row.locale,
      values: { transcript },
    });
  });
}

function lineOf(message: MessageRow, locale: Locale): string {
  const { author, operatorName, at } = message;
  const time = plainDateFormat(languageOf(locale), "moment", "UTC")(at.toISOString());
  const who = author === "operator" ? (operatorName ? firstName(operatorName) : "Fairhouse") : "→";
  return `${time} UTC, ${who}\n${spokenText(message)}`;
}
