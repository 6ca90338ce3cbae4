import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import { readSupport, writeToSupport } from "../shared/contract.ts";
import { tooManyMessages } from "../shared/errors.ts";
import {
  countSince,
  countWaiting,
  forgetAddresses,
  forgetSubscribers,
  insertMessage,
  type MessageRow,
  messagesOf,
  messagesToSee,
  viewOf,
  writeAnswer,
} from "./store.ts";

export interface Support extends ServerModule {
  /** Answers a message once: stored, and mailed when `tx` commits if the writer left an address. False when it was answered before. */
  answer(tx: Tx, id: Uuid, text: string): Promise<boolean>;
  /** For operators: open messages, oldest first, and the last answered ones. */
  inbox(limit: number): Promise<readonly MessageRow[]>;
  waiting(): Promise<number>;
}

export interface SupportNeeds {
  readonly messages: Pick<Messages, "send">;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
}

/** Limits of one writer: messages per hour of an address before a captcha, and messages per 24 hours. */
const limits = { guest: { freeInAnHour: 2, day: 30 }, player: { freeInAnHour: 10, day: 20 } } as const;
const dayMs = 86_400_000;
const dayBefore = (time: Date) => new Date(time.getTime() - dayMs);

/** Visitors' messages to support. */
export function createSupport(host: Host, { messages, captchaPort }: SupportNeeds): Support {
  const now = () => new Date(host.clock.now());
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: [
      handle(writeToSupport, async ({ session, locale, ip, input: { body } }) => {
        if (!session && body.email === undefined) fail(validationFailed, { errors: { email: ["required"] } });
        const writer = session ? { player: session.player } : { subscriber: subscriberOf(ip) };
        const limit = session ? limits.player : limits.guest;
        await captchaPort.requireAboveRate("support", body.captcha, ip, limit.freeInAnHour);
        const written = { id: host.ids.next(), text: body.text.trim(), writtenAt: now() };
        const { email = null, page = null } = body;
        const [playerId, subscriber] = [session?.player ?? null, session ? null : subscriberOf(ip)];
        await host.db.tx(async tx => {
          const today = await countSince(tx, writer, dayBefore(written.writtenAt));
          if (today >= limit.day * host.config.RATE_LIMIT_FACTOR) fail(tooManyMessages, { retryAfter: 3600 });
          await insertMessage(tx, { ...written, playerId, subscriber, email, locale, page });
        });
        return { data: viewOf({ ...emptyRow, ...written, locale }) };
      }),
      handle(readSupport, async ({ session }) => ({ data: await messagesOf(host.db, session.player) })),
    ],
    errors: [tooManyMessages],
    jobs: [
      { name: "support-forget-addresses", cron: "23 * * * *", run: () => forgetSubscribers(host.db, dayBefore(now())) },
    ],
    async answer(tx, id, text) {
      const row = await writeAnswer(tx, id, text, now());
      if (row?.email)
        await messages.send(tx, {
          channel: "email",
          to: row.email,
          template: "support_answer",
          locale: row.locale,
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

const emptyRow = { playerId: null, email: null, page: null, answer: null, answeredAt: null };
