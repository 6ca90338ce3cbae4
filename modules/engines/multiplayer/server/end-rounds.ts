import type { Tx } from "#kit/db/db.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Clock } from "#kit/host/host.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { type Leadership, settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import { beaconTimeoutMs, type MultiplayerDraws, type NamedBeacon } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { EndStore } from "./end-store.ts";

/**
 * Every way in which a round between players ends.
 * - `paid`: its close record was published in time and the beacon's value decided it (`draw`, then `payOut`).
 * - `refunded` before entry closed, for a reason of the game: no one joined, the opener left (`refundRounds`).
 * - `refunded` after that: the close record was published too late (`late`), or the beacon's value never arrived (`no_beacon`).
 *
 * The result, or the decision to refund, is stored before the first stake ends: a later leader that continues at any step (`payOut`, `refundStakes`,
 * `draw`) reaches the same end. All steps work on several rounds at once.
 */

/** Reasons for a refund that no game decides. */
export type Fault = "late" | "no_beacon";
type Step = "confirmed" | "decided" | "settled" | "refunding" | "refunded";
type StakeEnd = Parameters<typeof settleBets>[3][number];

export interface EndNeeds {
  readonly clock: Clock;
  readonly wallet: Pick<WalletPort, "settle">;
  readonly draws: Pick<MultiplayerDraws, "confirm" | "value" | "reveal">;
  /** Called for each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
}

/** What a game knows about its rounds that end. */
export interface EndingRounds<Round, Result, Reason extends string> {
  /** Name of the game, its secrets and the betting window in whose epoch it settles. */
  readonly name: string;
  readonly store: EndStore<Reason | Fault> & {
    /** Marks rounds as `drawn`. */
    decide(tx: Tx, results: ReadonlyMap<bigint, Result>): Promise<void>;
  };
  numberOf(round: Round): bigint;
  /** The beacon round that its close record names. */
  beaconOf(round: Round): Pick<NamedBeacon, "round" | "dueAt">;
  draw(stream: WordStream, round: Round): Result;
  /** How the open stakes of decided rounds end. */
  payouts(rounds: readonly Round[]): Promise<readonly StakeEnd[]>;
  /** The open stakes of rounds that are refunded. */
  stakes(rounds: readonly Round[]): Promise<readonly Bet[]>;
  /** The outcome of a refunded stake. */
  readonly refundedAs: Json;
  /** Called when the end of rounds is stored. */
  ended(rounds: readonly Round[]): Promise<void>;
  /** Failpoints. */
  readonly reached: Partial<Record<Step, () => void>>;
}

export type RoundEnds<Round, Reason extends string> = ReturnType<typeof createRoundEnds<Round, unknown, Reason>>;

const retryMs = 250;

export function createRoundEnds<Round, Result, Reason extends string>(
  { clock, wallet, draws, decided }: EndNeeds,
  game: EndingRounds<Round, Result, Reason>,
  leadership: Leadership,
) {
  const { name, store, reached } = game;
  const numbersOf = (rounds: readonly Round[]) => rounds.map(game.numberOf);

  /** Writes under the epoch until it is done. */
  async function write(what: string, numbers: readonly bigint[], work: (tx: Tx) => Promise<void>): Promise<void> {
    leadership.requireLeadership(await leadership.untilDone(what, () => store.write(leadership.epoch, numbers, work)));
  }

  /** From stored close records to the end. */
  async function draw(rounds: readonly Round[]): Promise<void> {
    const confirmed = new Set(
      await leadership.untilDone("confirm publication", () => draws.confirm(name, numbersOf(rounds))),
    );
    const late = rounds.filter(round => !confirmed.has(game.numberOf(round)));
    if (late.length > 0) await refundRounds(late, "late");
    if (confirmed.size > 0) reached.confirmed?.();
    const byBeacon = new Map<number, Round[]>();
    for (const round of rounds.filter(each => confirmed.has(game.numberOf(each)))) {
      const beacon = game.beaconOf(round).round;
      byBeacon.set(beacon, [...(byBeacon.get(beacon) ?? []), round]);
    }
    await Promise.all([...byBeacon.values()].map(decide));
  }

  /** Decides rounds that name one beacon round. */
  async function decide(rounds: readonly Round[]): Promise<void> {
    const value = await beaconValue(game.beaconOf(required(rounds[0], "a round to decide")));
    if (!value) return refundRounds(rounds, "no_beacon");
    const byNumber = new Map(rounds.map(round => [game.numberOf(round), round]));
    await write("decide rounds", numbersOf(rounds), async tx => {
      const drawing = [...(await store.lockInState(tx, numbersOf(rounds), "drawing"))];
      const streams = await draws.reveal(tx, name, drawing, value);
      const results = [...streams].map(([number, stream]): [bigint, Result] => {
        return [number, game.draw(stream, required(byNumber.get(number), "a round that is decided"))];
      });
      await store.decide(tx, new Map(results));
    });
    reached.decided?.();
    await payOut(rounds);
  }

  /** The beacon's value, polled until it has been due for a minute; undefined if it never arrived. */
  async function beaconValue({ round, dueAt }: Pick<NamedBeacon, "round" | "dueAt">) {
    for (;;) {
      const wait = dueAt - clock.now();
      if (wait > 0) await leadership.wait(wait);
      const value = await draws.value(round).catch(() => undefined);
      if (value || clock.now() >= dueAt + beaconTimeoutMs) return value;
      await leadership.wait(retryMs);
    }
  }

  /** Pays decided rounds, each stake once. */
  async function payOut(rounds: readonly Round[]): Promise<void> {
    await settle(await game.payouts(rounds));
    reached.settled?.();
    await end(rounds, "drawn");
  }

  async function refundRounds(rounds: readonly Round[], reason: Reason | Fault): Promise<void> {
    const numbers = numbersOf(rounds);
    let marked = 0;
    await write("mark for refund", numbers, async tx => {
      await store.markForRefund(tx, numbers, reason);
      marked = (await store.lockInState(tx, numbers, "refunding")).size;
    });
    invariant(marked === numbers.length, "a decided round is not refunded");
    reached.refunding?.();
    await refundStakes(rounds);
  }

  /** Refunds the stakes of rounds marked for refund. */
  async function refundStakes(rounds: readonly Round[]): Promise<void> {
    await voidBets(await game.stakes(rounds));
    reached.refunded?.();
    await end(rounds, "refunding");
  }

  async function voidBets(bets: readonly Bet[]): Promise<void> {
    await settle(bets.map(bet => ({ bet, result: { kind: "voided", outcome: game.refundedAs } }) as const));
  }

  async function settle(ends: readonly StakeEnd[]): Promise<void> {
    for (const bet of await settleBets(wallet, name, leadership, ends)) decided(bet);
  }

  async function end(rounds: readonly Round[], from: "drawn" | "refunding"): Promise<void> {
    const numbers = numbersOf(rounds);
    await write("end rounds", numbers, async tx => {
      if (from === "refunding") await draws.reveal(tx, name, [...(await store.lockInState(tx, numbers, from))], null);
      await store.end(tx, numbers, new Date(clock.now()));
    });
    await game.ended(rounds);
  }

  return { write, draw, payOut, refundRounds, refundStakes, voidBets };
}

/** The beacon round that will decide rounds whose entry closes now; undefined when the beacon's parameters could not be read for a minute. */
export async function nameBeacon(
  clock: Clock,
  draws: Pick<MultiplayerDraws, "nameBeacon">,
  leadership: Leadership,
): Promise<NamedBeacon | undefined> {
  for (const until = clock.now() + beaconTimeoutMs; ; ) {
    const named = await draws.nameBeacon().catch(() => undefined);
    if (named || clock.now() >= until) return named;
    await leadership.wait(retryMs);
  }
}
