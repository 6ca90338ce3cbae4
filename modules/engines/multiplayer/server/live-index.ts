import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type LiveRound, type MultiplayerRound, openerOf } from "./multiplayer-round.ts";

export const stakeName = ({ player, key }: Pick<Bet, "player" | "key">): string => `${player}/${key}`;

export type LiveIndex<R extends MultiplayerRound> = ReturnType<typeof createLiveIndex<R>>;

/** The unfinished rounds of one leadership, by number and by stake. */
export function createLiveIndex<R extends MultiplayerRound>() {
  const live = new Map<bigint, LiveRound<R>>();
  const byBet = new Map<string, LiveRound<R>>();
  const opened = new Map<PlayerId, number>();

  function count(round: LiveRound<R>, change: 1 | -1): void {
    const opener = openerOf(round.stored)?.player;
    if (!opener) return;
    const now = (opened.get(opener) ?? 0) + change;
    if (now > 0) opened.set(opener, now);
    else opened.delete(opener);
  }

  return {
    live: live as ReadonlyMap<bigint, LiveRound<R>>,
    /** The number of unfinished rounds that a player opened. */
    openedBy: (player: PlayerId) => opened.get(player) ?? 0,
    ofBet: (player: PlayerId, key: Uuid) => byBet.get(stakeName({ player, key })),
    /** Names of the stakes that have a seat. */
    namesOfStakes: () => new Set(byBet.keys()),
    keep(round: LiveRound<R>): LiveRound<R> {
      live.set(round.stored.number, round);
      for (const bet of round.bets.values()) byBet.set(stakeName(bet), round);
      count(round, 1);
      return round;
    },
    /** Adds the stake of a seat that was taken later. */
    keepBet: (round: LiveRound<R>, bet: Bet) => void byBet.set(stakeName(bet), round),
    forget(round: LiveRound<R>): void {
      if (!live.delete(round.stored.number)) return;
      for (const bet of round.bets.values()) byBet.delete(stakeName(bet));
      count(round, -1);
    },
  };
}
