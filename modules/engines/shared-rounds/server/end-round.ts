import type { WordStream } from "#kit/fair/stream.ts";
import type { Leadership } from "#kit/leadership/leader.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Bet, Settlement, WalletPort } from "#modules/wallet/server/port.ts";
import type { ChainRounds, LeftRound } from "./chain-rounds.ts";
import type { LiveRound, OpenedRound } from "./live-round.ts";
import type { EndState, Transitions } from "./round-store.ts";
import { settleBets } from "./settle-bet.ts";

/**
 * Every way in which a shared round ends. Settled by the leader who played it: `settleRound`. Left behind by an earlier
 * leader: `endLeft` settles it if its result is fixed, and voids it as long as its states allow that. A round is never played on.
 */

/** The states of a round, and how its bets end. */
export interface RoundEnds<State extends string> {
  /** Name of the sequence and of its betting window. */
  readonly name: string;
  readonly transitions: Transitions<State>;
  /** The state that publishes the result. */
  readonly revealed: State;
  /** The result of a round that was opened under these rules. */
  draw(rulesVersion: string, stream: WordStream): number;
  /** How an open bet ends when its round ends from this state with this result. */
  endOf(bet: Bet, state: State, result: number): Settlement["result"];
}

export interface EndNeeds<State extends string> {
  readonly wallet: Pick<WalletPort, "settle">;
  readonly rounds: ChainRounds<State>;
  readonly ends: RoundEnds<State>;
}

/** What is published of an end, after its commit. */
interface Publication {
  decided(bet: Bet): void;
  ended(number: bigint): Promise<void>;
}

type Ending<State extends string> = Pick<OpenedRound<State>, "leadership" | "state">;

function settleAll<State extends string>(
  { wallet, ends }: EndNeeds<State>,
  { leadership, state }: Ending<State>,
  open: readonly Bet[],
  result: number,
): Promise<Bet[]> {
  const settlements = open.map(bet => ({ bet, result: ends.endOf(bet, state, result) }));
  return settleBets(wallet, ends.name, leadership, settlements);
}

/** Ends a round whose result is published: pays its open bets, and publishes that after `shownMs` at the earliest. */
export async function settleRound<State extends string>(
  needs: EndNeeds<State | "settled"> & Publication,
  round: LiveRound<State | "settled", unknown, unknown>,
  shownMs: number,
): Promise<void> {
  const { result } = required(round.revealed, "the result is published");
  const open = round.roster.seats().flatMap(({ bet }) => (bet.status === "open" ? bet : []));
  const shown = round.leadership.wait(shownMs);
  const [bets] = await Promise.all([settleAll(needs, round, open, result), shown]);
  for (const bet of bets) {
    round.roster.end(bet);
    round.feed.ended(bet);
    needs.decided(bet);
  }
  await needs.rounds.advance(round, needs.ends.revealed, "settled");
  round.state = "settled";
  await needs.ended(round.number);
}

/** Ends the round that an earlier leader left behind, by the rules for faults. Returns how it ended and the bets ended here; undefined if there was none. */
export async function endLeft<State extends string>(
  needs: EndNeeds<State | EndState>,
  leadership: Leadership,
): Promise<{ number: bigint; bets: Bet[] } | undefined> {
  const left = await needs.rounds.takeOver(leadership);
  if (!left) return undefined;
  const { transitions } = needs.ends;
  const bets = transitions[left.state].includes("voided") ? await voidLeft(needs, left) : await settleLeft(needs, left);
  return { number: left.number, bets };
}

/** Stakes first, then the link: a successor that crashes in between leaves the rest of them to the next one. */
async function voidLeft<State extends string>(
  needs: EndNeeds<State | "voided">,
  left: LeftRound<State | "voided">,
): Promise<Bet[]> {
  const { rounds } = needs;
  const secret = await rounds.secretOf(left);
  const result = needs.ends.draw(left.rulesVersion, secret.stream());
  const bets = await settleAll(needs, left, left.open, result);
  await rounds.reveal(left, left.state, "voided", result, secret);
  return bets;
}

async function settleLeft<State extends string>(
  needs: EndNeeds<State | "settled">,
  left: LeftRound<State | "settled">,
): Promise<Bet[]> {
  const { rounds, ends } = needs;
  const result = left.result ?? (await revealLeft(needs, left));
  const bets = await settleAll(needs, { leadership: left.leadership, state: ends.revealed }, left.open, result);
  await rounds.advance(left, ends.revealed, "settled");
  return bets;
}

async function revealLeft<State extends string>(needs: EndNeeds<State>, left: LeftRound<State>): Promise<number> {
  const { rounds, ends } = needs;
  invariant(left.state !== ends.revealed, "a published result is stored");
  const secret = await rounds.secretOf(left);
  const result = ends.draw(left.rulesVersion, secret.stream());
  await rounds.reveal(left, left.state, ends.revealed, result, secret);
  return result;
}
