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

/** The URL that opens a session of this player on the main host too, or undefined if that is not needed. */
export type SignOnLink = (
  tx: Tx,
  call: Pick<Call, "hostname" | "ip">,
  opened: { readonly player: PlayerId; readonly session: Uuid },
) => Promise<string | undefined>;

/** The parts of a call that signing in uses. */
export type Arriving = Pick<Call, "hostname" | "ip" | "userAgent" | "setHeader" | "cookies">;

/** The one sign-in: every login, once it has identified the player, opens the session here. */
export interface SignIn {
  readonly cookie: ReturnType<typeof hostCookie>;
  /** Opens a session: sets the refresh cookie and returns the access token. Fails with `account_locked`. */
  signIn(tx: Tx, call: Arriving, player: PlayerId): Promise<TokenAnswer>;
  /** Signs a player with a session in on another host; undefined when the session has ended meanwhile. */
  carryOn(tx: Tx, call: Arriving, from: Uuid): Promise<TokenAnswer | undefined>;
  /** Sets the refresh cookie; returns the access token. */
  handOver(call: Arriving, keys: Keys): string;
}

/** `linkOf`: called after every sign-in except those carried over from another host. */
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

/** The origin of a call, as the session stores it. */
export function visitOf(call: Pick<Call, "hostname" | "ip" | "userAgent">): Visit {
  const { hostname, ip, userAgent } = call;
  return { hostname, ip, userAgent: userAgent.slice(0, 400) };
}
