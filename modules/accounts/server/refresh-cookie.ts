import type { Config } from "#kit/host/config.ts";
import type { Call } from "#kit/http/handler.ts";
import { sessionLifeMs } from "./session-times.ts";

type CookieCall = Pick<Call, "cookies" | "setHeader">;

/** The cookie of the API host that carries the refresh secret. */
export interface RefreshCookie {
  read(call: Pick<Call, "cookies">): string | undefined;
  set(call: CookieCall, value: string): void;
  clear(call: CookieCall): void;
}

/** `__Host-` demands Secure; where the operator allowed insecure cookies the name has no prefix. */
export function refreshCookie(config: Pick<Config, "ALLOW_INSECURE_COOKIES">): RefreshCookie {
  const insecure = config.ALLOW_INSECURE_COOKIES;
  const name = insecure ? "refresh" : "__Host-refresh";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${insecure ? "" : "; Secure"}`;
  return {
    read: call => call.cookies[name],
    set: (call, value) =>
      call.setHeader("set-cookie", `${name}=${value}; Max-Age=${sessionLifeMs / 1000}; ${attributes}`),
    clear: call => call.setHeader("set-cookie", `${name}=; Max-Age=0; ${attributes}`),
  };
}
