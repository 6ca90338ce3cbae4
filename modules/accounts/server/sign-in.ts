import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { TokenAnswer } from "../shared/contract.ts";
import { newDeviceSignedIn } from "../shared/events.ts";
import { refuseLocked } from "./account-lock.ts";
import type { Browsers } from "./browsers.ts";
import { hadSessionBefore, type Visit } from "./session-store.ts";
import { sessionLifeMs } from "./session-times.ts";
import type { Keys, Sessions } from "./sessions.ts";

/** The address that opens a session of this player on the main host too, or undefined where that is not needed. */
export type SignOnLink = (
  tx: Tx,
  call: Pick<Call, "hostname" | "ip">,
  opened: { readonly player: PlayerId; readonly session: Uuid },
) => Promise<string | undefined>;

/** What a door in needs of the call that comes through it. */
export type Arriving = Pick<Call, "hostname" | "ip" | "userAgent" | "setHeader" | "cookies">;

/** The one way in: whoever has found out who a visitor is opens the session here. */
export interface SignIn {
  readonly cookie: ReturnType<typeof hostCookie>;
  /** Opens a session and hands its keys over: the refresh cookie with the answer, the access token in it. Fails with `account_locked`. */
  signIn(tx: Tx, call: Arriving, player: PlayerId): Promise<TokenAnswer>;
  /** The same on another host for whoever is at a session already; undefined when that has ended meanwhile. */
  carryOn(tx: Tx, call: Arriving, from: Uuid): Promise<TokenAnswer | undefined>;
  /** Sets the refresh cookie; answers the access token. */
  handOver(call: Arriving, keys: Keys): string;
}

/** `linkOf`: asked after every sign-in except those that come from another host of the house already. */
export function createSignIn(host: Host, sessions: Sessions, browsers: Browsers, linkOf: SignOnLink): SignIn {
  const cookie = hostCookie("refresh", host.config.ALLOW_INSECURE_COOKIES);
  function handOver(call: Arriving, keys: Keys): string {
    call.setHeader("set-cookie", cookie.set(keys.refresh, sessionLifeMs / 1000));
    call.setHeader("cache-control", "no-store");
    return keys.token;
  }
  return {
    cookie,
    handOver,
    async signIn(tx, call, player) {
      await refuseLocked(tx, player);
      const opened = await sessions.open(tx, player, visitOf(call));
      const { isNew } = await browsers.remember(tx, call, player);
      if (isNew && (await hadSessionBefore(tx, player, opened.session))) {
        const { ip, userAgent } = visitOf(call);
        await host.bus.publish(tx, newDeviceSignedIn, { player, session: opened.session, userAgent, ip });
      }
      const link = await linkOf(tx, call, { player, session: opened.session });
      return { token: handOver(call, opened), ...(link !== undefined && { sso_link: link }) };
    },
    async carryOn(tx, call, from) {
      const opened = await sessions.carryOn(tx, from, visitOf(call));
      if (!opened) return undefined;
      await browsers.remember(tx, call, opened.player);
      return { token: handOver(call, opened) };
    },
  };
}

/** Where a call comes from, as the session remembers it. */
export function visitOf(call: Pick<Call, "hostname" | "ip" | "userAgent">): Visit {
  const { hostname, ip, userAgent } = call;
  return { hostname, ip, userAgent: userAgent.slice(0, 400) };
}
