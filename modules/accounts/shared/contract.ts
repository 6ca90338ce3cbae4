import * as z from "zod/mini";
import {
  currencyField,
  dataOf,
  emailField,
  instantField,
  moneyField,
  passwordField,
  plainText,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { locales } from "#kit/i18n/locale.ts";
import { isZone } from "#kit/std/is-zone.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { phonePaused } from "#modules/messages/shared/errors.ts";
import {
  accountLocked,
  sessionReplayed,
  signOnRefused,
  tooManyCodes,
  tooManyLogins,
  wrongCredentials,
} from "./errors.ts";

/** The specification's codes of the three languages; `kz` is the language `kk`. */
export const localeField = z.enum(locales, "locale_invalid");
/** An IANA time zone that this server supports. */
export const timezoneField = z
  .string("timezone_invalid")
  .check(z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/, "timezone_invalid"), z.refine(isZone, "timezone_invalid"));

/** Signed in. On a mirror `sso_link` opens the session on the main host too and comes back; the site adds `return` to it. */
export const tokenAnswer = z.object({ token: z.string(), sso_link: z.optional(z.string()) });
export type TokenAnswer = z.output<typeof tokenAnswer>;

/** The player's source, as the site stored it on the first visit: free text for partners. */
const sourceText = z.optional(
  z.string("source_invalid").check(z.maxLength(200, "source_invalid"), z.regex(plainText, "source_invalid")),
);
export const sourceFields = {
  /** The browser's fingerprint. */
  fpp: sourceText,
  partner: sourceText,
  adplace: sourceText,
  stag: sourceText,
  promo: sourceText,
  /** The click on an advertisement, as its network names it, and what the link calls the network. */
  click_id: sourceText,
  click_source: sourceText,
  /** The click of a CPA network. */
  cpa_id: sourceText,
  /** When the welcome offer ends whose countdown the visitor saw. */
  offer_ends: z.optional(instantField),
};
export type RegistrationSource = { readonly [Name in keyof typeof sourceFields]?: string | undefined };

/** The methods for the second step of a login: a code to a contact, or a factor that the player switched on. */
export const stepName = z.enum(["phone", "email", "totp", "recovery", "passkey"]);
export type StepName = z.output<typeof stepName>;

/** A login ends in a token, or (202) in a challenge that one of `methods` completes within ten minutes. */
export const loginAnswer = z.union([
  tokenAnswer,
  z.object({ data: z.object({ challenge: z.string(), methods: z.array(stepName) }) }),
]);
export type LoginAnswer = z.output<typeof loginAnswer>;

/** A code was sent, or would have been: seconds until the next request. */
export const resendAnswer = dataOf(z.object({ resend_in: z.number() }));

/** A phone number as people write it; stored in E.164. */
export const phoneField = z
  .string("phone_invalid")
  .check(z.minLength(5, "phone_invalid"), z.maxLength(32, "phone_invalid"), z.regex(/^[+()\-\s\d]+$/, "phone_invalid"));
