import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { namedProvider } from "#kit/host/named-provider.ts";
import type { CaptchaProvider, NamedCaptchaProvider } from "../server/provider.ts";
import { siteverifyProvider } from "./siteverify/index.ts";
import { workProvider } from "./work/index.ts";

/** Creates a provider from its settings. */
export type CaptchaProviders = Readonly<Record<string, (host: Host) => CaptchaProvider>>;

/** The supported providers by name. A new one is a folder beside this file and a line here. */
export const captchaProviders: CaptchaProviders = { work: workProvider, siteverify: siteverifyProvider };

/** The provider that CAPTCHA_PROVIDER names. Throws a sentence for an unknown name or incomplete settings. */
export function configuredCaptchaProvider(host: Host, known = captchaProviders): NamedCaptchaProvider {
  const name = host.config.CAPTCHA_PROVIDER ?? defaultName(host.config);
  return { name, provider: namedProvider(known, "CAPTCHA_PROVIDER", name)(host) };
}

function defaultName(config: Config): string {
  const { CAPTCHA_VERIFY_URL, CAPTCHA_SECRET, CAPTCHA_SITE_KEY, CAPTCHA_SCRIPT_URL } = config;
  return CAPTCHA_VERIFY_URL || CAPTCHA_SECRET || CAPTCHA_SITE_KEY || CAPTCHA_SCRIPT_URL ? "siteverify" : "work";
}
