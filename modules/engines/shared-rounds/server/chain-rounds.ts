import type { Clock } from "#kit/host/host.ts";
import type { Leadership } from "#kit/leadership/leader.ts";
import { required } from "#kit/std/invariant.ts";
import type { ChainRound, ChainSequences } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows } from "#modules/wallet/server/port.ts";
import type { RoundOwner } from "./round-owner.ts";
import type { RoundRow, RoundStore } from "./round-store.ts";

export interface ChainRoundsNeeds<State extends string> {
  readonly clock: Clock;
  readonly wallet: BettingWindows;
  readonly sequences: ChainSequences;
  readonly store: RoundStore<State>;
  /** Name of the sequence and of the betting window. */
  readonly name: string;
  readonly rulesVersion: string;
}

/** A round and the leadership it runs under. */
export interface LedRound {
  readonly number: bigint;
  readonly leadership: Leadership;
}

export interface LeftRound<State extends string> extends LedRound {
  /** It is ended by the rules it was opened with. */
  readonly rulesVersion: string;
  readonly state: State;
  /** The result; null until it is revealed. */
  readonly result: number | null;
  /** The round's open bets. */
  readonly open: readonly Bet[];
}

/** How a game plays the rounds of its sequence. */
export interface ChainPlay {
  /** Ends what an earlier leader left behind. */
  readonly recover: () => Promise<void>;
  /** One round from its first bet to its end. */
  readonly play: () => Promise<void>;
}

/**
 * The stored steps of rounds whose randomness is a link of a chain, in any game. Each is written under the leadership's epoch and ends the leadership
 * when a newer leader has written.
 */
export interface ChainRounds<State extends string> {
  /** Plays rounds one after the other during this leadership. */
  run(game: ChainPlay, leadership: Leadership, owner: Pick<RoundOwner, "isDraining">): Promise<void>;
  /** Stores the next round of the sequence and opens its betting window. */
  openNext(leadership: Leadership): Promise<ChainRound>;
  /** Closes the betting window. Returns the bets of the round: no more can be placed. */
  close(round: LedRound): Promise<readonly Bet[]>;
  advance(round: LedRound, from: State, to: State): Promise<void>;
  /** The secret of the open round, for its result. */
  secretOf(round: LedRound): Promise<ChainRound>;
  /** State, result and link become public in one commit. Returns the link in hex. */
  reveal(round: LedRound, from: State, to: State, result: number, secret: ChainRound): Promise<string>;
  /** The round an earlier leader left, which that leader can no longer change; undefined when there is none. */
  takeOver(leadership: Leadership): Promise<LeftRound<State> | undefined>;
}

export function createChainRounds<State extends string>(needs: ChainRoundsNeeds<State>): ChainRounds<State> {
  const { clock, wallet, sequences, store, name } = needs;
  const keyOf = ({ number, leadership }: LedRound) => ({ number, epoch: leadership.epoch });
  const now = () => new Date(clock.now());

  async function closeBettingWindow(leadership: Leadership): Promise<void> {
    leadership.requireLeadership(
      await leadership.untilDone("close betting", () => wallet.closeBettingWindow(name, leadership.epoch)),
    );
  }

  const openBets = (leadership: Leadership, number: bigint) =>
    leadership.untilDone("read the bets", () => wallet.openBets(name, number));

  return {
    async run({ recover, play }, leadership, owner) {
      await recover();
      while (!owner.isDraining) {
        const wait = await sequences.prepare(name, leadership.heartbeat);
        if (wait > 0) await leadership.wait(wait);
        else await play();
      }
    },

    async openNext(leadership) {
      const { epoch } = leadership;
      const secret = await sequences.open(name, await sequences.nextRound(name));
      const number = BigInt(secret.round);
      const round = { number, epoch, rulesVersion: needs.rulesVersion, openedAt: now() };
      leadership.requireLeadership(await store.open(round, on => wallet.openBettingWindow(on, name, number, epoch)));
      return secret;
    },

    async close({ number, leadership }) {
      await closeBettingWindow(leadership);
      return openBets(leadership, number);
    },

    async advance(round, from, to) {
      const at = now();
      const { leadership } = round;
      leadership.requireLeadership(
        await leadership.untilDone(`advance to ${to}`, () => store.advance(keyOf(round), from, to, at)),
      );
    },

    secretOf: ({ number }) => sequences.open(name, Number(number)),

    async reveal(round, from, to, result, secret) {
      const at = now();
      const { leadership } = round;
      let link = "";
      const revealed = await leadership.untilDone("reveal the link", () =>
        store.reveal(keyOf(round), from, to, result, at, async tx => {
          link = await sequences.reveal(tx, secret);
          return link;
        }),
      );
      leadership.requireLeadership(revealed);
      return link;
    },

    async takeOver(leadership) {
      const unfinished = await store.openRound();
      if (!unfinished) return undefined;
      // An earlier leader that is still running may have advanced it since: read it once that leader can no longer write.
      const adopted = await store.adopt(unfinished.number, leadership.epoch);
      leadership.requireLeadership(adopted !== undefined);
      const { number, state, result, rulesVersion }: RoundRow<State> = required(adopted, "leadership is over");
      await closeBettingWindow(leadership);
      return { number, leadership, rulesVersion, state, result, open: await openBets(leadership, number) };
    },
  };
}
