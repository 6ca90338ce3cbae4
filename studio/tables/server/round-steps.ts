import type { Tx } from "#kit/db/db.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import type { Json } from "#kit/std/json.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { TableGame, TableTiming } from "../shared/table-game.ts";
import { winOf } from "./bets.ts";
import type { Chains } from "./chains.ts";
import type { Lease } from "./lease.ts";
import { insertTxs, movePlayerRound } from "./player-store.ts";
import type { Plays } from "./plays.ts";
import { roundFacts } from "./snapshot.ts";
import { standingOf } from "./standing.ts";
import { addEvent, lockRound, type RoundRow } from "./table-store.ts";

export interface BeaconValue {
  readonly randomness: string;
  readonly signature: string;
}

export interface RoundsNeeds {
  readonly game: TableGame;
  readonly timing: TableTiming;
  readonly maths: string;
  readonly beacon: Beacon;
  readonly chains: Chains;
  readonly lease: Lease;
  /** Moves of players; only at a table at which players decide. */
  readonly plays?: Plays | undefined;
}

/** What every step of a round is made of. */
export interface RoundSteps {
  now(): Date;
  /** In a transaction of the table's leader. */
  led<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The round in the state that the step begins in; undefined where another process has done the step. */
  locked(tx: Tx, round: RoundRow, state: RoundRow["state"]): Promise<RoundRow | undefined>;
  announce(tx: Tx, round: RoundRow): Promise<unknown>;
  linkOf(round: Pick<RoundRow, "chain" | "index">): Promise<Uint8Array>;
  /** What every player wins, to be paid when the result is shown. */
  writeWins(tx: Tx, round: RoundRow, outcome: Json, settlesAt: Date): Promise<void>;
}

export function createRoundSteps(
  host: StudioHost,
  { game, timing, chains, lease }: Pick<RoundsNeeds, "game" | "timing" | "chains" | "lease">,
): RoundSteps {
  const { db, clock } = host;
  const now = () => new Date(clock.now());
  return {
    now,
    led: work =>
      db.tx(async tx => {
        await lease.assertHeld(tx);
        return work(tx);
      }),
    async locked(tx, { number }, state) {
      const round = await lockRound(tx, game.slug, number, "UPDATE");
      return round.state === state ? round : undefined;
    },
    announce: (tx, round) => addEvent(tx, game.slug, { type: "round", round: roundFacts(round, timing) }, now()),
    linkOf: async round => (await chains.byId(round.chain)).link(round.index),
    async writeWins(tx, round, outcome, settlesAt) {
      const wins = [];
      for (const { player, layout } of await standingOf(tx, round)) {
        const payout = game.payout(outcome, layout);
        wins.push(winOf(host, player, payout, settlesAt));
        await movePlayerRound(tx, player.id, ["open"], { state: "drawn", payout });
      }
      await insertTxs(tx, wins);
    },
  };
}
