import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import * as errors from "../shared/errors.ts";
import { ConversationBoard } from "./conversation-board.ts";
import { closeResolved, deleteOld, forgetAddresses, forgetSubscribers } from "./conversation-store.ts";
import { createHelpSearch, type HelpArticle } from "./help-search.ts";
import { Inbox } from "./inbox.ts";
import { countWaiting } from "./inbox-store.ts";
import { mailAnswers } from "./mail-answers.ts";
import { messagesOfPlayer } from "./message-store.ts";
import { createVisitors } from "./visitor.ts";
import { visitorHandlers } from "./visitor-handlers.ts";

export {
  type CannedRow,
  cannedAnswers,
  cannedById,
  deleteCanned,
  fillCanned,
  saveCanned,
  variablesIn,
} from "./canned-answers.ts";
export { type CannedPayout, cannedValues, cannedVariables } from "./canned-values.ts";
export { type ConversationRow, conversationById } from "./conversation-store.ts";
export { Inbox, mostAssigned, type OperatorRef } from "./inbox.ts";
export * as inboxStore from "./inbox-store.ts";
export { earlierMessages, type MessageRow, messagesOf } from "./message-store.ts";

export interface Support extends ServerModule {
  /** What operators do in conversations. */
  readonly inbox: Inbox;
  /** How many conversations wait; counted to 1,000. */
  waiting(): Promise<number>;
}

export interface SupportNeeds {
  readonly messages: Pick<Messages, "send">;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  readonly accounts: { readonly people: Pick<Accounts["people"], "of"> };
  /** The questions and answers of the FAQ. */
  readonly helpArticles: (locale: Locale) => readonly HelpArticle[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A resolved conversation can be continued for this long. */
export const reopenMs = 72 * hourMs;
const keepGuestsMs = 90 * dayMs;
const keepPlayersMs = 730 * dayMs;

/** Conversations of visitors with operators. */
export function createSupport(host: Host, { helpArticles, ...ports }: SupportNeeds): Support {
  const ago = (ms: number) => new Date(host.clock.now() - ms);
  const board = new ConversationBoard(host);
  const inbox = new Inbox({ host, board });
  const visitors = createVisitors(host.config, host.random);
  const help = createHelpSearch(helpArticles);
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    inbox,
    handlers: visitorHandlers({ ...ports, host, board, inbox, visitors, help }),
    channels: [board.channel],
    errors: Object.values(errors),
    jobs: [
      { name: "support-mail-answers", cron: "* * * * *", run: () => mailAnswers(host, ports.messages) },
      { name: "support-forget-addresses", cron: "23 * * * *", run: () => forgetSubscribers(host.db, ago(dayMs)) },
      {
        name: "support-close",
        cron: "13 * * * *",
        run: () =>
          host.db.tx(async tx => {
            for (const liveKey of await closeResolved(tx, ago(reopenMs)))
              await board.announce(tx, { liveKey }, "progress");
          }),
      },
      {
        name: "support-retention",
        cron: "43 3 * * *",
        run: () => deleteOld(host.db, { guests: ago(keepGuestsMs), players: ago(keepPlayersMs) }),
      },
    ],
    waiting: () => countWaiting(host.db),
    personalData: async player => ({
      messages: (await messagesOfPlayer(host.db, player)).map(({ author, text, at }) => ({
        author,
        text,
        at: at.toISOString(),
      })),
    }),
    onAccountClosed: forgetAddresses,
    async start() {
      board.start();
    },
    async stop() {
      board.stop();
    },
  };
}
