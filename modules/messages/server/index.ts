import { fileURLToPath } from "node:url";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { watchProviders } from "#kit/host/provider-health.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import manifest from "../module.ts";
import { configuredPhoneProvider } from "../providers/index.ts";
import { phonePaused } from "../shared/errors.ts";
import type { TemplateName, TemplateTexts } from "../shared/template-forms.ts";
import { createCarriers } from "./carriers.ts";
import { createDelivery, createMailNow } from "./deliver.ts";
import { type Envelope, sealEnvelope, sealPurpose } from "./envelope.ts";
import type { Message } from "./message.ts";
import { createPhoneBudget } from "./phone-budget.ts";
import type { NamedPhoneProvider } from "./phone-provider.ts";
import { type TextsOf, templateTexts } from "./templates.ts";

export {
  type MessageChannel,
  type TemplateName,
  type TemplateTexts,
  type TemplateValues,
  templateNames,
} from "../shared/template-forms.ts";
export type { Message } from "./message.ts";
export { exampleValues, type Preview, previewOf, previewsIn } from "./preview.ts";
export { type TextsOf, templateTexts } from "./templates.ts";

/** Sends messages to people. */
export interface Messages extends ServerModule {
  /** Sets the source of recipients' anti-phishing phrases; without it mails have none. */
  knowPhrases(phraseOf: PhraseOf): void;
  /** Sets the source of published texts; without one, and for a template that it has none of, messages have the texts of this release. */
  knowTexts(published: (...of: Parameters<TextsOf>) => TemplateTexts | undefined): void;
  /** What a message says now. */
  readonly textsOf: TextsOf;
  /**
   * Sends a message when `tx` commits, at least once. Until it is sent it is stored only encrypted. A code for a phone fails with
   * `phone_messages_paused`, before anything is written, when the budget is spent.
   */
  send<T extends TemplateName>(tx: Tx, message: Message<T>): Promise<void>;
  /**
   * Passes a mail to the mail server within `tx`, and fails while that does not accept it: for mails that are decided upon as they are sent. A repeat has the same
   * Message-ID. `unsubscribe`: the address that stops such mails by a POST.
   */
  mailNow<T extends TemplateName>(tx: Tx, id: Uuid, message: Message<T>, unsubscribe: string): Promise<void>;
  /**
   * Costs the same as `send` and sends nothing: for an address without an account, so that timing does not reveal which addresses have one.
   */
  pretend<T extends TemplateName>(tx: Tx, message: Message<T>): Promise<void>;
}

/** The recipient's phrase, or null. Called in the sending transaction, also for a pretended mail. */
export type PhraseOf = (tx: Tx, mail: Pick<Message, "to" | "player">) => Promise<string | null>;

/** The name of the job. */
const deliver = "messages.deliver";

/** Templates that a visitor can trigger. */
const ordered: ReadonlySet<TemplateName> = new Set(["login_code", "confirm_contact", "restore_password", "login_link"]);

export interface MessagesNeeds {
  /** The provider of SMS and calls; by default the configured one. */
  readonly phone?: NamedPhoneProvider;
}

export function createMessages(host: Host, { phone = configuredPhoneProvider(host) }: MessagesNeeds = {}): Messages {
  const seal = createSecretSeal(host, sealPurpose);
  const carriers = createCarriers(host.config, phone.provider);
  const watch = watchProviders(host, "phone", [phone]);
  const budget = createPhoneBudget(host);
  const sent = host.metrics.counter("messages_total", "Messages sent to recipients", [
    "channel",
    "template",
    "outcome",
  ]);
  let published: (...of: Parameters<TextsOf>) => TemplateTexts | undefined = () => undefined;
  const textsOf: TextsOf = (locale, name) => published(locale, name) ?? templateTexts(locale, name);
  const mailNow = createMailNow(carriers, sent, textsOf);
  let phraseOf: PhraseOf = async () => null;
  const put = async (tx: Tx, message: Message, real: boolean) => {
    const { channel, to, template, locale, values, until, thread, texts } = message;
    if (channel !== "email") await budget.take(tx, ordered.has(template));
    const id = host.ids.next();
    const phrase = channel === "email" ? await phraseOf(tx, message) : null;
    const envelope: Envelope = {
      channel,
      to,
      template,
      locale,
      values,
      until: until?.getTime() ?? null,
      phrase,
      real,
      ...(thread && { thread }),
      ...(texts && { texts }),
    };
    // An unavailable carrier occupies one worker at a time and leaves the others to other jobs.
    const queue = channel === "email" ? "messages-mail" : "messages-phone";
    await enqueue(tx, deliver, { id, sealed: sealEnvelope(seal, id, envelope) }, { queue });
  };
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [phonePaused],
    mailNow: async (tx, id, message, unsubscribe) =>
      mailNow(id, message as Message, { unsubscribe, phrase: await phraseOf(tx, message as Message) }),
    jobs: [{ name: deliver, run: createDelivery(host, seal, carriers, sent, textsOf) }],
    textsOf,
    knowTexts(source) {
      published = source;
    },
    knowPhrases(answer) {
      phraseOf = answer;
    },
    send: (tx, message) => put(tx, message as Message, true),
    pretend: (tx, message) => put(tx, message as Message, false),
    start: watch.start,
    async stop() {
      await watch.stop();
      carriers.close();
    },
  };
}