export const codeField = z.string("code_wrong").check(z.regex(/^\d{6}$/, "code_wrong"));
/** A secret of a link or a challenge. */
export const secretField = z.string("token_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "token_invalid"));
/** A password to check, not a new one. */
export const triedPasswordField = z
  .string("password_invalid")
  .check(z.minLength(1, "password_invalid"), z.maxLength(128, "password_too_long"));

/** A new password and its repetition: errors of both are reported in one response. */
export const chosenPasswordField = z.string("password_invalid").check(z.maxLength(4000, "password_too_long"));

const registration = {
  currency: currencyField,
  /** Confirms being of age and accepts the terms. */
  agree: z.literal(true, "agree_required"),
  locale: z.optional(localeField),
  timezone: z.optional(timezoneField),
  captcha: captchaField,
  ...sourceFields,
};

export const registerByEmail = route({
  method: "POST",
  path: "/api/v2/auth/register/email",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  opensAccount: true,
  summary: "Opens an account by email and signs in",
  body: z.object({
    email: emailField,
    password: passwordField,
    ...registration,
  }),
  status: 201,
  output: tokenAnswer,
  rate: { burst: 60, perMinute: 1 },
});

export const registerByPhone = route({
  method: "POST",
  path: "/api/v2/auth/register/phone",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  opensAccount: true,
  summary:
    "Opens an account by phone and signs in; a code that confirms the number is sent by SMS. The password may be set later",
  body: z.object({
    phone: phoneField,
    password: z.optional(passwordField),
    ...registration,
  }),
  status: 201,
  output: tokenAnswer,
  rate: { burst: 60, perMinute: 1 },
});

export const logInByPassword = route({
  method: "POST",
  path: "/api/v2/auth/login/email/password",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  summary: "Signs in with email and password",
  body: z.object({
    email: emailField,
    password: triedPasswordField,
    captcha: captchaField,
  }),
  orAccepted: true,
  output: loginAnswer,
  errors: [tooManyLogins, wrongCredentials, accountLocked, tooManyCodes],
  rate: { burst: 60, perMinute: 30 },
});

export const logInByPhone = route({
  method: "POST",
  path: "/api/v2/auth/login/phone/password",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  summary: "Signs in with phone and password; a number that was never confirmed is confirmed by a code first",
  body: z.object({
    phone: phoneField,
    password: triedPasswordField,
    captcha: captchaField,
  }),
  orAccepted: true,
  output: loginAnswer,
  errors: [tooManyLogins, wrongCredentials, accountLocked, tooManyCodes, phonePaused],
  rate: { burst: 60, perMinute: 30 },
});

export const logInThrough = route({
  method: "PUT",
  path: "/auth/login",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Signs in through a provider: a social `provider` returns the URL of the window to open, `simple` (single sign-on between mirrors) a token",
  body: z.object({
    provider: z.string("provider_unknown").check(z.regex(/^[a-z]{2,20}$/, "provider_unknown")),
    /** The page that receives the window's result: an origin of this deployment. */
    origin: z.optional(z.string("origin_invalid").check(z.maxLength(200, "origin_invalid"))),
    promo: sourceText,
    currency: z.optional(currencyField),
    token: z.optional(z.string("token_invalid").check(z.maxLength(512, "token_invalid"))),
    /** With `simple`: the preimage of the hash sent when the sign-on was requested. */
    proof: z.optional(z.string("proof_invalid").check(z.maxLength(100, "proof_invalid"))),
  }),
  output: z.union([tokenAnswer, z.object({ url: z.string() })]),
  errors: [signOnRefused, accountLocked],
  rate: { burst: 60, perMinute: 60 },
});

export const refreshToken = route({
  method: "POST",
  path: "/auth/refresh-token",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  summary: "A new access token for the session of the refresh cookie; the cookie's secret is rotated",
  output: z.object({ access_token: z.string() }),
  errors: [sessionReplayed],
  rate: { burst: 120, perMinute: 60 },
});

export const logOut = route({
  method: "PUT",
  path: "/auth/logout",
  module: "accounts",
  caller: "anyone",
  moves: "nothing",
  summary: "Ends this session; a call without one does nothing",
  status: 204,
});

/** The statuses of identity verification, as specified. */
export const verificationStatus = z.enum([
  "init",
  "waiting",
  "user_pending",
  "pending",
  "failed",
  "unverified",
  "success",
  "verified",
]);

/** The signed-in player's own profile. */
export const profileUser = z.object({
  id: z.string(),
  /** The public name: two words and a number until one is chosen. */
  name: z.string(),
  /** The public id: hex of 16 random bytes, from which the player's seal is drawn. */
  seal: z.string(),
  /** The key of the picture beside the name. */
  avatar: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Real money of the active currency. */
  balance: moneyField,
  /** The active bonus. */
  bonus: z.nullable(z.object({ id: z.string(), name: z.string() })),
  bonus_balance: moneyField,
  total_balance: moneyField,
  /** Null until chosen. */
  currency: z.nullable(currencyField),
  /** Null until chosen: the site then sets the browser's. */
  locale: z.nullable(localeField),
  timezone: z.nullable(z.string()),
  register_method: z.enum(["email", "phone", "social"]),
  is_phone_verified: z.boolean(),
  is_email_verified: z.boolean(),
  is_password_exists: z.boolean(),
  /** Address of the picture: drawn, uploaded, or the seal. */
  image: z.object({ small: z.string() }),
  premium: z.object({ status: z.nullable(z.string()) }),
  /** Until then stakes and deposits are refused: a break, or the player's age. Null when there is none. */
  blocked_until: z.nullable(timeField),
  /** The given date of birth is under age: an accepted proof of age ends it sooner. */
  needs_proof_of_age: z.boolean(),
  verification: z.object({ is_need: z.boolean(), data: z.object({ status: verificationStatus }) }),
  is_avatar_hidden: z.boolean(),
  is_statistics_hidden: z.boolean(),
  /** A test account: left out of reports, marked in feeds. */
  is_test: z.boolean(),
  /** The previous login, from any browser; null when there was none in 90 days. */
  last_login_at: z.nullable(timeField),
});

export const getProfile = route({
  method: "GET",
  path: "/profile/user",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "The signed-in player; with `whoAreYou` the visit is recorded in the session",
  query: z.object({ whoAreYou: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({
    user: profileUser,
    /** Names of enabled features. */
    features: z.array(z.string()),
    region: z.enum(["KZ", "RU"]),
    /** Replaces the given token, which has under 5 minutes left. */
    fresh_token: z.optional(z.string()),
    /** The bonus that an operator granted the caller and that is not claimed yet. */
    super_bonus: z.optional(uuidField),
  }),
});

export const changeSettings = route({
  method: "PUT",
  path: "/profile/settings",
  module: "accounts",
  caller: "player",
  moves: "nothing",
  summary: "Changes the given settings and leaves the rest unchanged",
  body: z.object({
    locale: z.optional(localeField),
    timezone: z.optional(timezoneField),
    is_avatar_hidden: z.optional(z.boolean("invalid")),
    is_statistics_hidden: z.optional(z.boolean("invalid")),
    currency: z.optional(currencyField),
  }),
  output: z.object({ user: profileUser }),
});

export type ProfileUser = z.output<typeof profileUser>;
export type Settings = z.output<typeof changeSettings.body>;
