import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { addressHolders, browserHolders } from "#modules/accounts/server/index.ts";
import { fingerprintHolders } from "#modules/attribution/server/index.ts";
import { instrumentHolders } from "#modules/payments/server/index.ts";
import { type Link, type LinkKind, linkedFrom, linksFrom, mostHolders } from "../shared/links.ts";

const addressesMs = 30 * 86_400_000;
/** How far a cluster reaches, and how many accounts are read of it. */
const mostSteps = 3;
export const mostAccounts = 200;

/** What these players have in common with others. A browser that we know and a fingerprint are both a device. */
export async function readLinks(on: Queryable, players: readonly PlayerId[], now: Date): Promise<readonly Link[]> {
  if (players.length === 0) return [];
  // One more than counts: from there on it creates no links.
  const most = mostHolders + 1;
  const browsers = await browserHolders(on, players, most);
  const fingerprints = await fingerprintHolders(on, players, most);
  const instruments = await instrumentHolders(on, players, most);
  const addresses = await addressHolders(on, players, most, new Date(now.getTime() - addressesMs));
  const named = (kind: LinkKind, prefix: string, holders: typeof browsers) =>
    holders.map(holder => ({ ...holder, kind, trait: `${prefix}${holder.trait}` }));
  return linksFrom(
    [
      ...named("device", "browser:", browsers),
      ...named("device", "fingerprint:", fingerprints),
      ...named("instrument", "", instruments),
      ...named("address", "", addresses),
    ],
    players,
  );
}

/** The accounts linked to each of these. */
export async function linkedAccounts(
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, readonly PlayerId[]>> {
  const linked = new Map<PlayerId, PlayerId[]>(players.map(player => [player, []]));
  for (const { from, to, weight } of await readLinks(on, players, now))
    if (weight >= linkedFrom) linked.get(from as PlayerId)?.push(to as PlayerId);
  return linked;
}

export interface Cluster {
  /** Without the account it was read for. */
  readonly accounts: readonly PlayerId[];
  readonly links: readonly Link[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

/** The household of an account: everybody who is linked to it directly, or over others, in three steps. */
export async function readCluster(on: Queryable, player: PlayerId, now: Date): Promise<Cluster> {
  const seen = new Set<string>([player]);
  const links: Link[] = [];
  let edge: readonly PlayerId[] = [player];
  for (let step = 0; step < mostSteps && edge.length > 0; step++) {
    const found = (await readLinks(on, edge, now)).filter(({ weight }) => weight >= linkedFrom);
    links.push(...found.filter(({ from, to }) => !links.some(link => link.from === to && link.to === from)));
    edge = [...new Set(found.map(({ to }) => to as PlayerId))].filter(to => !seen.has(to));
    for (const each of edge) seen.add(each);
    if (seen.size > mostAccounts) break;
  }
  seen.delete(player);
  const accounts = [...seen] as PlayerId[];
  return { accounts: accounts.slice(0, mostAccounts), links, isCut: accounts.length > mostAccounts };
}
