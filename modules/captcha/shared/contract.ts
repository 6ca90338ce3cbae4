import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

/** A solution in the body of a call that may require one. */
export const captchaField = z.optional(z.string("captcha_required").check(z.maxLength(4000, "captcha_required")));

/** Proof of work: find the number whose derived key begins as given. Signed by the server, which recognises it. */
const workOffer = z.object({
  kind: z.literal("work"),
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.optional(z.string()),
      data: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
    signature: z.string(),
  }),
});

/** An external provider's widget, shown under this site's key. */
const widgetOffer = z.object({ kind: z.literal("widget"), script: z.string(), site_key: z.string() });

export const getCaptcha = route({
  method: "GET",
  path: "/api/v1/captcha",
  module: "captcha",
  caller: "anyone",
  moves: "nothing",
  summary: "A captcha challenge; each solution is accepted once. How it is solved: How to call",
  output: dataOf(z.union([workOffer, widgetOffer])),
  rate: { burst: 60, perMinute: 60 },
});

export type Offer = z.output<typeof getCaptcha.output>["data"];
export type WorkOffer = z.output<typeof workOffer>;
