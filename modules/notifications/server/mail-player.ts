import type { Tx } from "#kit/db/db.ts";
import { isLocale, type Locale } from "#kit/i18n/locale.ts";
import type { PersonRow } from "#modules/accounts/server/index.ts";
import type { Messages, TemplateName, TemplateValues } from "#modules/messages/server/index.ts";

/** The mail of a notice in the recipient's language. */
export type Letter = (locale: Locale) => {
  [T in TemplateName]: { readonly template: T; readonly values: TemplateValues[T] };
}[TemplateName];

/** Mails a player at their confirmed address; a player without one reads the inbox. */
export async function mailPlayer(
  messages: Pick<Messages, "send">,
  tx: Tx,
  person: PersonRow,
  letter: Letter,
): Promise<void> {
  if (person.email === null || !person.emailVerified) return;
  const locale = person.locale !== null && isLocale(person.locale) ? person.locale : "en";
  const { template, values } = letter(locale);
  await messages.send(tx, { channel: "email", to: person.email, player: person.id, template, locale, values });
}
