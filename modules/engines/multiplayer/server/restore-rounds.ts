import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { ShownPlayer } from "#modules/bets/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveIndex } from "./live-index.ts";
import { closeOf, factsIn, type LiveRound, type MultiplayerRound } from "./multiplayer-round.ts";
import type { MultiplayerStore } from "./multiplayer-store.ts";

interface RestoreNeeds<R extends MultiplayerRound> {
  readonly wallet: Pick<WalletPort, "bet">;
  readonly draws: Pick<MultiplayerDraws, "facts">;
  readonly name: string;
  readonly store: Pick<MultiplayerStore<R, unknown>, "unfinished">;
  readonly index: LiveIndex<R>;
  readonly publicProfileOf: (player: PlayerId) => Promise<ShownPlayer>;
}

const readAtOnce = 20;

/** Reads the rounds that an earlier leader left unfinished into the memory of this one. */
export function createRoundRestorer<R extends MultiplayerRound>(
  { wallet, draws, name, store, index, publicProfileOf }: RestoreNeeds<R>,
  leadership: Leadership,
): () => Promise<readonly LiveRound<R>[]> {
  /** Rebuilds the in-memory state of a stored round. */
  async function restore(stored: R, facts: MultiplayerFacts): Promise<LiveRound<R>> {
    const round: LiveRound<R> = {
      stored,
      commitment: facts.commitment,
      close: closeOf(facts),
      withdrawn: false,
      taking: new Map(),
      bets: new Map(),
      publicProfiles: new Map(),
    };
    for (const { seat, player, key } of stored.seats) {
      if (!player || !key) continue;
      round.bets.set(seat, required(await wallet.bet(player, key), "the stake of a seat"));
      round.publicProfiles.set(seat, await publicProfileOf(player));
    }
    return round;
  }

  return async () => {
    const rows = await leadership.untilDone("read unfinished rounds", store.unfinished);
    const numbers = rows.map(row => row.number);
    const facts = await leadership.untilDone("read their commitments", () => draws.facts(name, numbers));
    const left: LiveRound<R>[] = [];
    for (let i = 0; i < rows.length; i += readAtOnce) {
      const some = rows.slice(i, i + readAtOnce).map(async stored => {
        const known = factsIn(facts, stored.number);
        return index.keep(await leadership.untilDone("read a round", () => restore(stored, known)));
      });
      left.push(...(await Promise.all(some)));
    }
    return left;
  };
}
