import type { Clock } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Leadership } from "#kit/leadership/leader.ts";
import type { ChainRound, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { ChainRounds } from "./chain-rounds.ts";
import type { Roster } from "./roster.ts";
import type { RoundFeed } from "./round-feed.ts";

/** A round right after its betting window was opened. */
export interface OpenedRound<State extends string> {
  readonly number: bigint;
  readonly leadership: Leadership;
  /** Without the link, which is read again when the round is over. */
  readonly chain: RoundFacts;
  state: State;
  /** Milliseconds since 1970; null outside betting. */
  bettingEndsAt: number | null;
  /** Milliseconds since 1970; null before it is under way. */
  startedAt: number | null;
  /** Once they are committed. */
  revealed: { readonly result: number; readonly link: string } | null;
}

/** The round that this process runs. Nothing in it, and nothing it refers to, gives the result or the link away before it is revealed. */
export interface LiveRound<State extends string, Terms, Row> extends OpenedRound<State> {
  readonly roster: Roster<Terms>;
  readonly feed: RoundFeed<Row>;
}

/** What the steps of a round need. */
export interface RoundSteps<State extends string> {
  readonly clock: Clock;
  readonly rounds: ChainRounds<State>;
}

/** Stores the next round of the sequence and opens its betting window. */
export async function openRound<State extends string>(
  { clock, rounds }: RoundSteps<State | "betting">,
  leadership: Leadership,
  bettingMs: number,
): Promise<{ opened: OpenedRound<State | "betting">; secret: ChainRound }> {
  const secret = await rounds.openNext(leadership);
  const { chain, commitment } = secret;
  const opened: OpenedRound<State | "betting"> = {
    number: BigInt(secret.round),
    leadership,
    chain: { ...chain, commitment, link: null },
    state: "betting",
    bettingEndsAt: clock.now() + bettingMs,
    startedAt: null,
    revealed: null,
  };
  return { opened, secret };
}

/** The event that announces the start of betting. */
export function bettingEvent({ number, chain, bettingEndsAt }: OpenedRound<string>, { commitment }: ChainRound) {
  return {
    round: Number(number),
    commitment,
    salt: chain.salt,
    betting_ends_at: new Date(bettingEndsAt ?? 0).toISOString(),
  };
}

/** Closes the betting window: from here on the bets of the round are those in the books, and no further bet is accepted. */
export async function lockRound<State extends string>(
  { rounds }: RoundSteps<State | "betting" | "locked">,
  round: LiveRound<State | "betting" | "locked", unknown, unknown>,
): Promise<void> {
  round.state = "locked";
  round.bettingEndsAt = null;
  for (const bet of await rounds.close(round)) if (round.roster.admit(bet)) round.feed.joined(bet);
  await rounds.advance(round, "betting", "locked");
  round.feed.flush();
}

/** The round is under way. Returns the moment, milliseconds since 1970. */
export async function startRound<State extends string>(
  { clock, rounds }: RoundSteps<State | "locked">,
  round: OpenedRound<State | "locked">,
  state: State,
): Promise<void> {
  await rounds.advance(round, "locked", state);
  round.startedAt = clock.now();
  round.state = state;
}

/** Stores and publishes the result with the link, in one commit. */
export async function revealResult<State extends string>(
  { rounds }: RoundSteps<State>,
  round: OpenedRound<State>,
  state: State,
  result: number,
  secret: ChainRound,
): Promise<string> {
  const link = await rounds.reveal(round, round.state, state, result, secret);
  round.revealed = { result, link };
  round.state = state;
  return link;
}

export const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What a new watcher of any shared round needs. Built from an allow list: the round's secret is not in its input. */
export function roundSnapshot<State extends string, OwnBet>(
  round: LiveRound<State, unknown, unknown> | undefined,
  session: Session | null,
  ownBet: (bet: Bet) => OwnBet,
) {
  return {
    round: round ? Number(round.number) : null,
    state: round?.state ?? null,
    commitment: round?.chain.commitment ?? null,
    salt: round?.chain.salt ?? null,
    betting_ends_at: timeText(round?.bettingEndsAt ?? null),
    started_at: timeText(round?.startedAt ?? null),
    link: round?.revealed?.link ?? null,
    bet_count: round?.feed.betCount ?? 0,
    mine: round && session ? round.roster.of(session.player).map(ownBet) : [],
  };
}
