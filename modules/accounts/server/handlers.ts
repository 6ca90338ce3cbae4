import { fail } from "#kit/contract/error-code.ts";
import { unauthenticated, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import {
  changeSettings,
  getProfile,
  logInByPassword,
  logInThrough,
  logOut,
  refreshToken,
  registerByEmail,
  type TokenAnswer,
} from "../shared/contract.ts";
import { sessionReplayed } from "../shared/errors.ts";
import { logIn } from "./log-in.ts";
import type { Passwords } from "./passwords.ts";
import type { Profiles } from "./profile.ts";
import { type Places, regionOf } from "./region.ts";
import { type RegistrationHook, register } from "./register.ts";
import { recordVisit } from "./session-store.ts";
import type { Sessions } from "./sessions.ts";
import { type SignInDoor, visitOf } from "./sign-in.ts";
import { updateSettings } from "./store.ts";

export interface HandlerParts {
  readonly host: Host;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly profiles: Profiles;
  readonly features: ReadonlySet<string>;
  readonly hooks: readonly RegistrationHook[];
  readonly humans: Humans;
  readonly places: Places;
  readonly door: SignInDoor;
  readonly providers: ReadonlyMap<string, LoginProvider>;
}

/** Tells people from programs; see the module captcha. */
export type Humans = Pick<Captcha, "demand" | "demandOfCrowd">;

/** Signs in by what somebody else says of the visitor: a token, or the address of the window where that is asked. */
export type LoginProvider = (call: Call<typeof logInThrough>) => Promise<TokenAnswer | { readonly url: string }>;

export function accountHandlers(parts: HandlerParts): readonly Handler[] {
  return [...signingHandlers(parts), ...profileHandlers(parts)];
}

function signingHandlers(parts: HandlerParts): readonly Handler[] {
  const { host, sessions, passwords, hooks, humans, door, providers } = parts;
  const { cookie } = door;
  return [
    handle(registerByEmail, async call => {
      const { email, password, locale, timezone, captcha } = call.input.body;
      const { fpp, partner, adplace, stag, promo } = call.input.body;
      await humans.demandOfCrowd("register", captcha, call.ip);
      const currency = knownCurrency(call.input.body.currency);
      const registration = {
        email,
        password,
        currency,
        locale: locale ?? null,
        timezone: timezone ?? null,
        test: false,
        source: { fpp, partner, adplace, stag, promo },
      };
      return register(host, passwords, registration, hooks, (tx, player) => door.signIn(tx, call, player));
    }),
    handle(logInByPassword, async call => {
      const { body } = call.input;
      const player = await logIn(host, passwords, body, () => humans.demand(body.captcha, call.ip));
      return host.db.tx(tx => door.signIn(tx, call, player));
    }),
    handle(logInThrough, async call => {
      const provider = providers.get(call.input.body.provider);
      if (!provider) return fail(validationFailed, { errors: { provider: ["provider_unknown"] } });
      return provider(call);
    }),
    handle(refreshToken, async call => {
      const result = await sessions.refresh(cookie.read(call.cookies));
      if (result.kind === "refreshed") return { access_token: door.handOver(call, result.keys) };
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

function profileHandlers({ host, sessions, profiles, features, places }: HandlerParts): readonly Handler[] {
  return [
    handle(getProfile, async call => {
      const { session, token } = call;
      invariant(token !== null, "a session without a token");
      const fresh = await sessions.freshToken(session, token);
      if (call.input.query.whoAreYou !== undefined) {
        await recordVisit(host.db, session.id, visitOf(call), new Date(host.clock.now()));
      }
      const user = await profiles.of(session.player);
      const region = regionOf(call, places);
      return { user, features: [...features].sort(), region, ...(fresh ? { fresh_token: fresh } : {}) };
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
      return { user: await profiles.of(player) };
    }),
  ];
}

/** The contract has let nothing else through. */
function knownCurrency(text: string) {
  invariant(isCurrency(text), "a currency the house does not have");
  return text;
}
