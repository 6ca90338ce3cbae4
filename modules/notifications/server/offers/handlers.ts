import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { holdBreaks } from "#modules/limits/server/index.ts";
import english from "../../locale/en.json" with { type: "json" };
import {
  type ConsentKind,
  getOfferConsents,
  putOfferConsent,
  unsubscribe as unsubscribeCall,
} from "../../shared/offers.ts";
import { type Consent, consentsOf, insertConsent, isAllowed } from "./store.ts";
import type { createUnsubscribeLinks } from "./unsubscribe-links.ts";

const texts = readLocale(english, join(import.meta.dirname, "../../locale"));

type Change = Pick<Consent, "channel" | "granted" | "by">;

export function offerHandlers(
  host: Pick<Host, "db" | "clock">,
  links: Pick<ReturnType<typeof createUnsubscribeLinks>, "read">,
): readonly Handler[] {
  /** Waits for an offer that is being sent, so that nothing is sent after a withdrawal has committed. */
  const change = (player: PlayerId, { channel, granted, by }: Change, locale: Locale) =>
    host.db.tx(async tx => {
      await holdBreaks(tx, player);
      if ((await isAllowed(tx, player, channel)) === granted) return;
      const text = granted ? texts[locale].offers.consent[channel] : texts[locale].offers.withdrawn[channel];
      await insertConsent(tx, {
        player,
        channel,
        granted,
        text,
        by,
        at: new Date(host.clock.now()),
      });
    });
  const view = async (player: PlayerId) => {
    const rows = await consentsOf(host.db, player);
    const current = (channel: ConsentKind) => rows.find(row => row.channel === channel)?.granted === true;
    const history = rows.map(({ channel, granted, text, by, at }) => ({
      channel,
      granted,
      text,
      by,
      at: at.toISOString(),
    }));
    const [inbox, email, push] = [current("inbox"), current("email"), current("push")];
    return { data: { inbox, email, push, measurement: current("measurement"), history } };
  };
  return [
    handle(getOfferConsents, ({ session }) => view(session.player)),
    handle(putOfferConsent, async ({ session: { player }, input, locale }) => {
      await change(player, { ...input.body, by: "settings" }, locale);
      return view(player);
    }),
    handle(unsubscribeCall, async ({ input, locale }) => {
      const withdrawn = { channel: "email", granted: false, by: "unsubscribe" } as const;
      await change(links.read(input.params.token), withdrawn, locale);
      return { data: { email: false as const } };
    }),
  ];
}
