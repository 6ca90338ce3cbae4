import { formatAmount, type Micros, micros, microsPerUnit } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { CurrencyRewards, RewardsView, RewardWeek, VipTermsView } from "../shared/contract.ts";
import { vipLevels } from "../shared/levels.ts";
import { lossInMicros } from "../shared/rewards.ts";
import type { CurrencyFigures, WeekFigures } from "./figures.ts";
import type { Perks, TermsRow } from "./reward-store.ts";

/** Thousandths as a percentage: 75 is "7.5". */
export const percentOf = (thousandths: number): string => String(thousandths / 10);

export const levelName = (level: number) => required(vipLevels[level - 1], "a level of the club").name;

export function termsView({ number, terms }: TermsRow): VipTermsView {
  return {
    version: number + 1,
    levels: terms.levels.map(({ rakeback, cashback, levelUp, payoutFactor }, index) => ({
      level: levelName(index + 1),
      from: formatAmount(required(vipLevels[index], "a level of the club").from),
      rakeback: percentOf(rakeback),
      cashback: percentOf(cashback),
      level_up: formatAmount(BigInt(levelUp) * microsPerUnit),
      payout_factor: payoutFactor,
    })),
    cashback_share: percentOf(terms.cashbackShare),
    level_up_share: percentOf(terms.levelUpShare),
  };
}

interface Seen {
  readonly level: number;
  readonly wagered: bigint;
  readonly perks: Perks;
  readonly payoutFactor: number;
  readonly mayCollect: boolean;
  readonly figures: readonly CurrencyFigures[];
  readonly terms: TermsRow;
  readonly nextMonday: Date;
}

export function rewardsView(seen: Seen): RewardsView {
  const { level, wagered, perks, payoutFactor, mayCollect, figures } = seen;
  return {
    level: level === 0 ? null : levelName(level),
    wagered: formatAmount(wagered),
    next: nextOf(level, micros(wagered)),
    host: perks.hostName === null ? null : { name: perks.hostName },
    payout_factor: payoutFactor,
    may_collect: mayCollect,
    currencies: figures.map(each => currencyView(each, seen)),
  };
}

function nextOf(level: number, wagered: Micros): RewardsView["next"] {
  const next = vipLevels[level];
  if (!next) return null;
  const left = next.from > wagered ? next.from - wagered : 0n;
  const percent = Math.min(99, Number((wagered * 100n) / next.from));
  return { level: next.name, from: formatAmount(next.from), left: formatAmount(left), percent };
}

function currencyView(
  { currency, rakeback, cashback, levelUp }: CurrencyFigures,
  { terms, nextMonday }: Seen,
): CurrencyRewards {
  return {
    currency,
    rakeback: {
      losses: rakeback.losses.map(({ rate, loss }) => ({ rate: percentOf(rate), theoretical_loss: shown(loss) })),
      collected: formatAmount(rakeback.collected),
      due: formatAmount(rakeback.due),
    },
    cashback: {
      weeks: cashback.weeks.map(weekView),
      corrected: formatAmount(cashback.corrected),
      due: formatAmount(cashback.due),
      current: weekView(cashback.current),
      next_at: nextMonday.toISOString(),
    },
    level_up: {
      gifts: levelUp.ups.map(({ level, inside, gift }) => ({
        level: levelName(level),
        theoretical_loss: shown(inside),
        share: percentOf(terms.terms.levelUpShare),
        amount: formatAmount(gift),
      })),
      collected: formatAmount(levelUp.collected),
      due: formatAmount(levelUp.due),
    },
  };
}

function weekView(of: WeekFigures): RewardWeek {
  return {
    from: of.week,
    staked: formatAmount(of.realStaked),
    paid: formatAmount(of.realPaid),
    rakeback: formatAmount(of.rakeback),
    lost: formatAmount(of.lost),
    theoretical_loss: shown(of.loss),
    rate: percentOf(of.rate),
    by_rate: formatAmount(of.byRate),
    share: percentOf(of.share),
    by_share: formatAmount(of.byShare),
    amount: formatAmount(of.amount),
  };
}

/** A theoretical loss, cut to a micro-unit. */
const shown = (loss: bigint): string => formatAmount(lossInMicros(loss));
