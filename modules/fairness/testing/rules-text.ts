import { nobleHashes } from "#kit/fair/noble.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";

/** The rules of new bets with their hash, then those of earlier bets, the newest first. */
export function versionsText<R extends Rules>({ current, all }: RuleVersions<R>): string {
  const now = `Version of the rules: \`${current.version}\`. Configuration, as canonical JSON: \`${canonicalJson(current)}\`; its SHA-256, the \`config_hash\` of every record: \`${hashOf(current)}\`.`;
  const earlier = all
    .filter(rules => rules !== current)
    .toReversed()
    .map(
      rules =>
        `Bets made under \`${rules.version}\` are verified with \`${canonicalJson(rules)}\`, SHA-256 \`${hashOf(rules)}\`.`,
    );
  return [now, ...earlier].join(" ");
}

const hashOf = (rules: object): string => configurationHash(nobleHashes, rules);
