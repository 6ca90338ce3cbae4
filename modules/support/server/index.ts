import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import { readSupport, writeToSupport } from "../shared/contract.ts";
import {
  countWaiting,
  forgetAddresses,
  insertMessage,
  type MessageRow,
  messagesOf,
  messagesToSee,
  viewOf,
  writeAnswer,
} from "./store.ts";

export interface Support extends ServerModule {
  /** Answers a message once: stored, and mailed when `tx` commits to whoever left an address. False when it was answered before. */
  answer(tx: Tx, id: Uuid, text: string): Promise<boolean>;
  /** For those who answer: what waits, the oldest first, and what was answered last. */
  inbox(limit: number): Promise<readonly MessageRow[]>;
  waiting(): Promise<number>;
}

/** What visitors write to the house. */
export function createSupport(host: Host, { messages }: { messages: Pick<Messages, "send"> }): Support {
  const now = () => new Date(host.clock.now());
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: [
      handle(writeToSupport, async ({ session, locale, input: { body } }) => {
        if (!session && body.email === undefined) fail(validationFailed, { errors: { email: ["required"] } });
        const written = { id: host.ids.next(), text: body.text.trim(), written_at: now() };
        await host.db.tx(tx =>
          insertMessage(tx, {
            ...written,
            ...{ player_id: session?.player ?? null, email: body.email ?? null, locale, page: body.page ?? null },
          }),
        );
        return { data: viewOf({ ...emptyRow, ...written, locale }) };
      }),
      handle(readSupport, async ({ session }) => ({ data: await messagesOf(host.db, session.player) })),
    ],
    async answer(tx, id, text) {
      const row = await writeAnswer(tx, id, text, now());
      if (row?.email)
        await messages.send(tx, {
          ...{ channel: "email", to: row.email, template: "support_answer", locale: row.locale },
          values: { question: row.text, answer: text },
        });
      return row !== null;
    },
    inbox: limit => messagesToSee(host.db, limit),
    waiting: () => countWaiting(host.db),
    personalData: async player => ({ messages: await messagesOf(host.db, player) }),
    onAccountClosed: forgetAddresses,
  };
}

const emptyRow = { player_id: null, email: null, page: null, answer: null, answered_at: null };
