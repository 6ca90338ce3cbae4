import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import type { Carriers } from "./carriers.ts";
import { openEnvelope } from "./envelope.ts";
import { render } from "./render.ts";

/**
 * The job that passes a message to its carrier. Fails and is retried while the carrier does not accept it; an expired message is dropped.
 */
export function createDelivery(
  host: Pick<Host, "clock" | "metrics">,
  seal: SecretSeal,
  carriers: Carriers,
): (payload: unknown) => Promise<void> {
  const sent = host.metrics.counter("messages_total", "Messages sent to recipients", [
    "channel",
    "template",
    "outcome",
  ]);
  return async payload => {
    const { id, sealed } = payload as { id: string; sealed: string };
    const { channel, to, template, locale, values, until, real, phrase, thread } = openEnvelope(seal, id, sealed);
    const letter = {
      id,
      channel,
      to,
      language: languageOf(locale),
      ...(thread && { thread }),
      ...render(channel, locale, template, values, phrase),
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
