import { batched } from "#kit/db/batched.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { Fresh, LiveRound, MultiplayerRound } from "./multiplayer-round.ts";
import { factsIn } from "./multiplayer-round.ts";
import type { MultiplayerStore } from "./multiplayer-store.ts";

/** What storing rounds needs. */
export interface StoreNeeds<R extends MultiplayerRound, Result> {
  readonly clock: Clock;
  readonly failpoints: Host["failpoints"];
  readonly draws: MultiplayerDraws;
  readonly name: string;
  readonly store: MultiplayerStore<R, Result>;
}

/** A round that was just stored, with its commitment. */
type Made<R extends MultiplayerRound> = Pick<LiveRound<R>, "stored" | "commitment">;

/** Stores new rounds, each with its secret: all of them or none. */
export function createRoundInserter<R extends MultiplayerRound, Result>(
  { failpoints, draws, name, store }: StoreNeeds<R, Result>,
  leadership: Leadership,
): (fresh: Fresh<R>) => Promise<Made<R>> {
  async function insert(fresh: readonly Fresh<R>[]): Promise<Made<R>[]> {
    let made: Made<R>[] = [];
    const written = await store.write(leadership.epoch, [], async tx => {
      const numbers = await store.takeNumbers(tx, fresh.length);
      const commitments = await draws.open(tx, name, numbers);
      const rows = fresh.map((round, i) => ({ ...round, number: required(numbers[i], "a number for each") }) as R);
      await store.insert(tx, rows);
      made = rows.map((stored, i) => ({ stored, commitment: required(commitments[i], "a commitment for each") }));
    });
    leadership.requireLeadership(written);
    failpoints.hit(`${name}.written`);
    return made;
  }

  async function storedBefore(fresh: readonly Fresh<R>[]): Promise<Made<R>[] | undefined> {
    const rows = await Promise.all(
      fresh.map(({ seats: [opener] }) => opener?.player && opener.key && store.roundOf(opener.player, opener.key)),
    );
    if (!rows[0]) return undefined;
    const rounds = rows.map(stored => required(stored || undefined, "written in one batch"));
    const facts = await draws.facts(
      name,
      rounds.map(({ number }) => number),
    );
    return rounds.map(stored => ({ stored, commitment: factsIn(facts, stored.number).commitment }));
  }

  return batched((fresh: readonly Fresh<R>[]) => {
    let isRepeat = false;
    return leadership.untilDone("open rounds", async () => {
      // An attempt whose commit result is unknown may have stored them.
      const written = isRepeat ? await storedBefore(fresh) : undefined;
      isRepeat = true;
      return written ?? insert(fresh);
    });
  });
}
