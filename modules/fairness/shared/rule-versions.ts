/** What every set of rules has: the version that is stored with each bet, such as `dice-1`. */
export interface Rules {
  readonly version: string;
}

/** The rules of a game: those of new bets, and every set that was ever published. */
export interface RuleVersions<R extends Rules> {
  readonly current: R;
  readonly all: readonly R[];
  /** The rules of a stored bet. Throws {@link UnknownRulesError}. */
  rulesOf(version: string): R;
  /** The same for a record from outside; undefined for a version that was never published. */
  find(version: string): R | undefined;
}

/** A bet was made under rules that this release does not have: a later release wrote it, or its row is damaged. */
export class UnknownRulesError extends Error {
  override readonly name = "UnknownRulesError";
  readonly version: string;

  constructor(version: string, known: readonly string[]) {
    super(`Unknown rules ${version}; known: ${known.join(", ")}`);
    this.version = version;
  }
}

/** Published versions are frozen: a change is a new version behind them. `current` must be one of `all`. */
export function ruleVersions<const R extends Rules>(given: {
  readonly current: R;
  readonly all: readonly R[];
}): RuleVersions<R> {
  const { current, all } = deepFreeze({ current: given.current, all: [...given.all] });
  const byVersion = new Map(all.map(rules => [rules.version, rules]));
  if (byVersion.size !== all.length) throw new TypeError("Two sets of rules have the same version");
  if (byVersion.get(current.version) !== current) throw new TypeError(`${current.version} is not among the versions`);
  return {
    current,
    all,
    find: version => byVersion.get(version),
    rulesOf(version) {
      const rules = byVersion.get(version);
      if (!rules) throw new UnknownRulesError(version, [...byVersion.keys()]);
      return rules;
    },
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
