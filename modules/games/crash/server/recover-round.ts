import { required } from "#kit/std/invariant.ts";
import type { ChainRounds, EndState, Leadership, LeftRound } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { CrashState } from "../shared/contract.ts";
import { automaticCashOut, crashRules, drawPoint } from "../shared/rules.ts";
import { termsOf } from "./roster.ts";
import { type Ending, settleAll } from "./settle-round.ts";

interface Needs {
  readonly wallet: Pick<WalletPort, "settle">;
  readonly rounds: ChainRounds<CrashState>;
}

/**
 * Ends the round that an earlier leader left behind, by the rules for faults. A round is never flown on. Cash-outs that are in the
 * books are final. In flight: automatic ones at or below the point are paid, those above it are lost, every other stake is
 * refunded. Before the flight every stake is refunded. After the crash was published the round is settled by its point.
 * @returns how it ended and the bets ended here; undefined when there was none
 */
export async function recoverRound(
  needs: Needs,
  leadership: Leadership,
): Promise<{ number: bigint; state: EndState; bets: Bet[] } | undefined> {
  const left = await needs.rounds.takeOver(leadership);
  if (!left) return undefined;
  const { number } = left;
  return left.state === "crashed"
    ? { number, state: "settled", bets: await finish(needs, left) }
    : { number, state: "voided", bets: await voidRound(needs, left) };
}

async function finish({ wallet, rounds }: Needs, left: LeftRound<CrashState>): Promise<Bet[]> {
  const point = required(left.result, "a crashed round has its point");
  const ends = left.open.map(bet => ({ bet, ending: endingAfterCrash(bet, point) }));
  const bets = await settleAll(wallet, left.leadership, ends);
  await rounds.advance(left, "crashed", "settled");
  return bets;
}

async function voidRound({ wallet, rounds }: Needs, left: LeftRound<CrashState>): Promise<Bet[]> {
  const secret = await rounds.secretOf(left);
  const point = drawPoint(crashRules.rulesOf(left.rulesVersion), secret.stream());
  const ends = left.open.map(bet => ({ bet, ending: endingOfVoid(bet, left.state, point) }));
  const bets = await settleAll(wallet, left.leadership, ends);
  await rounds.reveal(left, left.state, "voided", point, secret);
  return bets;
}

/** The crash was said and all stamped cash-outs are in the books: what is open goes by its automatic cash-out alone. */
function endingAfterCrash(bet: Bet, point: number): Ending {
  const target = automaticCashOut(termsOf(bet));
  return target <= point ? { kind: "cashed_out", at: target } : { kind: "lost" };
}

function endingOfVoid(bet: Bet, state: CrashState, point: number): Ending {
  const terms = termsOf(bet);
  if (state !== "flying" || terms.autoCashOut === null) return { kind: "refunded" };
  const target = automaticCashOut(terms);
  return target <= point ? { kind: "cashed_out", at: target } : { kind: "lost" };
}
