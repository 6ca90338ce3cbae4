import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { type LiveIndex, stakeName } from "./live-index.ts";
import type { MultiplayerRound } from "./multiplayer-round.ts";

/** Stakes that a player's request or an action without one is working on. */
export interface StakesUnderWay {
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
  /** Runs an action on a stake without a player's request: requests under its key wait until it is done. */
  runExclusive<T>(bet: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T>;
}

interface OrphanNeeds<R extends MultiplayerRound> {
  readonly wallet: Pick<WalletPort, "bet"> & Pick<BettingWindows, "openBets">;
  readonly name: string;
  readonly index: LiveIndex<R>;
  readonly ends: { voidBets(bets: readonly Bet[]): Promise<unknown> };
}

interface Sweep {
  readonly windowRound: bigint;
  readonly olderThan: Date;
  readonly queue: StakesUnderWay | undefined;
}

/**
 * Refunds stakes of a betting window's round that belong to no round of the game: their process died before the round was stored, or the response
 * was lost. Only those placed before `olderThan`: a younger stake may still be on its way to its seat. Refunds use the seat queue: a player who
 * retries under the same key meanwhile must not take a seat with a stake that is being refunded.
 */
export async function refundOrphans<R extends MultiplayerRound>(
  { wallet, name, index, ends }: OrphanNeeds<R>,
  leadership: Leadership,
  { windowRound, olderThan, queue }: Sweep,
): Promise<void> {
  const before = index.namesOfStakes();
  const bets = await leadership.untilDone("find stakes without a seat", () => wallet.openBets(name, windowRound));
  const isOrphan = (bet: Bet) => !before.has(stakeName(bet)) && !index.ofBet(bet.player, bet.key);
  const refundOrphan = async (bet: Bet) => {
    const now = await leadership.untilDone("read a stake", () => wallet.bet(bet.player, bet.key));
    if (now?.status === "open" && isOrphan(bet)) await ends.voidBets([bet]);
  };
  const orphans = bets.filter(bet => bet.placedAt < olderThan && isOrphan(bet) && !queue?.isUnderWay(bet));
  await Promise.all(orphans.map(bet => (queue ? queue.runExclusive(bet, () => refundOrphan(bet)) : refundOrphan(bet))));
}
