import { type Language, type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import { fromDollars, readDecimal } from "#modules/conditions/shared/decimal.ts";
import type { Prices } from "#modules/conditions/shared/fact.ts";
import type { Reason } from "#modules/conditions/shared/interpret-rule.ts";
import { leafSentence, sentenceOf } from "#modules/conditions/shared/sentence.ts";
import type { Wording } from "#modules/conditions/shared/words.ts";
import type { OfferCount } from "#modules/notifications/server/index.ts";
import type { Campaign } from "./campaign-store.ts";
import { needsApproval } from "./campaigns.ts";
import type { Explained } from "./explain-player.ts";
import type { MemberCount } from "./member-store.ts";
import type { Report } from "./report.ts";
import type { Segment } from "./segment-store.ts";

export function factViews({ facts, wording }: Conditions, locale: Locale) {
  const words = wording(locale).facts;
  return [...facts.values()]
    .filter(({ guards }) => !guards)
    .map(({ name, type, options }) => {
      const { options: named, ...rest } = words[name] ?? { name };
      return {
        name,
        type,
        options: options ? [...options] : null,
        words: { ...rest, ...(named && { options: { ...named } }) },
      };
    });
}

/** Null if a fact of the rule no longer exists. */
export function sentenceOrNull(conditions: Conditions, rule: unknown, locale: Locale): string | null {
  try {
    return sentenceOf(conditions.parse(rule), conditions.wording(locale), languageOf(locale));
  } catch {
    return null;
  }
}

export function segmentView(conditions: Conditions, segment: Segment, locale: Locale) {
  const { id, name, rule, version, changedBy, changedAt } = segment;
  const sentence = sentenceOrNull(conditions, rule, locale);
  return { id, name, rule, sentence, version, changed_by: changedBy, changed_at: changedAt.toISOString() };
}

interface Reader {
  readonly words: Wording;
  readonly language: Language;
  readonly prices: Prices | undefined;
}

export function explainedView({ matches, blockedBy, reasons }: Explained, reader: Reader) {
  return {
    matches,
    blocked_by: blockedBy.map(name => reader.words.facts[name]?.yes ?? name),
    reasons: reasons.map(each => ({
      text: leafSentence(each.leaf, reader.words, reader.language),
      holds: each.holds,
      value: shownValue(each, reader),
    })),
  };
}

/** What a condition found; null where nothing is known, and for flags, whose text says it. */
function shownValue({ leaf, value }: Reason, { words, language, prices }: Reader): string | null {
  if (value === null || typeof value === "boolean") return null;
  if ("currency" in leaf && prices)
    return showMoney(fromDollars(readDecimal(String(value)), prices[leaf.currency]), leaf.currency, language);
  return words.facts[leaf.fact]?.options?.[String(value)] ?? String(value);
}

/** `Kate-51` as `K•••1`: enough to distinguish rows. */
export const maskedName = (name: string): string => `${[...name][0] ?? ""}•••${[...name].at(-1) ?? ""}`;

interface Around {
  readonly conditions: Conditions;
  readonly locale: Locale;
  readonly now: number;
  readonly segments: readonly Segment[];
  readonly bonusName: string;
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
    bonus: { id: campaign.bonus, name: around.bonusName },
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
