import * as z from "zod/mini";
import { dataOf, emailField } from "#kit/contract/fields.ts";
import { type RouteSpec, route } from "#kit/contract/route.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import { phoneCodeType } from "./contacts-contract.ts";
import { codeField, loginAnswer, phoneField, resendAnswer, secretField, tokenAnswer } from "./contract.ts";
import { accountLocked, challengeOver, linkExpired, tooManyCodes, tooManyLogins } from "./errors.ts";

/** Passwordless sign-in: by a code, by a mailed link; and the second step by a code. */

const open = {
  method: "POST",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
} as const satisfies Partial<RouteSpec>;
const byCode = {
  ...open,
  orAccepted: true,
  output: z.union([loginAnswer, resendAnswer]),
  errors: [tooManyCodes, accountLocked],
  rate: { burst: 60, perMinute: 20 },
} as const;

export const logInByEmailCode = route({
  ...byCode,
  path: "/api/v2/auth/login/email/code",
  summary: "Without `code` mails one (202, also for an address without an account), with it signs in",
  body: z.object({ email: emailField, code: z.optional(codeField), captcha: captchaField }),
});
export const logInByPhoneCode = route({
  ...byCode,
  errors: [tooManyCodes, phonePaused, accountLocked],
  path: "/api/v2/auth/login/phone/code",
  summary: "Without `code` calls or sends one (202, also for a number without an account), with it signs in",
  query: phoneCodeType,
  body: z.object({ phone: phoneField, code: z.optional(codeField), captcha: captchaField }),
});

const resending = { ...open, status: 202, output: resendAnswer, errors: [tooManyCodes], rate: byCode.rate } as const;

export const resendEmailLogin = route({
  ...resending,
  path: "/api/v2/auth/login/email/resend",
  summary: "Mails another code to sign in with; the former one no longer works",
  body: z.object({ email: emailField, captcha: captchaField }),
});
export const resendPhoneLogin = route({
  ...resending,
  errors: [tooManyCodes, phonePaused],
  path: "/api/v2/auth/login/phone/code/resend",
  summary: "Calls with another code to sign in with, or sends it; the former one no longer works",
  query: phoneCodeType,
  body: z.object({ phone: phoneField, captcha: captchaField }),
});

const finishing = {
  ...open,
  body: z.object({ challenge: secretField, code: codeField }),
  output: tokenAnswer,
  errors: [challengeOver, tooManyLogins, accountLocked],
  rate: { burst: 30, perMinute: 20 },
} as const;

export const finishByEmail = route({
  ...finishing,
  path: "/api/v2/auth/login/email/verification",
  summary: "The second step of a login by the code that was mailed",
});
export const finishByPhone = route({
  ...finishing,
  path: "/api/v2/auth/login/phone/verification",
  summary: "The second step of a login by the code that was sent to the phone",
});

export const sendLoginLink = route({
  ...open,
  path: "/auth/send_login_data",
  summary: "Mails a link to sign in with; 202 also for an address without an account",
  body: z.object({ email: emailField, captcha: captchaField }),
  status: 202,
  output: resendAnswer,
  rate: { burst: 20, perMinute: 5 },
});

export const readLoginLink = route({
  ...open,
  path: "/api/v1/auth/login-link/read",
  summary: "Whose account a mailed link opens, masked; the link stays valid",
  body: z.object({ token: secretField }),
  output: dataOf(z.object({ account: z.string() })),
  errors: [linkExpired],
  rate: { burst: 30, perMinute: 20 },
});
export const logInByLink = route({
  ...open,
  path: "/api/v1/auth/login-link",
  summary: "Signs in with a mailed link, once",
  body: z.object({ token: secretField }),
  orAccepted: true,
  output: loginAnswer,
  errors: [linkExpired, accountLocked],
  rate: { burst: 30, perMinute: 20 },
});
