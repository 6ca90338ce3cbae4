import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { openEnvelope, sealPurpose } from "../server/envelope.ts";
import { render } from "../server/render.ts";
import type { MessageChannel, TemplateName } from "../shared/template-forms.ts";

/** A queued message, decrypted and rendered. */
export interface Waiting {
  readonly channel: MessageChannel;
  readonly to: string;
  readonly template: TemplateName;
  readonly text: string;
  readonly code: string | undefined;
  readonly link: string | undefined;
}

/** For tests without jobs: the messages to be sent, newest first, as the sandbox would show them. */
export async function waitingMessages(host: Host, to?: string): Promise<readonly Waiting[]> {
  const seal = createSecretSeal(host, sealPurpose);
  const { rows } = await host.db.query<{ payload: { id: string; sealed: string } }>(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'messages.deliver' ORDER BY j.id DESC`,
  );
  return rows
    .map(({ payload }) => openEnvelope(seal, payload.id, payload.sealed))
    .filter(({ real, to: whom }) => real && (to === undefined || whom === to))
    .map(({ channel, to: whom, template, locale, values, phrase, texts }) => {
      const { code, link } = values as { code?: string; link?: string };
      return {
        channel,
        to: whom,
        template,
        text: render(channel, locale, template, values, phrase, texts).text,
        code,
        link,
      };
    });
}
