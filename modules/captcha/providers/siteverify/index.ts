import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { type CaptchaProvider, type CaptchaWidget, widgetOffer } from "../../server/provider.ts";

const timeoutMs = 5000;
const answerSchema = z.object({ success: z.boolean(), "error-codes": z._default(z.array(z.string()), []) });
/** The provider's code for a token that was used before or is too old. */
const staleCodes = ["timeout-or-duplicate", "already-seen-response", "expired-input-response"];

/** Refusals of our secret, not of a token. */
const secretCodes = ["missing-input-secret", "invalid-input-secret"];

/**
 * Any provider with a `siteverify` call and a script whose `render` is like Turnstile's, hCaptcha's or reCAPTCHA's: sends the browser's
 * token there with our secret. Without a response the call is refused.
 */
export function siteverifyProvider({ config, log }: Pick<Host, "config" | "log">): CaptchaProvider {
  const { verifyUrl, secret, widget } = readSettings(config);

  async function verify(fields: Record<string, string>) {
    const response = await fetch(verifyUrl, {
      method: "POST",
      body: new URLSearchParams({ secret, ...fields }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    return z.parse(answerSchema, await response.json());
  }

  return {
    widget,
    offer: async () => widgetOffer(widget),
    async check(solution, ip) {
      const { success, "error-codes": codes } = await verify({ response: solution, remoteip: ip }).catch(error => {
        log.warn({ err: error }, "captcha provider did not respond");
        return fail(unavailable, { retryAfter: 5 });
      });
      if (success) return "right";
      return codes.some(code => staleCodes.includes(code)) ? "expired" : "wrong";
    },
    async probe() {
      const { "error-codes": codes } = await verify({ response: "" });
      if (codes.some(code => secretCodes.includes(code)))
        throw new Error("the captcha provider refuses CAPTCHA_SECRET");
    },
  };
}

/** Throws a sentence if a setting is missing. */
function readSettings(config: Config) {
  const { CAPTCHA_VERIFY_URL: verifyUrl, CAPTCHA_SECRET: secret, CAPTCHA_ORIGINS: origins } = config;
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SCRIPT_URL: script } = config;
  if (!verifyUrl || !secret || !siteKey || !script)
    throw new Error(
      "CAPTCHA_VERIFY_URL, CAPTCHA_SECRET, CAPTCHA_SITE_KEY and CAPTCHA_SCRIPT_URL go together: set all or none.",
    );
  const widget: CaptchaWidget = { script, siteKey, origins, globals: ["turnstile", "hcaptcha", "grecaptcha"] };
  return { verifyUrl, secret, widget };
}
