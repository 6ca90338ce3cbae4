import * as z from "zod/mini";
import { currencyField, dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  localeField,
  loginAnswer,
  sourceFields,
  timezoneField,
  tokenAnswer,
} from "#modules/accounts/shared/contract.ts";
import { accountLocked, proofRequired } from "#modules/accounts/shared/errors.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { lastSignInMethod, socialCancelled, socialEmailKnown, socialLinkedElsewhere, socialRefused } from "./errors.ts";

const providerField = z.string("provider_unknown").check(z.regex(/^[a-z]{2,20}$/, "provider_unknown"));
const originField = z.string("origin_invalid").check(z.maxLength(200, "origin_invalid"));
/** The query with which the provider redirected the window, as the window posted it. */
const answerField = z
  .string("answer_invalid")
  .check(z.minLength(1, "answer_invalid"), z.maxLength(4000, "answer_invalid"));
const rate = { burst: 60, perMinute: 30 } as const;

export const listProviders = route({
  method: "GET",
  path: "/api/v1/social/providers",
  module: "social",
  caller: "anyone",
  moves: "nothing",
  summary: "The sign-in providers of this deployment",
  output: dataOf(z.array(z.object({ provider: providerField, name: z.string() }))),
});

export const socialCallback = route({
  method: "GET",
  path: "/auth/social/callback",
  module: "social",
  caller: "anyone",
  moves: "nothing",
  summary: "The redirect URI of providers: a page that posts the answer to the page that opened it, and to no other",
  query: z.record(z.string(), z.unknown()),
  page: true,
  output: z.string(),
  rate,
});

export const finishSocial = route({
  method: "POST",
  path: "/api/v1/social/finish",
  module: "social",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Completes a sign-in that `PUT /auth/login` started in this browser: a token, a second step, or the fields needed to register",
  body: z.object({ answer: answerField }),
  orAccepted: true,
  output: z.union([
    loginAnswer,
    dataOf(
      z.object({
        /** The id of the sign-in for `POST /api/v1/social/register`. */
        registration: z.string(),
        provider: providerField,
        name: z.nullable(z.string()),
        email: z.nullable(z.string()),
        currency: z.nullable(currencyField),
      }),
    ),
  ]),
  errors: [socialRefused, socialCancelled, socialEmailKnown, accountLocked],
  rate,
});

export const registerSocial = route({
  method: "POST",
  path: "/api/v1/social/register",
  module: "social",
  caller: "anyone",
  moves: "nothing",
  opensAccount: true,
  summary: "Opens an account for a first sign-in through a provider, and signs in",
  body: z.object({
    registration: z.string("registration_invalid").check(z.maxLength(100, "registration_invalid")),
    currency: currencyField,
    /** Confirms being of age and accepts the terms. */
    agree: z.literal(true, "agree_required"),
    locale: z.optional(localeField),
    timezone: z.optional(timezoneField),
    captcha: captchaField,
    ...sourceFields,
  }),
  status: 201,
  output: tokenAnswer,
  errors: [socialRefused, socialEmailKnown],
  rate,
});

const link = z.object({ provider: providerField, name: z.string(), since: timeField });

export const listLinks = route({
  method: "GET",
  path: "/api/v1/social/links",
  module: "social",
  caller: "player",
  moves: "nothing",
  summary: "The providers linked to the player",
  output: dataOf(z.array(link)),
});

export const beginLink = route({
  method: "POST",
  path: "/api/v1/social/links",
  module: "social",
  caller: "player",
  moves: "nothing",
  summary: "The URL of the window in which a provider is linked; requires a fresh proof",
  body: z.object({ provider: providerField, origin: originField }),
  output: z.object({ url: z.string() }),
  errors: [proofRequired],
  rate,
});

export const finishLink = route({
  method: "POST",
  path: "/api/v1/social/links/finish",
  module: "social",
  caller: "player",
  moves: "nothing",
  summary: "Links the identity from the window to the player who opened it",
  body: z.object({ answer: answerField }),
  output: dataOf(z.array(link)),
  errors: [socialRefused, socialCancelled, socialLinkedElsewhere],
  rate,
});

export const unlink = route({
  method: "DELETE",
  path: "/api/v1/social/links/:provider",
  module: "social",
  caller: "player",
  moves: "nothing",
  summary: "Unlinks a provider; requires a fresh proof, and another sign-in method",
  params: z.object({ provider: providerField }),
  status: 204,
  errors: [proofRequired, lastSignInMethod],
});

export type SocialLink = z.output<typeof link>;
export type FinishAnswer = z.output<typeof finishSocial.output>;
