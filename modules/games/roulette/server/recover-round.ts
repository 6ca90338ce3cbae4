import type { ChainRounds, EndState, Leadership, LeftRound } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { RouletteState } from "../shared/contract.ts";
import { drawPocket, rouletteRules } from "../shared/rules.ts";
import { settleAll } from "./settle-round.ts";

interface Needs {
  readonly wallet: Pick<WalletPort, "settle">;
  readonly rounds: ChainRounds<RouletteState>;
}

/**
 * Ends the round that an earlier leader left behind. While it still took bets it is voided: every stake is refunded, once, and
 * its number and link are shown. Once it was locked its number is fixed, so it is paid as it falls: a fault cannot be used to
 * choose which numbers count.
 * @returns how it ended and the bets ended here; undefined when there was none
 */
export async function recoverRound(
  needs: Needs,
  leadership: Leadership,
): Promise<{ number: bigint; state: EndState; bets: Bet[] } | undefined> {
  const left = await needs.rounds.takeOver(leadership);
  if (!left) return undefined;
  const { number } = left;
  return left.state === "betting"
    ? { number, state: "voided", bets: await voidRound(needs, left) }
    : { number, state: "settled", bets: await finish(needs, left) };
}

/** Stakes first, then the link: a successor that crashes in between leaves the rest of them to the next one. */
async function voidRound({ wallet, rounds }: Needs, left: LeftRound<RouletteState>): Promise<Bet[]> {
  const bets = await settleAll(wallet, left.leadership, left.open, null);
  await revealAs(rounds, left, "voided");
  return bets;
}

async function finish({ wallet, rounds }: Needs, left: LeftRound<RouletteState>): Promise<Bet[]> {
  const pocket = left.result ?? (await revealAs(rounds, left, "landed"));
  const bets = await settleAll(wallet, left.leadership, left.open, pocket);
  await rounds.advance(left, "landed", "settled");
  return bets;
}

async function revealAs(
  rounds: ChainRounds<RouletteState>,
  left: LeftRound<RouletteState>,
  to: "landed" | "voided",
): Promise<number> {
  const secret = await rounds.secretOf(left);
  const pocket = drawPocket(rouletteRules.rulesOf(left.rulesVersion), secret.stream());
  await rounds.reveal(left, left.state, to, pocket, secret);
  return pocket;
}
