import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { CaptchaProvider } from "./provider.ts";

const timeoutMs = 5000;
const answerSchema = z.object({ success: z.boolean(), "error-codes": z._default(z.array(z.string()), []) });
/** The provider's code for a token that was used before or is too old. */
const staleCodes = ["timeout-or-duplicate", "already-seen-response", "expired-input-response"];

export interface SiteverifyOptions {
  readonly verifyUrl: string;
  readonly secret: string;
  readonly siteKey: string;
  readonly scriptUrl: string;
}

/**
 * Any provider with a `siteverify` call (Turnstile, hCaptcha and others): sends the browser's token there with our secret. Without a
 * response the call is refused.
 */
export function siteverifyProvider(host: Pick<Host, "log">, options: SiteverifyOptions): CaptchaProvider {
  async function ask(solution: string, ip: string) {
    try {
      const answer = await fetch(options.verifyUrl, {
        method: "POST",
        body: new URLSearchParams({ secret: options.secret, response: solution, remoteip: ip }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      return z.parse(answerSchema, await answer.json());
    } catch (error) {
      host.log.warn({ err: error }, "captcha provider did not respond");
      return fail(unavailable, { retryAfter: 5 });
    }
  }
  return {
    offer: async () => ({ kind: "widget", script: options.scriptUrl, site_key: options.siteKey }),
    async check(solution, ip) {
      const { success, "error-codes": codes } = await ask(solution, ip);
      if (success) return "right";
      return codes.some(code => staleCodes.includes(code)) ? "expired" : "wrong";
    },
  };
}
