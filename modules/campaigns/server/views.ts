import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Conditions, sentenceOrNull } from "#modules/conditions/server/index.ts";
import type { OfferCount } from "#modules/notifications/server/index.ts";
import type { Campaign } from "./campaign-store.ts";
import { needsApproval } from "./campaigns.ts";
import type { MemberCount } from "./member-store.ts";
import type { Report } from "./report.ts";
import type { Segment } from "./segment-store.ts";

export function segmentView(conditions: Conditions, segment: Segment, locale: Locale) {
  const { id, name, rule, version, changedBy, changedAt } = segment;
  const sentence = sentenceOrNull(conditions, rule, locale);
  return { id, name, rule, sentence, version, changed_by: changedBy, changed_at: changedAt.toISOString() };
}

/** `Kate-51` as `K•••1`: enough to distinguish rows. */
export const maskedName = (name: string): string => `${[...name][0] ?? ""}•••${[...name].at(-1) ?? ""}`;

interface Around {
  readonly conditions: Conditions;
  readonly locale: Locale;
  readonly now: number;
  readonly segments: readonly Segment[];
  /** Of the bonus, the free spins or the mission; empty for a free bet. */
  readonly giftName: string;
  readonly counts: readonly MemberCount[];
  readonly messages: readonly OfferCount[];
}

export function campaignView(campaign: Campaign, around: Around) {
  const { id, name, segment, segmentVersion, currency, control, sample, schedule, zone, endsAt, state } = campaign;
  const isOver = endsAt.getTime() <= around.now && (state === "draft" || state === "active" || state === "paused");
  const players = (of: MemberCount["state"]) =>
    around.counts.find(each => each.campaign === id && each.state === of)?.players ?? 0;
  const messages = (of: OfferCount["state"]) =>
    around.messages.find(each => each.campaign === id && each.state === of)?.offers ?? 0;
  return {
    id,
    name,
    segment: {
      id: segment,
      name: around.segments.find(each => each.id === segment)?.name ?? "",
      version: segmentVersion,
    },
    sentence: sentenceOrNull(around.conditions, campaign.rule, around.locale),
    gift: { ...campaign.gift, name: around.giftName },
    currency,
    per_player: formatAmount(campaign.perPlayer),
    budget: formatAmount(campaign.budget),
    held: formatAmount(campaign.held),
    control,
    sample,
    schedule,
    zone,
    ends_at: endsAt.toISOString(),
    state: isOver ? ("over" as const) : state,
    next_at: campaign.nextAt?.toISOString() ?? null,
    players: {
      due: players("due"),
      granted: players("granted"),
      refused: players("refused"),
      control: players("control"),
    },
    announce: [...campaign.announce],
    messages: { waiting: messages("waiting"), sent: messages("sent"), dropped: messages("dropped") },
    created_by: campaign.createdBy,
    started_by: campaign.startedBy,
    needs_approval: needsApproval(campaign),
  };
}

/** Figures of a report, cut to what is shown: means are no money that is owed. */
export function reportView(campaign: Campaign, { treated, control, difference, verdict }: Report) {
  const group = ({ players, mean }: Report["control"]) => ({ players, mean: mean.toFixed(2) });
  return {
    currency: campaign.currency,
    treated: group(treated),
    control: group(control),
    difference: difference
      ? { mean: difference.difference.toFixed(2), low: difference.low.toFixed(2), high: difference.high.toFixed(2) }
      : null,
    verdict,
    sample: campaign.sample,
  };
}
