import type { Host } from "#kit/host/host.ts";
import { namedProvider } from "#kit/host/named-provider.ts";
import type { ProbedProvider } from "#kit/host/provider-health.ts";
import { required } from "#kit/std/invariant.ts";
import type { SignInProvider, SupportedProviders } from "../server/provider.ts";
import { google } from "./google/index.ts";
import { telegram } from "./telegram/index.ts";
import { vk } from "./vk/index.ts";
import { yandex } from "./yandex/index.ts";

/** The supported sign-in providers. A new one is a folder next to this file, a line here, and its name in the constraint of `social.links`. */
export const signInProviders: SupportedProviders = { google, vk, yandex, telegram };

/** The providers of this deployment. */
export interface ConfiguredProviders {
  readonly all: readonly (ProbedProvider & { readonly provider: SignInProvider })[];
  has(name: string): boolean;
  get(name: string): SignInProvider;
  /** Also of a provider that is no longer configured. */
  titleOf(name: string): string;
  /**
   * Whether a provider is authoritative for a mailbox: it runs it itself. Its information on other mailboxes was true at some time,
   * and may be outdated.
   */
  isAuthoritativeFor(name: string, email: string): boolean;
}

/** The providers that SOCIAL_PROVIDERS names. Throws a sentence for an unknown name or wrong settings. */
export function configuredProviders(
  host: Host,
  redirectAddress: () => string,
  known: SupportedProviders,
): ConfiguredProviders {
  const all = host.config.SOCIAL_PROVIDERS.map(entry => {
    const [name = "", settings = ""] = entry.split(/=(.*)/);
    const supported = namedProvider(known, "SOCIAL_PROVIDERS", name);
    return { name, provider: supported.connect(host, { settings, redirectAddress }) };
  });
  const byName = new Map(all.map(({ name, provider }) => [name, provider]));
  return {
    all,
    has: name => byName.has(name),
    get: name => required(byName.get(name), `the sign-in provider ${name} is not configured`),
    titleOf: name => known[name]?.title ?? name,
    isAuthoritativeFor: (name, email) =>
      known[name]?.mailboxes.includes(email.toLowerCase().replace(/^.*@/, "")) ?? false,
  };
}
