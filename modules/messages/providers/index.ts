import type { Host } from "#kit/host/host.ts";
import { namedProvider } from "#kit/host/named-provider.ts";
import type { NamedPhoneProvider, PhoneProvider } from "../server/phone-provider.ts";
import { sandboxPhone } from "./sandbox/index.ts";

/** Creates a provider from its settings. */
export type PhoneProviders = Readonly<Record<string, (host: Host) => PhoneProvider>>;

/** The supported providers of SMS and calls by name. A new one is a folder beside this file and a line here. */
export const phoneProviders: PhoneProviders = { sandbox: sandboxPhone };

/** The provider that SMS_PROVIDER names. Throws a sentence for an unknown name. */
export function configuredPhoneProvider(host: Host, known = phoneProviders): NamedPhoneProvider {
  const { SMS_PROVIDER: name } = host.config;
  return { name, provider: namedProvider(known, "SMS_PROVIDER", name)(host) };
}
