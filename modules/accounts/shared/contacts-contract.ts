import * as z from "zod/mini";
import { dataOf, emailField } from "#kit/contract/fields.ts";
import { type RouteSpec, route } from "#kit/contract/route.ts";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import { codeField, phoneField, resendAnswer, triedPasswordField } from "./contract.ts";
import { proofRequired, tooManyCodes, tooManyLogins } from "./errors.ts";

/** The player's contacts: a code to the current one or to a new one confirms it. */

const own = { module: "accounts", caller: "player", moves: "nothing" } as const satisfies Partial<RouteSpec>;
const sending = {
  ...own,
  method: "POST",
  status: 202,
  output: resendAnswer,
  errors: [proofRequired, tooManyLogins, tooManyCodes],
  rate: { burst: 20, perMinute: 5 },
} as const;

/** Replacing a confirmed contact also requires the password. */
const password = z.optional(triedPasswordField);
const emailBody = z.object({ email: emailField, password });
const phoneBody = z.object({ phone: phoneField, password });
/** `?type=sms` selects an SMS instead of a call. */
export const phoneCodeType = z.object({ type: z.optional(z.enum(["sms"], "type_invalid")) });

export const sendEmailCode = route({
  ...sending,
  path: "/api/v2/auth/email/send",
  summary: "Mails a code that confirms an address for the player",
  body: emailBody,
});
export const resendEmailCode = route({
  ...sending,
  path: "/api/v2/auth/email/resend",
  summary: "Mails another such code; the former one is no longer valid",
  body: emailBody,
});
const sendingToPhone = { ...sending, errors: [...sending.errors, phonePaused] } as const;

export const sendPhoneCode = route({
  ...sendingToPhone,
  path: "/api/v2/auth/phone/send",
  summary: "Calls with a code, or sends it by SMS, that confirms a number for the player",
  query: phoneCodeType,
  body: phoneBody,
});
export const resendPhoneCode = route({
  ...sendingToPhone,
  path: "/api/v2/auth/phone/resend",
  summary: "Calls with another such code, or sends it; the former one is no longer valid",
  query: phoneCodeType,
  body: phoneBody,
});

const verifying = {
  ...own,
  method: "POST",
  body: z.object({ code: codeField }),
  output: dataOf(z.object({ verified: z.literal(true) })),
  rate: { burst: 20, perMinute: 10 },
} as const;

export const verifyEmail = route({
  ...verifying,
  path: "/api/v2/auth/email/verify/code",
  summary: "Confirms an address by the mailed code; an account that never confirmed the address loses it",
});
export const verifyPhone = route({
  ...verifying,
  path: "/api/v2/auth/phone/verify/code",
  summary: "Confirms a number by the code from a call or SMS; an account that never confirmed the number loses it",
});
