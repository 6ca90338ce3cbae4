/** Money of one wallet, in major units. */
interface Sums {
  readonly currency: string;
  readonly bonus_balance?: string | undefined;
}

const isSome = (sum: string | undefined): boolean => /[1-9]/.test(sum ?? "");

/**
 * Whether bonus money was staked between two balances of a wallet: nothing else changes it without beginning or ending a bonus. A stake that takes all
 * of it cannot be told from its end; nothing of it is left then.
 */
export function isBonusPlay(before: Sums | undefined, after: Sums): boolean {
  if (before?.currency !== after.currency) return false;
  return isSome(before.bonus_balance) && isSome(after.bonus_balance) && before.bonus_balance !== after.bonus_balance;
}
