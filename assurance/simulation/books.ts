import { invariant, required } from "#kit/std/invariant.ts";
import { accountName, balanceKindOf } from "#modules/ledger/shared/chart.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import type { ModelTransfer } from "#modules/wallet/testing/model-ledger.ts";

const betKinds: ReadonlySet<string> = new Set([
  "stake",
  "bonus_stake",
  "settle",
  "void",
  "payout",
  "bonus_payout",
  "bonus_void",
  "bonus_share",
]);

/** What one bet has moved so far. */
interface BetMoves {
  stake: bigint;
  /** The part of the stake that is bonus money. */
  bonus: bigint;
  ends: number;
  bonusEnds: number;
  payouts: number;
  paid: bigint;
}

/**
 * Reads every transfer once, in the order in which it was written, and checks it against the rules of the books: numbers
 * without gaps, the recorded balance, no balance below zero, one stake and at most one end and one payout per bet, of each money.
 */
export function createBooks(wallet: WalletModel, isFree: (bet: string) => boolean = () => false) {
  const wallets = new Map<string, { seq: bigint; real: bigint; bonus: bigint; vault: bigint }>();
  const accounts = new Map<string, bigint>();
  const bets = new Map<string, BetMoves>();
  let read = 0;

  function readTransfer(transfer: ModelTransfer): void {
    const { owner, currency, amount, debit, credit, seq, balanceAfter } = transfer;
    invariant(amount > 0n && debit !== credit, "a transfer of nothing, or to where it came from");
    const name = `${owner}/${currency}`;
    const wallet = wallets.get(name) ?? { seq: 0n, real: 0n, bonus: 0n, vault: 0n };
    wallets.set(name, wallet);
    invariant(seq === wallet.seq + 1n, `the numbers of ${name} have a gap at ${seq}`);
    wallet.seq = seq;
    const [from, to] = [balanceKindOf(debit), balanceKindOf(credit)];
    if (from) wallet[from] -= amount;
    if (to) wallet[to] += amount;
    const touched = wallet[from ?? to ?? "real"];
    invariant(touched >= 0n && touched === balanceAfter, `${name} has another balance than ${balanceAfter}`);
    for (const [account, sum] of [
      [debit, -amount],
      [credit, amount],
    ] as const) {
      const key = `${accountName(account)} ${currency}`;
      accounts.set(key, (accounts.get(key) ?? 0n) + sum);
    }
    readBet(transfer);
  }

  function readBet({ owner, reference, kind, amount }: ModelTransfer): void {
    if (!betKinds.has(kind)) return;
    const name = `${owner}/${reference}`;
    const bet = bets.get(name) ?? { stake: 0n, bonus: 0n, ends: 0, bonusEnds: 0, payouts: 0, paid: 0n };
    bets.set(name, bet);
    if (kind === "stake" || kind === "bonus_stake") {
      const money = kind === "stake" ? "stake" : "bonus";
      invariant(bet[money] === 0n, `the stake of ${name} was taken twice`);
      bet[money] = amount;
      return;
    }
    invariant(bet.stake + bet.bonus > 0n || isFree(name), `${name} ended before it began`);
    if (kind === "payout") {
      bet.payouts += 1;
      bet.paid += amount;
    } else if (kind === "settle" || kind === "void") {
      bet.ends += 1;
      invariant(
        amount === bet.stake + (kind === "settle" ? bet.bonus : 0n),
        `${name} ended with another sum than its stake`,
      );
    } else {
      bet.bonusEnds += 1;
      invariant(kind !== "bonus_void" || amount === bet.bonus, `${name} gave back another sum than its bonus money`);
    }
    invariant(bet.ends <= 1 && bet.payouts <= 1 && bet.bonusEnds <= 1, `${name} ended twice`);
  }

  return {
    /** Everything written since the last call. */
    check(): void {
      while (read < wallet.transfers.length) readTransfer(required(wallet.transfers[read++], "within the list"));
    },
    /** What is on an account, such as `in play:crash RUB`, in micro-units. */
    accounts: accounts as ReadonlyMap<string, bigint>,
    /** How many bets have been placed. */
    bets: () => bets.size,
    /** Real money of a player by the transfers. */
    real: (owner: string, currency: string) => wallets.get(`${owner}/${currency}`)?.real ?? 0n,
  };
}

export type Books = ReturnType<typeof createBooks>;
