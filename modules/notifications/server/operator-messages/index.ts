import { hash } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Accounts, PersonRow } from "#modules/accounts/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import { holdOffBlock } from "#modules/limits/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import type { MessageChannel, MessagePurpose } from "../../shared/operator-messages.ts";
import { entryTexts, languagesOf, localeOf, type MessageTexts } from "../message-texts.ts";
import { decideOffer, type OfferDecision } from "../offers/decide-offer.ts";
import { isMailable, offerFacts } from "../offers/offer-facts.ts";
import { createUnsubscribeLinks } from "../offers/unsubscribe-links.ts";
import type { Push } from "../push/index.ts";
import { insertEntry } from "../store.ts";
import {
  insertMessage,
  insertRecipients,
  lockWaiting,
  markDecided,
  messagesTo,
  type NewRecipient,
  type RecipientRow,
  type SentMessage,
} from "./store.ts";

/** The name of the job. */
const deliver = "notifications.message";
/** About a day of growing pauses. */
const maxAttempts = 20;
/** Marketing that could not be sent by then is not sent. */
const usefulMs = 2 * 86_400_000;

/** A message to these players. */
export interface Draft {
  readonly purpose: MessagePurpose;
  readonly players: readonly PlayerId[];
  readonly channels: readonly MessageChannel[];
  /** The languages that it has a text in. */
  readonly languages: readonly Locale[];
}

export interface Order extends Omit<Draft, "languages"> {
  readonly id: Uuid;
  readonly texts: MessageTexts;
  readonly reason: string;
  readonly operator: { readonly id: Uuid; readonly name: string };
}

/** What becomes of a message to one player through one channel. */
export interface Outlook {
  readonly player: PlayerId;
  readonly channel: MessageChannel;
  readonly decision: OfferDecision;
}

export interface Ordered {
  /** False for a repeat, which sends nothing. */
  readonly isNew: boolean;
  readonly outlooks: readonly Outlook[];
  /** SHA-256 of the sorted ids, a line each. */
  readonly playersSha256: Uint8Array;
}

export interface OperatorMessages {
  readonly job: { readonly name: string; run(payload: unknown): Promise<void> };
  /** What would become of a message now. */
  outlook(on: Queryable, draft: Draft): Promise<readonly Outlook[]>;
  /** Sends it when `tx` commits to those who may get it then. */
  order(tx: Tx, order: Order): Promise<Ordered>;
  /** Messages to a player, newest first. */
  to(player: PlayerId): Promise<readonly SentMessage[]>;
}

interface Needs {
  readonly people: Pick<Accounts["people"], "of">;
  readonly conditions: Pick<Conditions, "guards" | "rowsFor">;
  readonly messages: Pick<Messages, "send" | "mailNow">;
  readonly push: Pick<Push, "queue">;
}

