import { hash } from "node:crypto";
import type { Config } from "#kit/host/config.ts";
import type { Random } from "#kit/host/host.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Visitor } from "./conversation-store.ts";

/** How long a guest's conversation is found again in their browser: seconds. */
const cookieLife = 30 * 86_400;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

type From = Pick<Call, "session" | "cookies">;

/** Who calls: the signed-in player, else the guest with the cookie of this module. */
export interface Visitors {
  of(call: From): Visitor | null;
  /** The guest of this browser, also when a player is signed in. */
  guestOf(call: Pick<Call, "cookies">): Visitor | null;
  /** As {@link of}; a guest without a cookie gets one. */
  ensure(call: From & Pick<Call, "setHeader">): Visitor;
}

export function createVisitors(config: Pick<Config, "ALLOW_INSECURE_COOKIES">, random: Random): Visitors {
  const cookie = hostCookie("support", config.ALLOW_INSECURE_COOKIES);
  const guestOf: Visitors["guestOf"] = ({ cookies }) => {
    const token = cookie.read(cookies);
    return token !== undefined && tokenPattern.test(token) ? { guest: hashOf(token) } : null;
  };
  const of: Visitors["of"] = call => (call.session ? { player: call.session.player } : guestOf(call));
  return {
    of,
    guestOf,
    ensure(call) {
      const known = of(call);
      if (known) return known;
      const token = Buffer.from(random.bytes(32)).toString("base64url");
      call.setHeader("set-cookie", cookie.set(token, cookieLife));
      return { guest: hashOf(token) };
    },
  };
}

function hashOf(token: string): Uint8Array {
  return hash("sha256", token, "buffer");
}
