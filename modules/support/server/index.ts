import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { watchProviders } from "#kit/host/provider-health.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import type { Flags } from "#modules/flags/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import { configuredScanner } from "../providers/index.ts";
import * as errors from "../shared/errors.ts";
import { deleteLinks } from "./attachment-store.ts";
import { Attachments, scanJob, sealPurpose } from "./attachments.ts";
import { ConversationBoard } from "./conversation-board.ts";
import {
  closeResolved,
  deleteConversations,
  deleteOld,
  forgetAddresses,
  forgetSubscribers,
} from "./conversation-store.ts";
import { createHelpSearch, type HelpArticle } from "./help-search.ts";
import { Inbox, type PersonalHosts } from "./inbox.ts";
import { countWaiting, lockUnclaimed, oldestWaiting } from "./inbox-store.ts";
import { mailAnswers } from "./mail-answers.ts";
import { createMailListener } from "./mail-in/mail-listener.ts";
import { receiveMail } from "./mail-in/receive-mail.ts";
import { createReplyAddresses } from "./mail-in/reply-address.ts";
import { messagesOfPlayer, spokenText } from "./message-store.ts";
import type { NamedScanner } from "./scanner.ts";
import type { TriageNeeds } from "./triage.ts";
import { createVisitors } from "./visitor.ts";
import { visitorHandlers } from "./visitor-handlers.ts";

export {
  addCanned,
  type CannedChange,
  type CannedRow,
  cannedAnswers,
  cannedById,
  cannedVersions,
  changeCanned,
  fillCanned,
  removeCanned,
  variablesIn,
} from "./canned-answers.ts";
export { type CannedPayout, type CannedPorts, cannedValues, cannedVariables } from "./canned-values.ts";
export { type ComplaintsOfDay, complaintsByDay } from "./complaints-by-day.ts";
export { type ConversationRow, conversationById } from "./conversation-store.ts";
export { Inbox, mostAssigned, type OperatorRef } from "./inbox.ts";
export * as inboxStore from "./inbox-store.ts";
export { addMacro, type MacroRow, macroById, macros, macroText, removeMacro } from "./macros.ts";
export { earlierMessages, type MessageRow, mergedMessages, messagesOf } from "./message-store.ts";
export { searchConversations } from "./search-conversations.ts";
export { dueAt, targetFigures, targets } from "./targets.ts";
export { conversationTimeline } from "./timeline-events.ts";
export { longestSnoozeMs, markSpam, mergeInto, snooze, type TriageNeeds, unmarkSpam } from "./triage.ts";

export interface Support extends ServerModule {
  /** What operators do in conversations. */
  readonly inbox: Inbox;
  /** For snoozing, spam and merging. */
  readonly triage: TriageNeeds;
  /** Files of conversations. */
  readonly attachments: Attachments;
  /** How many conversations wait; counted to 1,000. */
  waiting(): Promise<number>;
  /** Since when the first of them waits. */
  oldest(): Promise<Date | null>;
  /** Registers who answers players by name: new conversations go to them while they are on shift. */
  connectHosts(hostsOf: PersonalHosts): void;
}

export { type AcceptedFile, type Attachments, fileBytes, type ServedFile } from "./attachments.ts";

export interface SupportNeeds {
  readonly messages: Pick<Messages, "send">;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  readonly accounts: { readonly people: Pick<Accounts["people"], "of"> };
  /** The questions and answers of the FAQ. */
  readonly helpArticles: (locale: Locale) => readonly HelpArticle[];
  /** What operators switch while the site runs; the defaults unless given. */
  readonly flags?: Pick<Flags, "declare"> | undefined;
  /** The scanner of files; by default the configured one. */
  readonly scanner?: NamedScanner | undefined;
}

/** Conversations looked at each minute for hosts who have come on shift. */
const mostToHosts = 500;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A resolved conversation can be continued for this long. */
export const reopenMs = 72 * hourMs;
const keepGuestsMs = 90 * dayMs;
const keepPlayersMs = 730 * dayMs;
const keepComplaintsMs = 5 * 366 * dayMs;

/** Conversations of visitors with operators. */
export function createSupport(
  host: Host,
  { helpArticles, flags, scanner = configuredScanner(host), ...ports }: SupportNeeds,
): Support {
  const ago = (ms: number) => new Date(host.clock.now() - ms);
  const board = new ConversationBoard(host);
  const attachments = new Attachments(host, board, scanner);
  const watch = watchProviders(host, "scanner", scanner ? [scanner] : []);
  const inbox = new Inbox({ host, board, attachments });
  const addresses = createReplyAddresses(host.config);
  const mailListener = createMailListener(host, addresses, mail =>
    addresses ? receiveMail({ host, board, attachments }, addresses, mail) : Promise.resolve("ignored"),
  );
  const visitors = createVisitors(host.config, host.random);
  const help = createHelpSearch(helpArticles);
  const guestFiles = flags?.declare({ name: "support.guest_files", type: "boolean", initial: true }) ?? (() => true);
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    sealed: [{ purpose: sealPurpose, table: "support.attachments", column: "content", label: "'support file:' || id" }],
    inbox,
    triage: { host, board },
    attachments,
    handlers: visitorHandlers({ ...ports, host, board, attachments, inbox, visitors, help, guestFiles }),
    channels: [board.channel],
    errors: Object.values(errors),
    jobs: [
      {
        name: "support-to-hosts",
        cron: "* * * * *",
        run: () => host.db.tx(async tx => inbox.giveToHosts(tx, await lockUnclaimed(tx, mostToHosts))),
      },
      { name: "support-mail-answers", cron: "* * * * *", run: () => mailAnswers(host, ports.messages, addresses) },
      {
        name: "support-forget-addresses",
        cron: "23 * * * *",
        run: () => forgetSubscribers(host.db, { before: ago(dayMs), now: ago(0) }),
      },
      { name: scanJob, run: payload => attachments.scan(payload) },
      { name: "support-forget-links", cron: "33 * * * *", run: () => deleteLinks(host.db, ago(0)) },
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
        run: () =>
          deleteOld(host.db, {
            guests: ago(keepGuestsMs),
            players: ago(keepPlayersMs),
            complaints: ago(keepComplaintsMs),
          }),
      },
    ],
    waiting: () => countWaiting(host.db),
    oldest: () => oldestWaiting(host.db),
    connectHosts: hostsOf => inbox.connectHosts(hostsOf),
    personalData: async player => ({
      messages: (await messagesOfPlayer(host.db, player)).map(message => ({
        author: message.author,
        text: spokenText(message),
        at: message.at.toISOString(),
      })),
    }),
    onAccountClosed: forgetAddresses,
    onPlayerErased: (tx, player) => deleteConversations(tx, player, { complaints: false }),
    onRetentionEnded: (tx, player) => deleteConversations(tx, player, { complaints: true }),
    async start() {
      board.start();
      await watch.start();
      await mailListener?.start();
    },
    async stop() {
      await mailListener?.stop();
      board.stop();
      await watch.stop();
    },
  };
}
