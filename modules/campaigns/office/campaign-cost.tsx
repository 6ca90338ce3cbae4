import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { averageCostPercent } from "#modules/bonuses/shared/terms.ts";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { previewSegment, type TargetedBonus, type TargetedFreeSpins, type TargetedMission } from "./contract.ts";

/** What one player may cost. */
export interface CostOf {
  readonly currency: string;
  /** Major units: the most, and what becomes real on average at least; null where that is not known. */
  readonly most: string;
  readonly least: string | null;
}

/** Wagering takes at most a known share of a bonus on average, whatever is played. */
export function costOfBonus(bonus: Pick<TargetedBonus, "currency" | "amount" | "wager"> | undefined) {
  if (!bonus) return undefined;
  const leftPercent = BigInt(100 - averageCostPercent(bonus.wager));
  const least = formatAmount(micros((parseDecimal(bonus.amount) * leftPercent) / 100n));
  return { currency: bonus.currency, most: bonus.amount, least };
}

export function costOfSpins(spins: Pick<TargetedFreeSpins, "currency" | "bet" | "count"> | undefined) {
  if (!spins) return undefined;
  const most = formatAmount(micros(parseDecimal(spins.bet) * BigInt(spins.count)));
  return { currency: spins.currency, most, least: null };
}

export function costOfMission(mission: Pick<TargetedMission, "currency" | "prize"> | undefined) {
  return mission && { currency: mission.currency, most: mission.prize, least: null };
}

const timesOf = (sum: string, players: number) => formatAmount(micros(parseDecimal(sum) * BigInt(players)));

/** Whom a campaign reaches now, and what it costs at most and on average, before its budget cuts it. */
export function CampaignCost({ rule, gift }: { readonly rule: unknown; readonly gift: CostOf }) {
  const { t } = useTranslation("office");
  const whole = JSON.stringify({ all: [rule, { fact: "currency", in: [gift.currency] }] });
  const { data } = useOfficeQuery(previewSegment, { query: { rule: whole } });
  if (!data) return <p className="note muted">{t("targeted.cost_reading")}</p>;
  const { reached } = data.data;
  const most = money(timesOf(gift.most, reached), gift.currency);
  return (
    <p className="note" role="status">
      {t("targeted.cost_most", { players: count(reached), sum: most })}{" "}
      {gift.least !== null &&
        t("targeted.cost_average", { from: money(timesOf(gift.least, reached), gift.currency), to: most })}
    </p>
  );
}
