import * as z from "zod/mini";
import { dataOf, emailField } from "#kit/contract/fields.ts";
import { type RouteSpec, route } from "#kit/contract/route.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import {
  chosenPasswordField,
  codeField,
  loginAnswer,
  phoneField,
  resendAnswer,
  secretField,
  triedPasswordField,
} from "./contract.ts";
import { accountLocked, linkExpired, passwordExists, proofRequired, tooManyLogins } from "./errors.ts";

/** New passwords: forgotten ones, and those of signed-in players. */

const open = {
  method: "POST",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
} as const satisfies Partial<RouteSpec>;
const rate = { burst: 30, perMinute: 10 } as const;

const asking = { ...open, status: 202, output: resendAnswer, rate } as const;
export const forgotByEmail = route({
  ...asking,
  path: "/api/v2/auth/password/email/forgot",
  summary: "Mails a code and a link for a new password; 202 also for an address without an account",
  body: z.object({ email: emailField, captcha: captchaField }),
});
export const forgotByPhone = route({
  ...asking,
  errors: [phonePaused],
  path: "/api/v2/auth/password/phone/forgot",
  summary: "Sends a code and a link for a new password by SMS; 202 also for a number without an account",
  body: z.object({ phone: phoneField, captcha: captchaField }),
});

const confirming = {
  ...open,
  output: dataOf(z.object({ reset_token: z.string() })),
  errors: [linkExpired],
  rate,
} as const;
export const confirmCodeByEmail = route({
  ...confirming,
  path: "/api/v2/auth/password/email/code/confirm",
  summary: "Exchanges a mailed code for a token that sets a new password",
  body: z.object({ email: emailField, code: codeField }),
});
export const confirmCodeByPhone = route({
  ...confirming,
  path: "/api/v2/auth/password/phone/code/confirm",
  summary: "Exchanges a code from the phone for a token that sets a new password",
  body: z.object({ phone: phoneField, code: codeField }),
});
export const confirmTokenByEmail = route({
  ...confirming,
  path: "/api/v2/auth/password/email/token/confirm",
  summary: "Exchanges the token of a mailed link for one that sets a new password",
  body: z.object({ token: secretField }),
});
export const confirmTokenByPhone = route({
  ...confirming,
  path: "/api/v2/auth/password/phone/token/confirm",
  summary: "Exchanges the token of a link in an SMS for one that sets a new password",
  body: z.object({ token: secretField }),
});

const checking = { ...open, status: 204, errors: [linkExpired], rate } as const;
export const checkTokenByEmail = route({
  ...checking,
  path: "/api/v2/auth/password/email/token/check",
  summary: "Checks a token without using it up",
  body: z.object({ token: secretField }),
});
export const checkTokenByPhone = route({
  ...checking,
  path: "/api/v2/auth/password/phone/token/check",
  summary: "Checks a token for this number without using it up",
  body: z.object({ token: secretField, phone: z.optional(phoneField) }),
});

const resetting = {
  ...open,
  orAccepted: true,
  output: loginAnswer,
  errors: [linkExpired, accountLocked],
  rate,
} as const;
const chosen = { password: chosenPasswordField, password_confirm: z.string("password_confirm_wrong") };
export const resetByToken = route({
  ...resetting,
  path: "/api/v2/auth/password/email/reset/token",
  summary: "Sets a new password with a token and signs in; all other sessions end",
  body: z.object({ token: secretField, ...chosen }),
});
export const resetByEmailCode = route({
  ...resetting,
  path: "/api/v2/auth/password/email/reset/code",
  summary: "Sets a new password with a mailed code and signs in; all other sessions end",
  body: z.object({ email: emailField, code: codeField, ...chosen }),
});
export const resetByPhone = route({
  ...resetting,
  path: "/api/v2/auth/password/phone/reset",
  summary: "Sets a new password with a code from the phone, or with a token, and signs in; all other sessions end",
  body: z.object({
    token: z.optional(secretField),
    phone: z.optional(phoneField),
    code: z.optional(codeField),
    ...chosen,
  }),
});

const signedIn = { method: "POST", module: "accounts", caller: "player", moves: "nothing", status: 204, rate } as const;
export const updatePassword = route({
  ...signedIn,
  path: "/password/update",
  summary: "Changes the password; all other sessions end",
  body: z.object({ old_password: triedPasswordField, ...chosen }),
  errors: [proofRequired, tooManyLogins],
});
export const setPassword = route({
  ...signedIn,
  path: "/api/v2/auth/password/set",
  summary: "Sets the first password of an account that has none; all other sessions end",
  body: z.object({ password: chosenPasswordField, confirm_password: z.string("password_confirm_wrong") }),
  errors: [proofRequired, passwordExists],
});
