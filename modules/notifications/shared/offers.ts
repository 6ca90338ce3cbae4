import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** How offers are sent. Each takes a consent of its own; without one nothing is sent. */
export const offerChannels = ["inbox", "email", "push"] as const;
export type OfferChannel = (typeof offerChannels)[number];

/** What a player consents to: offers by each channel, and conversions sent to advertising networks. */
export const consentKinds = [...offerChannels, "measurement"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** Offers of one channel within a period that rolls. */
export const offerCaps: Readonly<Record<OfferChannel, { readonly most: number; readonly days: number }>> = {
  inbox: { most: 5, days: 7 },
  email: { most: 3, days: 7 },
  push: { most: 1, days: 1 },
};

/** No offer is sent between these hours of the player's clock. */
export const quietHours = { from: 21, to: 9 } as const;

const channel = z.enum(consentKinds, "channel_invalid");

const consent = z.object({
  channel,
  granted: z.boolean(),
  /** The sentence that was shown. */
  text: z.string(),
  by: z.enum(["settings", "unsubscribe"]),
  at: timeField,
});
export type ConsentView = z.output<typeof consent>;

const consents = dataOf(
  z.object({
    inbox: z.boolean(),
    email: z.boolean(),
    push: z.boolean(),
    measurement: z.boolean(),
    /** Every change, newest first. */
    history: z.array(consent),
  }),
);

export const getOfferConsents = route({
  method: "GET",
  path: "/api/v1/inbox/offers",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "The channels by which the caller allows offers, with every change and the sentence that was shown",
  output: consents,
});

export const putOfferConsent = route({
  method: "PUT",
  path: "/api/v1/inbox/offers",
  module: "notifications",
  caller: "player",
  moves: "nothing",
  summary: "Gives or withdraws consent to offers by a channel; after a withdrawal no more are sent by it",
  body: z.object({ channel, granted: z.boolean("granted_invalid") }),
  output: consents,
  rate: { burst: 30, perMinute: 20 },
});

export const unsubscribe = route({
  method: "POST",
  path: "/api/v1/unsubscribe/:token",
  module: "notifications",
  caller: "anyone",
  moves: "nothing",
  summary: "Stops offers by email, without signing in: the address in `List-Unsubscribe` of each offer (RFC 8058)",
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  ignoresBody: true,
  output: dataOf(z.object({ email: z.literal(false) })),
  rate: { burst: 60, perMinute: 30 },
});
