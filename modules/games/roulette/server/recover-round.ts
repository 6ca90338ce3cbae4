import type { Clock } from "#kit/host/host.ts";
import { must } from "#kit/std/invariant.ts";
import type { EndState, Reign } from "#modules/desk/server/index.ts";
import type { ChainSequences } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import { tableName } from "../shared/round.ts";
import { drawPocket } from "../shared/rules.ts";
import { settleAll } from "./settle-round.ts";
import type { RouletteRound, RouletteStore } from "./store.ts";

interface Needs {
  readonly clock: Clock;
  readonly wallet: WalletPort & WalletGates;
  readonly sequences: ChainSequences;
  readonly store: RouletteStore;
}

/**
 * Ends the round that an earlier leader left behind. While it still took bets it is voided: every stake is given back, once, and
 * its number and link are shown. Once it was locked its number is fixed, so it is paid as it falls: nobody can choose by a fault
 * which numbers count.
 * @returns how it ended and the bets ended here; undefined when there was none
 */
export async function recoverRound(
  needs: Needs,
  reign: Reign,
): Promise<{ number: bigint; state: EndState; bets: Bet[] } | undefined> {
  const { wallet, store } = needs;
  const open = await store.openRound();
  if (!open) return undefined;
  // An earlier leader that is still awake may have gone on since; what counts is the round as he can no longer change it.
  const adopted = await store.adopt(open.number, reign.epoch);
  reign.unlessFenced(adopted !== undefined);
  const left = must(adopted, "the reign is over");
  reign.unlessFenced(await wallet.closeGate(tableName, reign.epoch));
  const bets = await wallet.openBets(tableName, left.number);
  return left.state === "betting" ? voidRound(needs, reign, left, bets) : finishRound(needs, reign, left, bets);
}

/** Stakes first, then the link: a successor that dies in between leaves the rest of them to the next one. */
async function voidRound({ wallet, ...needs }: Needs, reign: Reign, left: RouletteRound, open: readonly Bet[]) {
  const bets = await settleAll(wallet, reign, open, null);
  await revealAs(needs, reign, left, "voided");
  return { number: left.number, state: "voided" as const, bets };
}

async function finishRound({ wallet, ...needs }: Needs, reign: Reign, left: RouletteRound, open: readonly Bet[]) {
  const pocket = left.result ?? (await revealAs(needs, reign, left, "landed"));
  const bets = await settleAll(wallet, reign, open, pocket);
  const key = { number: left.number, epoch: reign.epoch };
  reign.unlessFenced(await needs.store.advance(key, "landed", "settled", new Date(needs.clock.now())));
  return { number: left.number, state: "settled" as const, bets };
}

async function revealAs(
  { clock, sequences, store }: Omit<Needs, "wallet">,
  reign: Reign,
  left: RouletteRound,
  to: "landed" | "voided",
): Promise<number> {
  const round = await sequences.open(tableName, Number(left.number));
  const pocket = drawPocket(round.stream());
  const key = { number: left.number, epoch: reign.epoch };
  const at = new Date(clock.now());
  reign.unlessFenced(await store.reveal(key, left.state, to, pocket, at, tx => sequences.reveal(tx, round)));
  return pocket;
}
