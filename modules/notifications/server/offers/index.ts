import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Handler } from "#kit/http/handler.ts";
import { apiOriginOf, mainHostname, originOf } from "#kit/http/hosts.ts";
import { isLocale, type Locale, languageOf, localePath } from "#kit/i18n/locale.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
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
import type { Push } from "../push/index.ts";
import { insertEntry } from "../store.ts";
import { decideOffer } from "./decide-offer.ts";
import { offerHandlers } from "./handlers.ts";
import { offerFacts } from "./offer-facts.ts";
import { countOffers, insertOffer, lockWaiting, markDecided, type OfferCount, type OfferRow } from "./store.ts";
import { createUnsubscribeTokens } from "./unsubscribe-token.ts";

/** The name of the job. */
const deliver = "notifications.offer";
/** About a day of growing pauses. */
const maxAttempts = 20;

/** A bonus that a campaign gave to a player. */
export interface Offer {
  readonly player: PlayerId;
  readonly campaign: Uuid;
  readonly channels: readonly OfferChannel[];
  readonly amount: Micros;
  readonly currency: Currency;
  /** Not sent any more from this moment. */
  readonly endsAt: Date;
}

export interface Offers {
  readonly handlers: readonly Handler[];
  readonly job: { readonly name: string; run(payload: unknown): Promise<void> };
  /** Notifies a player when `tx` commits, by each channel that is allowed when it is sent; once for each campaign. */
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
  const tokens = createUnsubscribeTokens(host);
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
        await queueJob(tx, offer, new Date(decision.until));
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
    const { id, player, channel, data, endsAt } = offer;
    invariant(person !== undefined, "an offer has a recipient");
    if (channel === "inbox") {
      const entry = {
        kind: "bonus_offer",
        data: { ...data, until: endsAt.toISOString() },
        source: `bonus_offer:${id}`,
      } as const;
      await insertEntry(tx, { ...entry, id: host.ids.next(), player, now: new Date(host.clock.now()) });
      return undefined;
    }
    if (channel === "push")
      return (await needs.push.now(tx, player, { id, kind: "bonus_offer", path: "/bonuses" }))
        ? undefined
        : "no_device";
    await needs.messages.mailNow(
      tx,
      id,
      mailOf(offer, person),
      apiOriginOf(host.config, mainHostname(host.config)) + `/api/v1/unsubscribe/${tokens.of(player)}`,
    );
    return undefined;
  }

  function mailOf({ player, data: { amount, currency }, endsAt }: OfferRow, { email, locale: own }: PersonRow) {
    const locale: Locale = own !== null && isLocale(own) ? own : "en";
    const site = originOf(host.config, mainHostname(host.config));
    const sum = isCurrency(currency) ? showMoney(parseDecimal(amount), currency, languageOf(locale)) : amount;
    return {
      channel: "email",
      to: email ?? "",
      player,
      locale,
      template: "bonus_offer",
      values: {
        sum,
        until: endsAt.toISOString().slice(0, 16).replace("T", " "),
        link: site + localePath(locale, "/bonuses"),
        unsubscribe: site + localePath(locale, `/unsubscribe/${tokens.of(player)}`),
      },
    } as const;
  }

  return {
    handlers: offerHandlers(host, tokens),
    job: { name: deliver, run: payload => run((payload as { offer: Uuid }).offer) },
    async queue(tx, { player, campaign, channels, amount, currency, endsAt }) {
      const at = new Date(host.clock.now());
      for (const channel of channels) {
        const data = { amount: formatAmount(amount), currency };
        const offer = { id: host.ids.next(), player, channel, campaign, data, endsAt, at };
        if (await insertOffer(tx, offer)) await queueJob(tx, offer);
      }
    },
    count: campaigns => countOffers(host.db, campaigns),
  };
}

/** One after another in each channel: a transaction stays open while its carrier is called, so few are at a time. */
async function queueJob(tx: Tx, { id, channel }: Pick<OfferRow, "id" | "channel">, runAt?: Date): Promise<void> {
  await enqueue(
    tx,
    deliver,
    { offer: id },
    { queue: `notifications-offers-${channel}`, maxAttempts, ...(runAt && { runAt }) },
  );
}
