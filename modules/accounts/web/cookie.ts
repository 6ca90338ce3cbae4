import { pageCookies } from "#kit/web/cookies.ts";

/** The site sends the access token in the cookie `token`. */
export function readToken(): string | null {
  return pageCookies.get("token");
}

export function writeToken(token: string | null): void {
  if (token === null) pageCookies.remove("token");
  else pageCookies.set("token", token);
}
