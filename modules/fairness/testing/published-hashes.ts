import { nobleHashes } from "#kit/fair/noble.ts";
import { configurationHash } from "../shared/configuration.ts";
import type { Rules, RuleVersions } from "../shared/rule-versions.ts";

/** The hash of every published version, for the test of a game that holds them: an edited version has another one. */
export function publishedHashes<R extends Rules>({ all }: RuleVersions<R>): Readonly<Record<string, string>> {
  return Object.fromEntries(all.map(rules => [rules.version, configurationHash(nobleHashes, rules)]));
}
