import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { roundsView } from "#modules/bonuses/server/index.ts";
import type { BonusView } from "#modules/bonuses/shared/contract.ts";
import { averageCostPercent, gamesOf, maxBets, targetOf } from "#modules/bonuses/shared/terms.ts";
import type { OwnStep, PackStep, WelcomePack } from "../shared/contract.ts";
import { mostOf } from "../shared/terms.ts";
import type { Pack, Step } from "./store.ts";

export function packView(pack: Pack, locale: Locale): WelcomePack {
  return {
    id: pack.id,
    publicTitle: pack.title[locale],
    currency: pack.currency,
    max_amount: formatAmount(mostOf(pack.steps)),
    steps: pack.steps.map(step => stepView(pack, step, locale)),
  };
}

function stepView({ currency, profile }: Pack, step: Step, locale: Locale): PackStep {
  const { rounds } = step;
  return {
    step: step.step,
    kind: rounds ? "free_rounds" : "deposit_bonus",
    currency,
    percent: step.percent,
    max_amount: rounds ? null : formatAmount(step.maxAmount),
    min_deposit: step.minDeposit === null ? null : formatAmount(step.minDeposit),
    rounds: rounds && roundsView(rounds, locale),
    wager: step.wager,
    wager_target: rounds ? null : formatAmount(targetOf(step.maxAmount, step.wager)),
    max_bet: formatAmount(maxBets[currency]),
    average_cost: averageCostPercent(step.wager),
    games: [...gamesOf("games", { profile })],
    hours: step.hours,
    window_hours: step.windowHours,
  };
}

type StepBonus = BonusView & { readonly endedAt: Date | null };

interface OwnStepOf {
  readonly bonus: StepBonus | undefined;
  /** The latest step of the player that has opened. */
  readonly latest: number;
  readonly locale: Locale;
}

/** A step with what has become of it; without a bonus it has not opened, or was skipped. */
export function ownStepView(pack: Pack, step: Step, { bonus, latest, locale }: OwnStepOf): OwnStep {
  const terms = stepView(pack, step, locale);
  const state = step.step < latest ? "skipped" : "later";
  if (!bonus) return { ...terms, state, bonus_id: null, end: null, ended_at: null, expires_in: null };
  const { status, id, expires_in, endedAt } = bonus;
  const here = { ...terms, rounds: bonus.rounds ?? terms.rounds, bonus_id: id, end: null, ended_at: null };
  if (status === "waiting") return { ...here, state: bonus.is_funded ? "waiting" : "open", expires_in };
  if (status === "active" || status === "wagered") return { ...here, state: "active", expires_in };
  return { ...here, state: "ended", end: status, ended_at: endedAt?.toISOString() ?? null, expires_in: null };
}
