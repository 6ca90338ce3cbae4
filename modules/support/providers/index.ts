import type { Host } from "#kit/host/host.ts";
import { namedProvider } from "#kit/host/named-provider.ts";
import type { NamedScanner, Scanner } from "../server/scanner.ts";
import { clamd } from "./clamd/index.ts";

/** Creates a scanner from its settings; undefined without them. */
export type Scanners = Readonly<Record<string, (host: Host) => Scanner | undefined>>;

/** The supported scanners by name. A new one is a folder beside this file and a line here. */
export const scanners: Scanners = { clamd };

/** The scanner that SCANNER_PROVIDER names; undefined without its settings. Throws a sentence for an unknown name. */
export function configuredScanner(host: Host, known = scanners): NamedScanner | undefined {
  const { SCANNER_PROVIDER: name } = host.config;
  const provider = namedProvider(known, "SCANNER_PROVIDER", name)(host);
  return provider && { name, provider };
}
