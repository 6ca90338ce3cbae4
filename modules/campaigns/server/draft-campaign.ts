import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import { offeredAt, readTargeted } from "#modules/bonuses/server/index.ts";
import { allowsConditionsOfPlay } from "#modules/bonuses/shared/bonus-profile.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { type OfferChannel, offerChannels } from "#modules/notifications/shared/offers.ts";
import { nextTime, type Schedule } from "../shared/schedule.ts";
import { insertCampaign, type NewCampaign } from "./campaign-store.ts";
import type { CampaignNeeds } from "./needs.ts";
import { segmentById } from "./segment-store.ts";

export interface Draft {
  readonly name: string;
  readonly segment: string;
  readonly bonus: string;
  readonly budget: Micros;
  readonly control: number;
  readonly sample: number;
  readonly schedule: Schedule;
  readonly zone: string;
  readonly endsAt: Date;
  readonly announce: readonly OfferChannel[];
}

/** Bonuses that a campaign may choose from. */
export const mostBonuses = 200;

/** - → draft, with the segment's rule as it is now. Fails with `not_found`, `rule_invalid` and `validation_failed`. */
export async function draftCampaign(needs: CampaignNeeds, tx: Tx, draft: Draft, by: string): Promise<NewCampaign> {
  const { host, conditions } = needs;
  const now = host.clock.now();
  const segment = (await segmentById(tx, draft.segment)) ?? fail(notFound);
  const bonus = (await readTargeted(tx, offeredAt(host), mostBonuses)).find(({ id }) => id === draft.bonus);
  if (!bonus) return refuse("bonus", "bonus_unavailable");
  if (draft.budget < bonus.amount || draft.budget > bonus.budget - bonus.held)
    return refuse("budget", "amount_invalid");
  if (draft.endsAt.getTime() <= now || draft.endsAt > bonus.endsAt) return refuse("ends_at", "time_invalid");
  const next = nextTime(draft.schedule, draft.zone, now);
  if (draft.schedule.kind !== "event" && (next === undefined || next >= draft.endsAt.getTime()))
    return refuse("time", "time_invalid");
  // A level is reached by play in all products together.
  const isByPlay = draft.schedule.kind === "event" && draft.schedule.on === "level_up";
  if (isByPlay && !allowsConditionsOfPlay(host.config.BONUS_PROFILE)) return refuse("event", "condition_over_profile");
  const rule = conditions.parse(segment.rule);
  if (!allowsRule(needs, rule)) return refuse("segment", "condition_over_profile");
  const campaign: NewCampaign = {
    id: host.ids.next(),
    name: draft.name,
    segment: segment.id,
    segmentVersion: segment.version,
    rule,
    bonus: bonus.id,
    currency: bonus.currency,
    perPlayer: bonus.amount,
    budget: draft.budget,
    control: draft.control,
    sample: draft.sample,
    schedule: draft.schedule,
    zone: draft.zone,
    endsAt: draft.endsAt,
    announce: offerChannels.filter(channel => draft.announce.includes(channel)),
  };
  await insertCampaign(tx, campaign, by, new Date(now));
  return campaign;
}

/** Whether the licence allows the rule as the condition of a promotion. */
export const allowsRule = ({ conditions, host }: Pick<CampaignNeeds, "conditions" | "host">, rule: Rule): boolean =>
  allowsConditionsOfPlay(host.config.BONUS_PROFILE) || !conditions.namesPlay(rule);

const refuse = (field: string, key: string) => fail(validationFailed, { errors: { [field]: [key] } });
