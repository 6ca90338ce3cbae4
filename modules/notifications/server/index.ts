import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import { entryStays } from "../shared/errors.ts";
import { inboxHandlers } from "./handlers.ts";
import { mailPlayer } from "./mail-player.ts";
import { listen, type Notice } from "./notices.ts";
import { createOffers, type Offers } from "./offers/index.ts";
import { deleteOffersBefore, forgetOffers, offersData } from "./offers/store.ts";
import { createOperatorMessages, type OperatorMessages } from "./operator-messages/index.ts";
import { messagesData, redactMessages } from "./operator-messages/store.ts";
import { createPush } from "./push/index.ts";
import { sealPurpose } from "./push/key.ts";
import { deleteOfPlayer } from "./push/store.ts";
import { deleteEntriesBefore, forgetPlayer, insertEntry, personalData, phraseOf } from "./store.ts";

export interface NotificationNeeds {
  readonly accounts: Pick<Accounts, "mailboxOf" | "people" | "onTakeOver">;
  readonly conditions: Pick<Conditions, "guards" | "rowsFor">;
  readonly messages: Pick<Messages, "send" | "mailNow" | "knowPhrases">;
  readonly factors: Pick<Factors, "requireProof">;
}

export { languagesOf, type MessageTexts } from "./message-texts.ts";
export type { Notice } from "./notices.ts";
export type { Offer, Offers } from "./offers/index.ts";
export { measurementAllowed, type OfferCount } from "./offers/store.ts";
export type { OperatorMessages, Outlook } from "./operator-messages/index.ts";
export { noticeTimeline } from "./timeline-events.ts";

export interface Notifications extends ServerModule {
  /** For modules above this one, whose events it cannot know: the entry and its jobs commit with `tx`, once for each source. */
  give(tx: Tx, notice: Notice): Promise<void>;
  /** For campaigns: notices to players about their bonuses. */
  readonly offers: Pick<Offers, "queue" | "count">;
  /** For the back office. */
  readonly operatorMessages: Pick<OperatorMessages, "outlook" | "order" | "to">;
}

/** How long entries are stored. */
const keepMs = 365 * 86_400_000;

/** Players' inbox, mails, and the phrase by which they recognise our mails. */
export function createNotifications(
  host: Host,
  { accounts, conditions, messages, factors }: NotificationNeeds,
): Notifications {
  const push = createPush(host, accounts.people);
  const offers = createOffers(host, { people: accounts.people, conditions, messages, push });
  const operatorMessages = createOperatorMessages(host, { people: accounts.people, conditions, messages, push });
  let stopListening = () => {};

  /** The entry and the jobs of its mail and pushes commit with the event. */
  async function give(tx: Tx, { player, kind, data, source, letter }: Notice): Promise<void> {
    const person = (await accounts.people.of([player], tx)).get(player);
    if (!person || person.closedAt !== null) return;
    const entry = { id: host.ids.next(), player, kind, data, source, now: new Date(host.clock.now()) };
    if (!(await insertEntry(tx, entry))) return;
    await push.queue(tx, player, entry.id);
    if (letter) await mailPlayer(messages, tx, person, letter);
  }

  // One lookup more or less would reveal by timing which addresses have an account.
  messages.knowPhrases(async (tx, { to, player }) => {
    const holder = player === undefined ? await accounts.mailboxOf(to, tx) : { player, verified: true };
    return phraseOf(tx, holder?.verified ? holder.player : null);
  });
  const forget = async (tx: Tx, player: PlayerId) => {
    await forgetPlayer(tx, player);
    await deleteOfPlayer(tx, player);
    await forgetOffers(tx, player);
  };
  accounts.onTakeOver(forget);

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    sealed: [{ purpose: sealPurpose, table: "notifications.push_key", column: "private_key", label: "'vapid'" }],
    errors: [entryStays],
    give,
    offers,
    operatorMessages,
    handlers: [...inboxHandlers(host, factors), ...push.handlers, ...offers.handlers],
    jobs: [
      push.job,
      offers.job,
      operatorMessages.job,
      {
        name: "notifications-sweep",
        cron: "41 3 * * *",
        async run() {
          const before = new Date(host.clock.now() - keepMs);
          await deleteEntriesBefore(host.db, before);
          await deleteOffersBefore(host.db, before);
        },
      },
    ],
    async start() {
      const ends = [listen(host, host.bus, give), await push.start()];
      stopListening = () => {
        for (const end of ends) end();
      };
    },
    async stop() {
      stopListening();
    },
    personalData: async player => ({
      ...(await personalData(host.db, player)),
      offers: await offersData(host.db, player),
      operator_messages: [...(await messagesData(host.db, player))],
    }),
    onAccountClosed: forget,
    onPlayerErased: redactMessages,
  };
}
