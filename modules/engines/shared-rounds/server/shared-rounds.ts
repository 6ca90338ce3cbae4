import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import type { Host } from "#kit/host/host.ts";
import type { Leadership } from "#kit/leadership/leader.ts";
import type { LeaderLock } from "#kit/leadership/leader-lock.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import { configurationHashes } from "#modules/fairness/shared/configuration.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Bet, BettingWindows, WalletBooks, WalletPort } from "#modules/wallet/server/port.ts";
import { createChainRounds } from "./chain-rounds.ts";
import { endLeft, type RoundEnds } from "./end-round.ts";
import type { LiveRound } from "./live-round.ts";
import { createRoundOwner } from "./round-owner.ts";
import type { EndedRound, EndState, RoundRow, RoundStore } from "./round-store.ts";

export interface SharedRoundsNeeds<State extends string> {
  readonly wallet: WalletPort & BettingWindows & Pick<WalletBooks, "history">;
  readonly sequences: ChainSequences;
  readonly bets: Bets;
  /** How long a drain waits for a round with open bets. */
  readonly drainMs: number;
  /** PostgreSQL's unless given. */
  readonly store?: RoundStore<State>;
  readonly lock?: LeaderLock;
}

/** What a game of shared rounds is to the engine. */
export interface SharedRoundsSpec<State extends string, Past> {
  readonly game: string;
  readonly versions: RuleVersions<Rules>;
  readonly ends: RoundEnds<State>;
  readonly store: RoundStore<State>;
  /** Ended rounds that are kept in memory, newest first. */
  readonly historyLength: number;
  pastView(round: EndedRound<State>): Past;
  /** Plays one round from its first bet to its end. */
  play(leadership: Leadership): Promise<void>;
  /** Called for each round that ended, after its commit. */
  ended(past: Past): void;
  /** Called for each bet that was decided, after its commit. */
  decided(bet: Bet): void;
}

/** A stored round with its position in the published chain. */
export interface ChainRecord<State extends string> {
  readonly chain: RoundFacts;
  readonly round: RoundRow<State> | null;
}

export type SharedRounds<
  State extends string,
  Round extends LiveRound<State | EndState, unknown, unknown>,
  Past,
> = ReturnType<typeof openSharedRounds<State, Round, Past>>;

/** The rounds of one sequence: the one that this process runs, the stored ones, and the loop. */
export function openSharedRounds<
  State extends string,
  Round extends LiveRound<State | EndState, unknown, unknown>,
  Past,
>(host: Host, needs: SharedRoundsNeeds<State | EndState>, spec: SharedRoundsSpec<State | EndState, Past>) {
  const { wallet, sequences, bets } = needs;
  const { store, ends } = spec;
  const { name } = ends;
  const { version: rulesVersion } = spec.versions.current;
  const rounds = createChainRounds({ clock: host.clock, wallet, sequences, store, name, rulesVersion });
  const configHashOf = configurationHashes(nobleHashes, spec.versions);
  let live: Round | undefined;
  let history: readonly Past[] = [];

  async function readHistory(): Promise<readonly EndedRound<State | EndState>[]> {
    const rows = await store.ended(spec.historyLength);
    history = rows.map(row => spec.pastView(row));
    return rows;
  }

  /** Publishes a round whose end is stored. */
  async function ended(number: bigint): Promise<void> {
    const rows = await readHistory();
    const past = history[rows.findIndex(row => row.number === number)];
    if (past) spec.ended(past);
  }

  async function recover(leadership: Leadership): Promise<void> {
    const left = await endLeft({ wallet, rounds, ends }, leadership);
    if (!left) return;
    await ended(left.number);
    for (const bet of left.bets) spec.decided(bet);
  }

  const chainOf = async (number: bigint): Promise<RoundFacts> =>
    required(await sequences.facts(name, Number(number)), "a round that was played has a chain");

  const owner = createRoundOwner({
    host,
    wallet,
    bettingWindow: name,
    drainMs: needs.drainMs,
    ...(needs.lock && { lock: needs.lock }),
    givesUp: true,
    lead: (leadership, turn) =>
      rounds
        .run({ recover: () => recover(leadership), play: () => spec.play(leadership) }, leadership, turn)
        .finally(() => {
          live = undefined;
        }),
    hasOpenBets: () => live?.roster.seats().some(({ bet }) => bet.status === "open") ?? false,
  });

  return {
    clock: host.clock,
    failpoints: host.failpoints,
    wallet,
    bets,
    rounds,
    store,
    ends,
    /** Name of the sequence and of its betting window. */
    name,
    /** Version of the rules of rounds that are opened now. */
    rulesVersion,
    /** The running round; undefined while another process runs the rounds. */
    live: () => live,
    /** Makes a round that was opened available to the handlers. */
    show(round: Round): Round {
      live = round;
      return round;
    },
    history: () => history,
    ended,
    decided: (bet: Bet) => spec.decided(bet),
    chainOf,
    record: async (number: bigint): Promise<ChainRecord<State | EndState>> => ({
      chain: await chainOf(number),
      round: (await store.round(number)) ?? null,
    }),
    /** The part of a proof that all games have. `round` is null while it is not over, and wherever the answer must never change. */
    proof(version: string, number: bigint, { chain, round }: ChainRecord<State | EndState>) {
      const configHash = configHashOf(version);
      return {
        kind: "chain",
        game: spec.game,
        version: algorithm,
        rules_version: version,
        ...(configHash !== undefined && { config_hash: configHash }),
        sequence: chain.sequence,
        round: Number(number),
        head: chain.head,
        first_round: chain.firstRound,
        commitment: required(chain.commitment, "a round that was opened has a commitment"),
        salt: chain.salt,
        link: round?.link ? toHex(round.link) : null,
      } as const;
    },
    service: {
      async start() {
        await readHistory();
        await owner.start();
      },
      drain: owner.drain,
      stop: owner.stop,
    },
  };
}
