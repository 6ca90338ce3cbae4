import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Carriers } from "./carriers.ts";
import { openEnvelope } from "./envelope.ts";
import type { Message } from "./message.ts";
import { render } from "./render.ts";
import type { TextsOf } from "./templates.ts";

type Counter = ReturnType<Host["metrics"]["counter"]>;

/**
 * The job that passes a message to its carrier. Fails and is retried while the carrier does not accept it; an expired message is dropped.
 */
export function createDelivery(
  host: Pick<Host, "clock">,
  seal: SecretSeal,
  carriers: Carriers,
  sent: Counter,
  textsOf: TextsOf,
): (payload: unknown) => Promise<void> {
  return async payload => {
    const { id, sealed } = payload as { id: string; sealed: string };
    const envelope = openEnvelope(seal, id, sealed);
    const { channel, to, template, locale, values, until, real, phrase, thread } = envelope;
    const texts = envelope.texts ?? textsOf(locale, template);
    const letter = {
      id,
      channel,
      to,
      language: languageOf(locale),
      ...(thread && { thread }),
      ...render(channel, locale, template, values, phrase, texts),
    };
    if (!real) return;
    if (until !== null && until <= host.clock.now()) return sent.inc({ channel, template, outcome: "too_late" });
    const outcome = await carriers.carry(letter).catch((error: unknown) => {
      sent.inc({ channel, template, outcome: "refused" });
      throw error;
    });
    sent.inc({ channel, template, outcome: outcome === "accepted" ? "sent" : outcome });
  };
}

interface Around {
  readonly unsubscribe: string;
  /** The recipient's anti-phishing phrase. */
  readonly phrase: string | null;
}

/** Passes a mail to the mail server at once. */
export function createMailNow(
  carriers: Pick<Carriers, "carry">,
  sent: Counter,
  textsOf: TextsOf,
): (id: Uuid, message: Message, around: Around) => Promise<void> {
  return async (id, { to, template, locale, values }, { unsubscribe, phrase }) => {
    const rendered = render("email", locale, template, values, phrase, textsOf(locale, template));
    const letter = { id, channel: "email", to, language: languageOf(locale), unsubscribe, ...rendered } as const;
    const count = (outcome: string) => sent.inc({ channel: "email", template, outcome });
    await carriers.carry(letter).catch((error: unknown) => {
      count("refused");
      throw error;
    });
    count("sent");
  };
}