/** Messages that operators write to players. What is sent is decided in the transaction that sends it, as for offers. */
export function createOperatorMessages(host: Host, needs: Needs): OperatorMessages {
  const links = createUnsubscribeLinks(host);
  const decided = host.metrics.counter("operator_messages_total", "Messages of operators, by what became of them", [
    "purpose",
    "channel",
    "outcome",
  ]);

  async function outlook(on: Queryable, { purpose, players, channels, languages }: Draft, endsAt = usefulUntil()) {
    const found = await needs.people.of(players, on);
    const people = new Map(players.map(player => [player, found.get(player)]));
    const outlooks: Outlook[] = [];
    for (const channel of channels) {
      const facts =
        purpose === "marketing" ? await offerFacts({ host, ...needs }, on, { people, channel, endsAt }) : undefined;
      for (const [player, person] of people) {
        const fact = facts?.get(player);
        const decision = fact ? decideOffer(fact) : decideService(person, channel);
        const hasText = languages.includes(localeOf(person));
        outlooks.push({
          player,
          channel,
          decision: decision.kind === "drop" || hasText ? decision : { kind: "drop", why: "no_text" },
        });
      }
    }
    return outlooks;
  }

  const usefulUntil = () => new Date(host.clock.now() + usefulMs);

  async function run(id: Uuid): Promise<void> {
    const outcome = await host.db.tx(async tx => {
      const recipient = await lockWaiting(tx, id);
      if (!recipient) return undefined;
      const { purpose, player, channel, texts, askedAt } = recipient;
      if (purpose === "marketing") await holdOffBlock(tx, player);
      const draft = { purpose, players: [player], channels: [channel], languages: languagesOf(texts) };
      const [found] = await outlook(tx, draft, new Date(askedAt.getTime() + usefulMs));
      const { decision } = required(found, "one player through one channel");
      if (decision.kind === "wait") {
        await queueJob(tx, recipient, new Date(decision.until));
        return { purpose, channel, outcome: "waits" };
      }
      if (decision.kind === "send") await send(tx, recipient, (await needs.people.of([player], tx)).get(player));
      const why = decision.kind === "drop" ? decision.why : null;
      await markDecided(tx, id, why, new Date(host.clock.now()));
      return { purpose, channel, outcome: why ?? "sent" };
    });
    if (outcome) decided.inc(outcome);
  }

  /** Fails, and is tried again, while the mail server does not accept a mail of marketing. */
  async function send(tx: Tx, recipient: RecipientRow, person: PersonRow | undefined): Promise<void> {
    invariant(person !== undefined, "a message has a recipient");
    const { id, player, purpose, channel, texts, message } = recipient;
    const locale = localeOf(person);
    const own = required(texts[locale], "its language was checked");
    if (channel === "inbox") {
      const entry = host.ids.next();
      const kind = purpose === "service" ? "service_message" : "marketing_message";
      const data = entryTexts(texts, own);
      const now = new Date(host.clock.now());
      if (!(await insertEntry(tx, { id: entry, player, kind, data, source: `message:${message}`, now }))) return;
      // On locked screens offers take a consent of their own.
      if (purpose === "service") await needs.push.queue(tx, player, entry);
      return;
    }
    const mail = { channel: "email", to: person.email ?? "", player, locale } as const;
    const { subject, text } = own;
    if (purpose === "service")
      return needs.messages.send(tx, { ...mail, template: "service_message", values: { subject, text } });
    await needs.messages.mailNow(
      tx,
      id,
      { ...mail, template: "marketing_message", values: { subject, text, unsubscribe: links.page(player, locale) } },
      links.oneClick(player),
    );
  }

  return {
    job: { name: deliver, run: payload => run((payload as { recipient: Uuid }).recipient) },
    outlook: (on, draft) => outlook(on, draft),
    async order(tx, { id, purpose, players, channels, texts, reason, operator }) {
      const playersSha256 = hash("sha256", players.toSorted().join("\n"), "buffer");
      const now = new Date(host.clock.now());
      const isNew = await insertMessage(tx, {
        id,
        purpose,
        texts,
        reason,
        operatorId: operator.id,
        operatorName: operator.name,
        players: players.length,
        playersSha256,
        askedAt: now,
      });
      if (!isNew) return { isNew, outlooks: [], playersSha256 };
      const outlooks = await outlook(tx, { purpose, players, channels, languages: languagesOf(texts) });
      const recipients = outlooks.map(
        ({ player, channel, decision }): NewRecipient => ({
          id: host.ids.next(),
          player,
          channel,
          why: decision.kind === "drop" ? decision.why : null,
        }),
      );
      await insertRecipients(tx, id, recipients, now);
      for (const recipient of recipients) if (recipient.why === null) await queueJob(tx, recipient);
      return { isNew, outlooks, playersSha256 };
    },
    to: player => messagesTo(host.db, player),
  };
}

/** A message about the account reaches every player whose account is open. */
function decideService(person: PersonRow | undefined, channel: MessageChannel): OfferDecision {
  if (!person || person.closedAt !== null) return { kind: "drop", why: "account_closed" };
  if (channel === "email" && !isMailable(person)) return { kind: "drop", why: "no_address" };
  return { kind: "send" };
}

/** One after another in each channel: a transaction stays open while the mail server is called, so few are at a time. */
async function queueJob(tx: Tx, { id, channel }: Pick<NewRecipient, "id" | "channel">, runAt?: Date): Promise<void> {
  await enqueue(
    tx,
    deliver,
    { recipient: id },
    { queue: `notifications-messages-${channel}`, maxAttempts, ...(runAt && { runAt }) },
  );
}
