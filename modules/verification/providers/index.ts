import type { Host } from "#kit/host/host.ts";
import { namedProvider } from "#kit/host/named-provider.ts";
import type { CheckProvider, NamedCheckProvider } from "../server/provider.ts";
import { sandboxChecks } from "./sandbox/index.ts";

/** Creates a provider from its settings; undefined without them. */
export type CheckProviders = Readonly<Record<string, (host: Host) => CheckProvider | undefined>>;

/** The supported providers by name. A new one is a folder beside this file and a line here. */
export const checkProviders: CheckProviders = { sandbox: sandboxChecks };

/** The provider that KYC_PROVIDER names; undefined without its settings. Throws a sentence for an unknown name. */
export function configuredCheckProvider(host: Host, known = checkProviders): NamedCheckProvider | undefined {
  const { KYC_PROVIDER: name } = host.config;
  const provider = namedProvider(known, "KYC_PROVIDER", name)(host);
  return provider && { name, provider };
}
