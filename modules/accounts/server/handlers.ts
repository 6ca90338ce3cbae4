import { Failure, fail } from "#kit/contract/error-code.ts";

import { unauthenticated, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";

import { isCurrency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Counted } from "#modules/captcha/server/index.ts";
import {
  changeSettings,
  getProfile,
  logInByPassword,
  logInByPhone,
  logInThrough,
  logOut,
  refreshToken,
  registerByEmail,
  registerByPhone,
  type TokenAnswer,
} from "../shared/contract.ts";
import { sessionReplayed } from "../shared/errors.ts";
import type { Browsers } from "./browsers.ts";
import type { CaptchaPort } from "./captcha-port.ts";
import type { Codes } from "./codes.ts";
import { type Contact, emailContact, phoneContact } from "./contact.ts";
import type { Contacts } from "./contacts.ts";
import { logIn } from "./log-in.ts";
import type { Logins } from "./logins.ts";
import type { Passwords } from "./passwords.ts";
import type { Profiles } from "./profile.ts";
import { type GeoLookup, regionOf } from "./region.ts";
import { type RegistrationHook, register } from "./register.ts";
import { recordVisit } from "./session-store.ts";
import type { Sessions } from "./sessions.ts";

import { type SignIn, visitOf } from "./sign-in.ts";

import { updateSettings } from "./store.ts";

export interface HandlerParts {
  readonly host: Host;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly profiles: Profiles;
  readonly features: ReadonlySet<string>;
  readonly hooks: readonly RegistrationHook[];
  readonly captchaPort: CaptchaPort;
  readonly geoLookup: GeoLookup;
  readonly signIn: SignIn;
  readonly providers: ReadonlyMap<string, LoginProvider>;
  readonly logins: Logins;
  readonly codes: Codes;
  readonly browsers: Browsers;
  /** Sends a code that confirms a newly given number, as far as the caps allow. */
  readonly sendFirstCode: Contacts["sendFirstCode"];
}

type RegistrationCall = Call<typeof registerByEmail> | Call<typeof registerByPhone>;

/** Signs in through a provider: returns a token, or the URL of the window to open. */
export type LoginProvider = (call: Call<typeof logInThrough>) => Promise<TokenAnswer | { readonly url: string }>;

export function accountHandlers(parts: HandlerParts): readonly Handler[] {
  return [...signingHandlers(parts), ...profileHandlers(parts)];
}

function signingHandlers(parts: HandlerParts): readonly Handler[] {
  const { host, sessions, passwords, hooks, captchaPort, signIn, providers } = parts;
  const { cookie } = signIn;

  async function open(call: RegistrationCall, contact: Contact, password: string | null) {
    const { locale = null, timezone = null, captcha, currency, ...rest } = call.input.body;
    const { fpp, partner, adplace, stag, promo, click_id, click_source, cpa_id, offer_ends } = rest;
    await captchaPort.requireAboveRates(registrations, captcha, call.ip);
    const source = { fpp, partner, adplace, stag, promo, click_id, click_source, cpa_id, offer_ends };
    const wanted = { currency: knownCurrency(currency), locale, timezone };
    const country = parts.geoLookup.countryOf(call.ip);
    const facts = { contact, password, ...wanted, country, test: false, source };
    const opened = register(host, passwords, facts, hooks, async (tx, player) => {
      if (contact.kind === "phone") {
        await parts.sendFirstCode(tx, player, contact, { locale: locale ?? call.locale, from: call });
      }
      return signIn.signIn(tx, call, player);
    });
    return opened.catch(async error => {
      if (isTaken(error, contact)) await captchaPort.note("taken", call.ip);
      throw error;
    });
  }

  return [
    handle(registerByEmail, call => {
      const { email, password } = call.input.body;
      return open(call, emailContact(email), password);
    }),
    handle(registerByPhone, async call => {
      const { phone, password } = call.input.body;
      return open(call, phoneContact(phone), password ?? null);
    }),
    handle(logInByPassword, call => {
      const { email, password, captcha } = call.input.body;
      return logIn(parts, call, { contact: emailContact(email), password }, () =>
        captchaPort.require(captcha, call.ip),
      );
    }),
    handle(logInByPhone, async call => {
      const { phone, password, captcha } = call.input.body;
      return logIn(parts, call, { contact: phoneContact(phone), password }, () =>
        captchaPort.require(captcha, call.ip),
      );
    }),
    handle(logInThrough, async call => {
      const provider = providers.get(call.input.body.provider);
      if (!provider) return fail(validationFailed, { errors: { provider: ["provider_unknown"] } });
      return provider(call);
    }),
    handle(refreshToken, async call => {
      const result = await sessions.refresh(cookie.read(call.cookies));
      if (result.kind === "refreshed") return { access_token: signIn.handOver(call, result.keys) };
      call.setHeader("set-cookie", cookie.clear());
      return fail(result.kind === "replayed" ? sessionReplayed : unauthenticated);
    }),
    handle(logOut, async call => {
      if (call.session) await sessions.end(call.session.id);
      await sessions.endByRefresh(cookie.read(call.cookies));
      call.setHeader("set-cookie", cookie.clear());
      return undefined;
    }),
  ];
}

/** An IP address that has learnt once that a contact is taken learns no more without a captcha. */
const registrations: readonly Counted[] = [
  { what: "register", free: 30 },
  { what: "taken", free: 1, isNoted: true },
];

function isTaken(error: unknown, { kind }: Contact): boolean {
  return error instanceof Failure && error.details.errors?.[kind]?.includes(`${kind}_taken`) === true;
}

function profileHandlers({ host, sessions, profiles, features, geoLookup }: HandlerParts): readonly Handler[] {
  return [
    handle(getProfile, async call => {
      const { session, token } = call;
      invariant(token !== null, "a session without a token");
      const fresh = await sessions.freshToken(session, token);
      if (call.input.query.whoAreYou !== undefined) {
        await recordVisit(host.db, session.id, visitOf(call), new Date(host.clock.now()));
      }
      const [user, offer] = await Promise.all([
        profiles.of(session.player, session.id),
        profiles.offerOf(session.player),
      ]);
      const region = regionOf(call, geoLookup);
      const beside = { ...(fresh && { fresh_token: fresh }), ...(offer !== null && { super_bonus: offer }) };
      return { user, features: [...features].sort(), region, ...beside };
    }),
    handle(changeSettings, async call => {
      const { body } = call.input;
      const { player } = call.session;
      await host.db.tx(async tx => {
        await updateSettings(tx, player, {
          locale: body.locale ?? null,
          timezone: body.timezone ?? null,
          avatarHidden: body.is_avatar_hidden ?? null,
          statisticsHidden: body.is_statistics_hidden ?? null,
          currency: body.currency === undefined ? null : knownCurrency(body.currency),
        });
        await sessions.playerChanged(tx, player);
      });
      return { user: await profiles.of(player, call.session.id) };
    }),
  ];
}

/** The contract accepts no other value. */
function knownCurrency(text: string) {
  invariant(isCurrency(text), "an unsupported currency");
  return text;
}
