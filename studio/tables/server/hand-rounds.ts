import { toHex } from "#kit/std/bytes.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { TableTiming } from "../shared/table-game.ts";
import type { Turns } from "../shared/turns.ts";
import { type Plays, pendingMoves } from "./plays.ts";
import type { BeaconValue, RoundSteps } from "./round-steps.ts";
import { standingOf } from "./standing.ts";
import { changeRound, type RoundRow } from "./table-store.ts";

/** The steps of a round in which players decide. */
export interface HandRounds {
  /** The first cards. The link stays secret until the last decision. */
  deal(round: RoundRow, value: BeaconValue): Promise<void>;
  /** Ends the decision that was not made in time. */
  expire(round: RoundRow): Promise<void>;
  /** All decisions are made: the result, and what it pays. */
  finish(round: RoundRow): Promise<void>;
}

interface Needs {
  readonly turns: Turns;
  readonly timing: TableTiming;
  readonly plays: Plays;
  readonly steps: RoundSteps;
}

export function createHandRounds(
  { clock, failpoints }: Pick<StudioHost, "clock" | "failpoints">,
  { turns, timing, plays, steps }: Needs,
): HandRounds {
  const { led, locked, announce, linkOf, now, writeWins } = steps;
  return {
    async deal(round, value) {
      const words = await plays.words(round, value.randomness);
      await led(async tx => {
        if (!(await locked(tx, round, "closed"))) return;
        const spots = (await standingOf(tx, round)).flatMap(({ layout }) => layout.map(({ spot }) => spot));
        const seats = [...new Set(spots.filter(turns.isMain).map(turns.seatOf))].sort((a, b) => a - b);
        const play = turns.open(words, seats);
        const { next } = play;
        const dealtAt = now();
        const turnStartsAt = new Date(dealtAt.getTime() + turns.dealMs(seats.length));
        const decisionMs = timing.decisionMs ?? turns.decisionMs;
        const turnEndsAt = next.kind === "over" ? null : new Date(turnStartsAt.getTime() + decisionMs);
        const drawn = { beaconValue: value.randomness, beaconSignature: value.signature };
        const begun = { dealtAt, turnStartsAt, turnEndsAt, play: { seats, view: play.view(), next } };
        await announce(tx, await changeRound(tx, round, { state: "playing", ...drawn, ...begun }));
      });
      failpoints.hit("table.hand.dealt");
    },

    async expire(round) {
      await plays.prepare(round);
      await led(async tx => {
        const here = await locked(tx, round, "playing");
        if (!here?.turnEndsAt || here.turnEndsAt.getTime() > clock.now()) return;
        if ((await pendingMoves(tx, here)).length > 0) return;
        let last = here;
        const play = await plays.read(tx, here);
        for (const move of turns.timedOut(play.next)) last = await plays.make(tx, last, play, { move, by: "clock" });
      });
      failpoints.hit("table.turn.expired");
    },

    async finish(round) {
      const link = toHex(await linkOf(round));
      await led(async tx => {
        const here = await locked(tx, round, "playing");
        if (here?.play?.next.kind !== "over") return;
        const outcome = (await plays.read(tx, here)).finish();
        const settlesAt = new Date(clock.now() + turns.finishMs(outcome));
        await writeWins(tx, here, outcome, settlesAt);
        await announce(tx, await changeRound(tx, here, { state: "dealing", link, outcome, settlesAt }));
      });
      failpoints.hit("table.round.dealt");
    },
  };
}
