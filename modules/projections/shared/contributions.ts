import type { Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { gameNumber, gameNumbers, gameResult } from "#modules/ledger/shared/chart.ts";
import { kindOf, type TransferKind } from "#modules/ledger/shared/kinds.ts";

/** One transfer of a game. */
export interface Played {
  readonly kind: number;
  readonly amount: bigint;
  readonly debit: number;
  readonly credit: number;
  /** Stake, and below it payout, of the bet that ends in it, or of its slip. */
  readonly stake: bigint | null;
  readonly payout: bigint | null;
  readonly fromBonus: bigint | null;
  /** For a slip: whether its whole stake is closed then. */
  readonly closes: boolean | null;
}

/** What one transfer adds to a player's day in a game. Negative where a correction takes it back. */
export interface Contribution {
  readonly game: number;
  readonly bets: bigint;
  readonly realStaked: bigint;
  readonly bonusStaked: bigint;
  readonly realPaid: bigint;
  readonly bonusPaid: bigint;
  /** Payout over stake in ten-thousandths, cut. */
  readonly multiplier: bigint;
}

const resultBase = gameResult("crash") - gameNumber("crash");
const potBase = resultBase + 1000;
const isResult = (account: number) => account > resultBase && account < potBase;
/** One micro-unit of theoretical loss. */
export const lossPerMicro = 1_000_000n;

const nothing = {
  bets: 0n,
  realStaked: 0n,
  bonusStaked: 0n,
  realPaid: 0n,
  bonusPaid: 0n,
  multiplier: 0n,
} as const;

/** What the transfer adds; undefined when it only begins a bet, or gives a stake back. */
export function contributionOf(row: Played): Contribution | undefined {
  const kind = kindOf(row.kind);
  const game = gameOfTransfer(kind, row);
  return game === undefined ? undefined : { ...nothing, game, ...moneyOf(kind, row) };
}

/** Boosts of slips come from promotions, not from the result of betting. */
const boosts: ReadonlySet<TransferKind> = new Set([
  "slip_boost",
  "slip_boost_reversed",
  "boost_debt",
  "slip_bonus_boost",
  "slip_bonus_boost_reversed",
  "slip_boost_lack",
]);

function gameOfTransfer(kind: TransferKind, { debit, credit }: Played): number | undefined {
  if (boosts.has(kind)) return gameNumbers.betting;
  if (kind === "jackpot_win") return debit - potBase;
  if (isResult(credit)) return credit - resultBase;
  return isResult(debit) ? debit - resultBase : undefined;
}

function moneyOf(kind: TransferKind, row: Played): Partial<Contribution> {
  const { amount, fromBonus, stake, closes } = row;
  switch (kind) {
    case "stake":
      return { bets: 1n, realStaked: amount, multiplier: multiplierOf(row) };
    case "bonus_stake":
      // A stake of both is one bet: the row of its real money counts it.
      return fromBonus === stake
        ? { bets: 1n, bonusStaked: amount, multiplier: multiplierOf(row) }
        : { bonusStaked: amount };
    case "settle": {
      const bonus = required(fromBonus, "an ended bet");
      return { bets: 1n, realStaked: amount - bonus, bonusStaked: bonus, multiplier: multiplierOf(row) };
    }
    case "round_stake_returned":
      return { bets: -1n, realStaked: -amount };
    case "round_win_taken":
    case "round_debt":
      return { realPaid: -amount };
    case "slip_settle":
      return { bets: closes ? 1n : 0n, ...stakedOfSlip(row, 1n) };
    case "slip_settle_reversed":
      return { bets: -1n, ...stakedOfSlip(row, -1n) };
    case "bonus_payout":
    case "bonus_share":
    case "slip_bonus_payout":
    case "slip_bonus_boost":
      return { bonusPaid: amount };
    case "slip_bonus_payout_reversed":
    case "slip_bonus_boost_reversed":
    case "slip_bonus_lack":
    case "slip_boost_lack":
      return { bonusPaid: -amount };
    case "payout":
    case "round_credit":
    case "jackpot_win":
      return { realPaid: amount };
    case "slip_payout":
    case "slip_boost":
      return paid(amount, isFree(row));
    case "slip_payout_reversed":
    case "slip_boost_reversed":
    case "debt":
    case "boost_debt":
      return paid(-amount, isFree(row));
    default:
      return {};
  }
}

/** A free bet has no real money. */
const isFree = ({ fromBonus, stake }: Played) => fromBonus !== null && fromBonus === stake;
const paid = (amount: bigint, free: boolean) => (free ? { bonusPaid: amount } : { realPaid: amount });

/** A part of a slip's stake is real and bonus money as the whole is: cut to a micro-unit, the bonus has the rest. */
function stakedOfSlip({ amount, fromBonus, stake }: Played, sign: 1n | -1n) {
  const whole = required(stake, "a slip");
  const real = (amount * (whole - (fromBonus ?? 0n))) / whole;
  return { realStaked: sign * real, bonusStaked: sign * (amount - real) };
}

const multiplierOf = ({ payout, stake }: Played) => ((payout ?? 0n) * 10_000n) / required(stake, "a bet that ends");

/** Real stakes times the edge, in millionths of a micro-unit, cut; taken back exactly when the stake is. */
export function theoreticalLoss(realStaked: bigint, returned: Ratio | undefined): bigint {
  if (!returned || returned.numerator >= returned.denominator) return 0n;
  return (realStaked * lossPerMicro * (returned.denominator - returned.numerator)) / returned.denominator;
}
