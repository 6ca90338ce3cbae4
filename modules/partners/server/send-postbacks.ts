import { createHmac } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { clickIdOf } from "#modules/attribution/server/index.ts";
import { filledUrl } from "../shared/postback.ts";
import { deliverDue, type Outgoing, type SendNeeds } from "./deliver.ts";
import { type EventRow, eventStore, postbacksOf } from "./postback-store.ts";
import { partnerById } from "./store.ts";

/** The key that a partner's network checks our messages with. */
export function postbackSecret({ config }: Pick<Host, "config">, partner: Uuid): string {
  return createHmac("sha256", config.SECRET_KEY).update(`postbacks of ${partner}`).digest("hex");
}

/** Sends partners' networks what their players did. */
export const sendPostbacks = (needs: SendNeeds): Promise<void> => deliverDue(needs, postbacks(needs));

const postbacks = ({ host }: SendNeeds): Outgoing<EventRow> => ({
  store: eventStore,
  async urlOf(tx, event) {
    const partner = await partnerById(tx, event.partnerId);
    const template = (await postbacksOf(tx, event.partnerId)).find(each => each.event === event.event)?.url;
    if (template === undefined || partner?.status !== "approved") return undefined;
    return filledUrl(template, {
      click_id: (await clickIdOf(tx, event.playerId)) ?? "",
      event: event.event,
      sum: event.amount === null ? "" : formatAmount(event.amount),
      currency: event.amount === null ? "" : partner.currency,
      event_id: event.id,
      time: String(Math.floor(event.happenedAt.getTime() / 1000)),
    });
  },
  refusalOf: async () => undefined,
  headersOf(event, url, at) {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = createHmac("sha256", postbackSecret(host, event.partnerId)).update(`${timestamp}.${url}`);
    return { "x-timestamp": timestamp, "x-signature": signature.digest("hex") };
  },
});
