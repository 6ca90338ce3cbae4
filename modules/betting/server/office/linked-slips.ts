import type { PlayerId } from "#kit/std/brand.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";

/** The accounts linked to each of these, by device, payment instrument or address. */
export type LinkedAccounts = (players: readonly PlayerId[]) => Promise<ReadonlyMap<PlayerId, readonly PlayerId[]>>;

/** Players whose links are read at a time. */
const mostPlayers = 200;

export interface LinkedBets {
  /** The newest of the slips. */
  readonly slip: Slip;
  readonly leg: SlipLeg;
  /** Linked accounts that backed the same legs. */
  readonly accounts: number;
}

/** Slips with the same legs of accounts that are linked to each other: one bettor past the limits of one account. */
export async function linkedBets(
  slips: readonly Slip[],
  linkedAccounts: LinkedAccounts,
): Promise<readonly LinkedBets[]> {
  const shared = [...bySelections(slips).values()].filter(group => playersOf(group).size > 1);
  const players = new Set(shared.flatMap(group => [...playersOf(group)]));
  if (players.size === 0) return [];
  const links = await linkedAccounts([...players].slice(0, mostPlayers));
  return shared.flatMap(group => {
    const own = playersOf(group);
    const linked = [...own].filter(player => links.get(player)?.some(other => own.has(other)));
    const slip = group.find(({ player }) => linked.includes(player));
    const leg = slip?.legs[0];
    return slip && leg ? [{ slip, leg, accounts: linked.length }] : [];
  });
}

const playersOf = (slips: readonly Slip[]): ReadonlySet<PlayerId> => new Set(slips.map(({ player }) => player));

function bySelections(slips: readonly Slip[]): ReadonlyMap<string, readonly Slip[]> {
  const groups = new Map<string, Slip[]>();
  for (const slip of slips) {
    const key = slip.legs
      .map(({ market, outcome }) => `${market} ${outcome}`)
      .sort()
      .join();
    const known = groups.get(key) ?? [];
    known.push(slip);
    groups.set(key, known);
  }
  return groups;
}
