import type { Clock } from "#kit/host/host.ts";
import { must } from "#kit/std/invariant.ts";
import type { ChainRound, ChainSequences } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates } from "#modules/wallet/server/port.ts";
import type { Reign } from "./leader.ts";
import type { RoundOwner } from "./round-owner.ts";
import type { RoundRow, RoundStore } from "./round-store.ts";

export interface ChainRoundsNeeds<State extends string> {
  readonly clock: Clock;
  readonly wallet: WalletGates;
  readonly sequences: ChainSequences;
  readonly store: RoundStore<State>;
  /** Of the sequence and of the gate. */
  readonly name: string;
  readonly rulesVersion: string;
}

/** A round, and under whose leadership it is. */
export interface LedRound {
  readonly number: bigint;
  readonly reign: Reign;
}

export interface LeftRound<State extends string> extends LedRound {
  readonly state: State;
  /** What was drawn; null until it was revealed. */
  readonly result: number | null;
  /** Its bets that are not over yet. */
  readonly open: readonly Bet[];
}

/** What a game does with the rounds of its sequence. */
export interface ChainPlay {
  /** Ends what an earlier leader left behind. */
  readonly recover: () => Promise<void>;
  /** One round from its first bet to its end. */
  readonly play: () => Promise<void>;
}

/**
 * The steps in the books of rounds whose chance is a link of a chain, whatever is played in them. Each is written under the epoch of
 * the reign and ends it when a newer leader has written.
 */
export interface ChainRounds<State extends string> {
  /** Plays one round after the other while the reign lasts. */
  run(game: ChainPlay, reign: Reign, owner: Pick<RoundOwner, "isDraining">): Promise<void>;
  /** Writes the next round of the sequence down and opens its gate. */
  openNext(reign: Reign): Promise<ChainRound>;
  /** Closes the gate. Returns the bets of the round: from here on no other can come. */
  close(round: LedRound): Promise<readonly Bet[]>;
  advance(round: LedRound, from: State, to: State): Promise<void>;
  /** The secret of the round that is open, for its result. */
  secretOf(round: LedRound): Promise<ChainRound>;
  /** State, result and link become known in one commit. Returns the link in hex. */
  reveal(round: LedRound, from: State, to: State, result: number, secret: ChainRound): Promise<string>;
  /** The round that an earlier leader left, as he can no longer change it; undefined when there is none. */
  takeOver(reign: Reign): Promise<LeftRound<State> | undefined>;
}

export function createChainRounds<State extends string>(needs: ChainRoundsNeeds<State>): ChainRounds<State> {
  const { clock, wallet, sequences, store, name } = needs;
  const keyOf = ({ number, reign }: LedRound) => ({ number, epoch: reign.epoch });
  const now = () => new Date(clock.now());

  async function closeGate(reign: Reign): Promise<void> {
    reign.unlessFenced(await reign.untilDone("close betting", () => wallet.closeGate(name, reign.epoch)));
  }

  const openBets = (reign: Reign, number: bigint) =>
    reign.untilDone("read the bets", () => wallet.openBets(name, number));

  return {
    async run({ recover, play }, reign, owner) {
      await recover();
      while (!owner.isDraining) {
        const wait = await sequences.prepare(name, reign.heartbeat);
        if (wait > 0) await reign.wait(wait);
        else await play();
      }
    },

    async openNext(reign) {
      const { epoch } = reign;
      const secret = await sequences.open(name, await sequences.nextRound(name));
      const number = BigInt(secret.round);
      const round = { number, epoch, rulesVersion: needs.rulesVersion, openedAt: now() };
      reign.unlessFenced(await store.open(round, on => wallet.openGate(on, name, number, epoch)));
      return secret;
    },

    async close({ number, reign }) {
      await closeGate(reign);
      return openBets(reign, number);
    },

    async advance(round, from, to) {
      const at = now();
      const { reign } = round;
      reign.unlessFenced(await reign.untilDone(`go on to ${to}`, () => store.advance(keyOf(round), from, to, at)));
    },

    secretOf: ({ number }) => sequences.open(name, Number(number)),

    async reveal(round, from, to, result, secret) {
      const at = now();
      const { reign } = round;
      let link = "";
      const revealed = await reign.untilDone("reveal the link", () =>
        store.reveal(keyOf(round), from, to, result, at, async tx => {
          link = await sequences.reveal(tx, secret);
          return link;
        }),
      );
      reign.unlessFenced(revealed);
      return link;
    },

    async takeOver(reign) {
      const unfinished = await store.openRound();
      if (!unfinished) return undefined;
      // An earlier leader that is still awake may have gone on since: it counts as he can no longer change it.
      const adopted = await store.adopt(unfinished.number, reign.epoch);
      reign.unlessFenced(adopted !== undefined);
      const { number, state, result }: RoundRow<State> = must(adopted, "the reign is over");
      await closeGate(reign);
      return { number, reign, state, result, open: await openBets(reign, number) };
    },
  };
}
