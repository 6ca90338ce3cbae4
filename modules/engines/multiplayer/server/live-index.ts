import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type LiveRound, type MultiplayerRound, openerOf } from "./multiplayer-round.ts";

/** The unfinished rounds of one leadership, by number and by stake. */
export interface LiveIndex<R extends MultiplayerRound> {
  readonly live: ReadonlyMap<bigint, LiveRound<R>>;
  /** The number of unfinished rounds that a player opened. */
  openedBy(player: PlayerId): number;
  ofBet(player: PlayerId, key: Uuid): LiveRound<R> | undefined;
  /** Names of the stakes that have a seat. */
  namesOfStakes(): ReadonlySet<string>;
  keep(round: LiveRound<R>): LiveRound<R>;
  /** Adds the stake of a seat that was taken later. */
  keepBet(round: LiveRound<R>, bet: Bet): void;
  forget(round: LiveRound<R>): void;
}

export const stakeName = ({ player, key }: Pick<Bet, "player" | "key">): string => `${player}/${key}`;

export function createLiveIndex<R extends MultiplayerRound>(): LiveIndex<R> {
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
    live,
    openedBy: player => opened.get(player) ?? 0,
    ofBet: (player, key) => byBet.get(stakeName({ player, key })),
    namesOfStakes: () => new Set(byBet.keys()),
    keep(round) {
      live.set(round.stored.number, round);
      for (const bet of round.bets.values()) byBet.set(stakeName(bet), round);
      count(round, 1);
      return round;
    },
    keepBet: (round, bet) => void byBet.set(stakeName(bet), round),
    forget(round) {
      if (!live.delete(round.stored.number)) return;
      for (const bet of round.bets.values()) byBet.delete(stakeName(bet));
      count(round, -1);
    },
  };
}
