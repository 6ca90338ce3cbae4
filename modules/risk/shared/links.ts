/** What two accounts may have in common, and how much each says that one person is behind both, in thousandths (OFFICE.md (d)). */
export const linkWeights = { instrument: 800, device: 700, address: 150 } as const;
export type LinkKind = keyof typeof linkWeights;
export const linkKinds = Object.keys(linkWeights) as readonly LinkKind[];

/** From here on two accounts count as linked. */
export const linkedFrom = 700;
/** What more accounts than this have in common links none of them: an office, a hotel, a phone model. */
export const mostHolders = 20;

/** Two accounts and everything they have in common. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly LinkKind[];
  /** Since when they have had the first of it in common. */
  readonly since: Date;
  readonly weight: number;
}

/** 1 - Π(1 - w), cut to thousandths; each kind counts once. */
export function weightOf(kinds: readonly LinkKind[]): number {
  const unlikely = kinds.reduce((product, kind) => product * (1000 - linkWeights[kind]), 1);
  const whole = 1000 ** kinds.length;
  return kinds.length === 0 ? 0 : Math.floor((whole - unlikely) / 1000 ** (kinds.length - 1));
}

export interface Holder {
  readonly kind: LinkKind;
  readonly trait: string;
  readonly playerId: string;
  readonly since: Date;
}

/** Links of `players` to everybody who has something in common with them, the heaviest first. */
export function linksFrom(holders: readonly Holder[], players: readonly string[]): readonly Link[] {
  const asked = new Set(players);
  const pairs = new Map<string, { from: string; to: string; kinds: Set<LinkKind>; since: Date }>();
  for (const sharing of byTrait(holders).values()) {
    if (sharing.size > mostHolders) continue;
    for (const one of sharing.values())
      for (const other of sharing.values())
        if (asked.has(one.playerId) && other.playerId !== one.playerId) addPair(pairs, one, other);
  }
  return [...pairs.values()]
    .map(({ from, to, kinds, since }) => {
      const sorted = linkKinds.filter(kind => kinds.has(kind));
      return { from, to, kinds: sorted, since, weight: weightOf(sorted) };
    })
    .sort((a, b) => b.weight - a.weight || (a.to < b.to ? -1 : 1));
}

function byTrait(holders: readonly Holder[]): ReadonlyMap<string, ReadonlyMap<string, Holder>> {
  const traits = new Map<string, Map<string, Holder>>();
  for (const holder of holders) {
    const key = `${holder.kind}:${holder.trait}`;
    const sharing = traits.get(key) ?? new Map<string, Holder>();
    const known = sharing.get(holder.playerId);
    if (!known || holder.since < known.since) sharing.set(holder.playerId, holder);
    traits.set(key, sharing);
  }
  return traits;
}

function addPair(
  pairs: Map<string, { from: string; to: string; kinds: Set<LinkKind>; since: Date }>,
  one: Holder,
  other: Holder,
): void {
  const key = `${one.playerId}:${other.playerId}`;
  const since = one.since > other.since ? one.since : other.since;
  const pair = pairs.get(key) ?? { from: one.playerId, to: other.playerId, kinds: new Set(), since };
  pair.kinds.add(one.kind);
  if (since < pair.since) pair.since = since;
  pairs.set(key, pair);
}

/** Players that are connected by these links directly or over others, the largest group first. */
export function componentsOf(
  players: readonly string[],
  links: readonly Pick<Link, "from" | "to">[],
): readonly (readonly string[])[] {
  const root = new Map(players.map(player => [player, player]));
  const find = (player: string): string => {
    let at = player;
    for (let next = root.get(at); next !== undefined && next !== at; next = root.get(at)) at = next;
    return at;
  };
  for (const { from, to } of links) if (root.has(from) && root.has(to)) root.set(find(from), find(to));
  const groups = new Map<string, string[]>();
  for (const player of players) {
    const group = groups.get(find(player)) ?? [];
    group.push(player);
    groups.set(find(player), group);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
