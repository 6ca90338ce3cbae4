import type { Host } from "#kit/host/host.ts";
import type { NamedProvider } from "../server/provider-cascade.ts";
import { sandboxProviders } from "./sandbox/index.ts";

/** The configured payment providers, in the order in which they are tried. A new provider is a folder beside this file and a line here. */
export function configuredProviders(host: Host): readonly NamedProvider[] {
  return [...sandboxProviders(host)];
}
