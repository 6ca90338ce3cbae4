import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Handler } from "#kit/http/handler.ts";
import { mainHostname, originOf } from "#kit/http/hosts.ts";
import { type Locale, languageOf, localePath } from "#kit/i18n/locale.ts";
import { enqueueAll } from "#kit/jobs/enqueue.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Accounts, PersonRow } from "#modules/accounts/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import { holdOffBlock } from "#modules/limits/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import type { OfferChannel } from "../../shared/offers.ts";
import { entryTexts, localeOf, type MessageTexts } from "../message-texts.ts";
import type { Push } from "../push/index.ts";
import { insertEntry } from "../store.ts";
import { decideOffer } from "./decide-offer.ts";
import { offerHandlers } from "./handlers.ts";
import { offerFacts } from "./offer-facts.ts";
import {
  countOffers,
  insertOffers,
  insertTexts,
  lockWaiting,
  markDecided,
  type OfferCount,
  type OfferRow,
} from "./store.ts";
import { createUnsubscribeLinks } from "./unsubscribe-links.ts";

/** The name of the job. */
const deliver = "notifications.offer";
/** About a day of growing pauses. */
const maxAttempts = 20;

/** What a campaign has for these players: a bonus that it gave, or a message. */
export interface Offer {
  readonly players: readonly PlayerId[];
  readonly campaign: Uuid;
  readonly channels: readonly OfferChannel[];
  readonly about:
    | { readonly kind: "gift"; readonly amount: Micros; readonly currency: Currency }
    | { readonly kind: "message"; readonly texts: MessageTexts };
  /** No longer sent from this moment. */
  readonly endsAt: Date;
}

export interface Offers {
  readonly handlers: readonly Handler[];
  readonly job: { readonly name: string; run(payload: unknown): Promise<void> };
  /** Notifies players when `tx` commits, by each channel that is allowed when it is sent; once for each campaign. */
  queue(tx: Tx, offer: Offer): Promise<void>;
  count(campaigns: readonly Uuid[]): Promise<readonly OfferCount[]>;
}

interface Needs {
  readonly people: Pick<Accounts["people"], "of">;
  readonly conditions: Pick<Conditions, "guards" | "rowsFor">;
  readonly messages: Pick<Messages, "mailNow">;
  readonly push: Pick<Push, "now">;
}

/** Offers to players who allowed them. What is sent is decided in the transaction that sends it, which a break waits for. */
export function createOffers(host: Host, needs: Needs): Offers {
  const links = createUnsubscribeLinks(host);
  const decided = host.metrics.counter("offers_total", "Offers to players, by what became of them", [
    "channel",
    "outcome",
  ]);

  async function run(id: Uuid): Promise<void> {
    const outcome = await host.db.tx(async tx => {
      const offer = await lockWaiting(tx, id);
      if (!offer) return undefined;
      await holdOffBlock(tx, offer.player);
      const person = (await needs.people.of([offer.player], tx)).get(offer.player);
      const facts = await offerFacts({ host, ...needs }, tx, { ...offer, people: new Map([[offer.player, person]]) });
      const decision = decideOffer(required(facts.get(offer.player), "its player was asked about"));
      if (decision.kind === "wait") {
        await queueJobs(tx, offer.channel, [id], new Date(decision.until));
        return { channel: offer.channel, outcome: "waits" };
      }
      const why = decision.kind === "drop" ? decision.why : await send(tx, offer, person);
      await markDecided(tx, id, why ?? null, new Date(host.clock.now()));
      return { channel: offer.channel, outcome: why ?? "sent" };
    });
    if (outcome) decided.inc(outcome);
  }

  /** Why it could not be sent. Fails, and is tried again, while a carrier does not accept it. */
  async function send(tx: Tx, offer: OfferRow, person: PersonRow | undefined): Promise<string | undefined> {
    const { id, player, channel } = offer;
    invariant(person !== undefined, "an offer has a recipient");
    const locale = localeOf(person);
    const content = contentOf(offer, locale);
    if (!content) return "no_text";
    const { kind, path, entry, mail } = content;
    if (channel === "inbox") {
      const now = new Date(host.clock.now());
      await insertEntry(tx, { id: host.ids.next(), player, kind, data: entry, source: `${kind}:${id}`, now });
      return undefined;
    }
    if (channel === "push") return (await needs.push.now(tx, player, { id, kind, path })) ? undefined : "no_device";
    const to = { channel: "email", to: person.email ?? "", player, locale } as const;
    await needs.messages.mailNow(tx, id, { ...to, ...mail }, links.oneClick(player));
    return undefined;
  }

  /** Undefined of a message that has no text in the language. */
  function contentOf({ player, data, texts, endsAt }: OfferRow, locale: Locale) {
    const unsubscribe = links.page(player, locale);
    if (texts !== null) {
      const own = texts[locale];
      if (!own) return undefined;
      const values = { subject: own.subject, text: own.text, unsubscribe };
      const mail = { template: "marketing_message", values } as const;
      return { kind: "marketing_message", path: "/profile/inbox", entry: entryTexts(texts, own), mail } as const;
    }
    const { amount, currency } = required(data, "a bonus has a sum");
    const values = {
      sum: isCurrency(currency) ? showMoney(parseDecimal(amount), currency, languageOf(locale)) : amount,
      until: endsAt.toISOString().slice(0, 16).replace("T", " "),
      link: originOf(host.config, mainHostname(host.config)) + localePath(locale, "/bonuses"),
      unsubscribe,
    };
    const entry = { amount, currency, until: endsAt.toISOString() };
    const mail = { template: "bonus_offer", values } as const;
    return { kind: "bonus_offer", path: "/bonuses", entry, mail } as const;
  }

  return {
    handlers: offerHandlers(host, links),
    job: { name: deliver, run: payload => run((payload as { offer: Uuid }).offer) },
    async queue(tx, { players, campaign, channels, about, endsAt }) {
      const at = new Date(host.clock.now());
      if (about.kind === "message") await insertTexts(tx, campaign, about.texts);
      const data = about.kind === "gift" ? { amount: formatAmount(about.amount), currency: about.currency } : null;
      for (const channel of channels) {
        const to = players.map(player => ({ id: host.ids.next(), player }));
        await queueJobs(tx, channel, await insertOffers(tx, { to, channel, campaign, data, endsAt, at }));
      }
    },
    count: campaigns => countOffers(host.db, campaigns),
  };
}

/** One after another in each channel: a transaction stays open while its carrier is called, so few are at a time. */
async function queueJobs(tx: Tx, channel: OfferChannel, offers: readonly Uuid[], runAt?: Date): Promise<void> {
  await enqueueAll(
    tx,
    deliver,
    offers.map(offer => ({ offer })),
    { queue: `notifications-offers-${channel}`, maxAttempts, ...(runAt && { runAt }) },
  );
}
