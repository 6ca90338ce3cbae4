import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { OpenRound, WalletRounds } from "#modules/wallet/server/port.ts";

/** A round that nobody goes on with is closed for its player so long after its last step. */
const idleMs = 86_400_000;
/** Rounds in one go; what is left is closed a minute later. */
const atOnce = 1000;

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly wallet: Pick<WalletRounds, "roundsToClose">;
}

/** Ends rounds in their players' place, so that no stake is held for ever. What is open is in the books: nothing is kept here. */
export function createClosing({ clock, log, wallet }: Needs) {
  const games = new Map<string, (round: OpenRound) => Promise<void>>();

  async function close(which: { readonly player?: PlayerId }): Promise<void> {
    const now = new Date(clock.now());
    const rounds = await wallet.roundsToClose({
      before: new Date(now.getTime() - idleMs),
      now,
      limit: atOnce,
      ...which,
    });
    for (const round of rounds) {
      try {
        await games.get(round.game)?.(round);
      } catch (error) {
        log.error({ err: error, game: round.game }, "a round could not be closed; it is tried again in a minute");
      }
    }
  }

  return {
    register: (game: string, end: (round: OpenRound) => Promise<void>) => void games.set(game, end),
    /** Every round that is due. */
    closeAll: () => close({}),
    /** Those of a player who has just excluded himself. A failure is left to the next {@link closeAll}. */
    closeOf: (player: PlayerId) =>
      close({ player }).catch((error: unknown) => log.error({ err: error }, "rounds of an excluded player wait")),
  };
}
