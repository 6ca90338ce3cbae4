import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { OpenRound, WalletRounds } from "#modules/wallet/server/port.ts";

/** How long after its last step an abandoned round is closed. */
const idleMs = 86_400_000;
/** Rounds closed per pass; the rest are closed a minute later. */
const atOnce = 1000;

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly wallet: Pick<WalletRounds, "roundsToClose">;
}

/**
 * Ends abandoned rounds on their players' behalf, so that no stake is held for ever. Open rounds are read from the database: nothing is cached here.
 */
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
        log.error({ err: error, game: round.game }, "closing a round failed; retrying in a minute");
      }
    }
  }

  return {
    register: (game: string, end: (round: OpenRound) => Promise<void>) => void games.set(game, end),
    /** Closes every due round. */
    closeAll: () => close({}),
    /** Closes the rounds of a player who has just self-excluded. A failure is left to the next {@link closeAll}. */
    closeOf: (player: PlayerId) =>
      close({ player }).catch((error: unknown) =>
        log.error({ err: error }, "closing an excluded player's rounds failed"),
      ),
  };
}
