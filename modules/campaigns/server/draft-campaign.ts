import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { isStakeAllowed } from "#modules/betting/shared/slip-limits.ts";
import { offeredAt, readTargeted } from "#modules/bonuses/server/index.ts";
import { allowsConditionsOfPlay } from "#modules/bonuses/shared/bonus-profile.ts";
import { mostFreeBet } from "#modules/bonuses/shared/terms.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import type { MessageTexts } from "#modules/notifications/server/index.ts";
import { type OfferChannel, offerChannels } from "#modules/notifications/shared/offers.ts";
import type { GiftKind } from "../shared/gift.ts";
import { nextTime, type Schedule } from "../shared/schedule.ts";
import { type Gift, insertCampaign, type NewCampaign } from "./campaign-store.ts";
import type { CampaignNeeds } from "./needs.ts";
import { segmentById } from "./segment-store.ts";

export interface Draft {
  readonly name: string;
  readonly segment: string;
  readonly gift: WantedGift;
  /** Zero for a message. */
  readonly budget: Micros;
  readonly control: number;
  readonly sample: number;
  readonly schedule: Schedule;
  readonly zone: string;
  readonly endsAt: Date;
  readonly announce: readonly OfferChannel[];
}

/** A gift as an operator names it: a free bet by its sum, a message by its texts. */
export type WantedGift =
  | { readonly kind: "free_spins" | "bonus" | "mission"; readonly id: string }
  | { readonly kind: "free_bet"; readonly amount: Micros; readonly currency: Currency; readonly days: number }
  | { readonly kind: "message"; readonly texts: MessageTexts };

interface FoundGift {
  readonly gift: Gift;
  readonly currency: Currency;
  /** The most that one player gets; of free spins their stakes, of a mission its prize. */
  readonly perPlayer: Micros;
  /** What its own budget has left, and until when it is given; null of a free bet and of a message. */
  readonly left: bigint | null;
  readonly endsAt: Date | null;
}

/** Fails with `validation_failed` where it cannot be given. */
async function giftOf({ host, freeSpins, missions }: CampaignNeeds, tx: Tx, wanted: WantedGift): Promise<FoundGift> {
  if (wanted.kind === "free_bet") {
    const { amount, currency, days } = wanted;
    if (!isStakeAllowed(currency, amount, 1) || amount > mostFreeBet[currency])
      return refuse("gift.amount", "amount_invalid");
    return { gift: { kind: "free_bet", days }, currency, perPlayer: amount, left: null, endsAt: null };
  }
  if (wanted.kind === "message") {
    const { kind, texts } = wanted;
    return { gift: { kind, texts }, currency: messageCurrency, perPlayer: micros(0n), left: null, endsAt: null };
  }
  if (wanted.kind === "free_spins") {
    const found = (await freeSpins.forCampaigns.open(tx)).find(({ id }) => id === wanted.id);
    if (!found) return refuse("gift", "bonus_unavailable");
    const { id, currency, value, left, expiresAt } = found;
    return { gift: { kind: "free_spins", id }, currency, perPlayer: value, left, endsAt: expiresAt };
  }
  if (wanted.kind === "mission") {
    const found = (await missions.open(tx)).find(({ id }) => id === wanted.id);
    if (!found) return refuse("gift", "bonus_unavailable");
    const { id, currency, prize, left, endsAt } = found;
    return { gift: { kind: "mission", id }, currency, perPlayer: prize, left, endsAt };
  }
  const bonus = (await readTargeted(tx, offeredAt(host), mostBonuses)).find(({ id }) => id === wanted.id);
  if (!bonus) return refuse("gift", "bonus_unavailable");
  const { id, currency, amount, budget, held, endsAt } = bonus;
  return { gift: { kind: wanted.kind, id }, currency, perPlayer: amount, left: budget - held, endsAt };
}

/** The report of a message has players of several currencies. */
const messageCurrency: Currency = "EUR";

/** Bonuses that a campaign may choose from. */
export const mostBonuses = 200;

/** - → draft, with the segment's rule as it is now. Fails with `not_found`, `rule_invalid` and `validation_failed`. */
export async function draftCampaign(needs: CampaignNeeds, tx: Tx, draft: Draft, by: string): Promise<NewCampaign> {
  const { host, conditions } = needs;
  const now = host.clock.now();
  const segment = (await segmentById(tx, draft.segment)) ?? fail(notFound);
  const { gift, currency, perPlayer, left, endsAt } = await giftOf(needs, tx, draft.gift);
  const isMessage = gift.kind === "message";
  if (isMessage !== (draft.budget === 0n) || draft.budget < perPlayer || (left !== null && draft.budget > left))
    return refuse("budget", "amount_invalid");
  if (draft.endsAt.getTime() <= now || (endsAt !== null && draft.endsAt > endsAt))
    return refuse("ends_at", "time_invalid");
  if (!canAnnounce(gift.kind, draft.announce)) return refuse("announce", "announce_invalid");
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
    gift,
    currency,
    perPlayer,
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

/** What a push announces is read in the inbox. Of gifts only bonuses have words for it. */
function canAnnounce(kind: GiftKind, channels: readonly OfferChannel[]): boolean {
  if (kind === "message") return channels.length > 0 && (!channels.includes("push") || channels.includes("inbox"));
  return kind === "bonus" || channels.length === 0;
}

/** Whether the licence allows the rule as the condition of a promotion. */
export const allowsRule = ({ conditions, host }: Pick<CampaignNeeds, "conditions" | "host">, rule: Rule): boolean =>
  allowsConditionsOfPlay(host.config.BONUS_PROFILE) || !conditions.namesPlay(rule);

const refuse = (field: string, key: string) => fail(validationFailed, { errors: { [field]: [key] } });
