import type { Clock } from "#kit/host/host.ts";
import { must } from "#kit/std/invariant.ts";
import type { EndState, Reign } from "#modules/desk/server/index.ts";
import type { ChainSequences } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import type { CrashState } from "../shared/contract.ts";
import { automaticCashOut, drawPoint } from "../shared/rules.ts";
import { termsOf } from "./roster.ts";
import { type Ending, gateName, settleAll } from "./settle-round.ts";
import type { CrashRound, CrashStore } from "./store.ts";

interface Needs {
  readonly clock: Clock;
  readonly wallet: WalletPort & WalletGates;
  readonly sequences: ChainSequences;
  readonly store: CrashStore;
}

/**
 * Ends the round that an earlier leader left behind, by the rules for faults. A round is never flown on. Cash-outs that are in the
 * books stand. In flight: automatic ones at or below the point are paid, those above it are lost, every other stake is given
 * back. Before the flight every stake is given back. After the crash was said the round is settled as it fell.
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
  reign.unlessFenced(await wallet.closeGate(gateName, reign.epoch));
  const unsettled = await wallet.openBets(gateName, left.number);
  const end = left.state === "crashed" ? finish : voidRound;
  const bets = await end(needs, reign, left, unsettled);
  return { number: left.number, state: left.state === "crashed" ? "settled" : "voided", bets };
}

async function finish(
  { clock, wallet, store }: Needs,
  reign: Reign,
  left: CrashRound,
  open: readonly Bet[],
): Promise<Bet[]> {
  const point = must(left.result, "a crashed round has its point");
  const bets = await settleAll(
    wallet,
    reign,
    open.map(bet => ({ bet, ending: endingAfterCrash(bet, point) })),
  );
  reign.unlessFenced(
    await store.advance({ number: left.number, epoch: reign.epoch }, "crashed", "settled", new Date(clock.now())),
  );
  return bets;
}

async function voidRound(needs: Needs, reign: Reign, left: CrashRound, open: readonly Bet[]): Promise<Bet[]> {
  const { clock, wallet, sequences, store } = needs;
  const round = await sequences.open(gateName, Number(left.number));
  const point = drawPoint(round.stream());
  const bets = await settleAll(
    wallet,
    reign,
    open.map(bet => ({ bet, ending: endingOfVoid(bet, left.state, point) })),
  );
  const key = { number: left.number, epoch: reign.epoch };
  const at = new Date(clock.now());
  reign.unlessFenced(await store.reveal(key, left.state, "voided", point, at, tx => sequences.reveal(tx, round)));
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
