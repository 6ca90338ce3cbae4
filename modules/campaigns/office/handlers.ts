import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { readReport } from "#kit/db/office-reads.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, micros, microsPerMinor, parseAmount } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { bonusNames, offeredAt, readTargeted } from "#modules/bonuses/server/index.ts";
import {
  asOfNow,
  type CampaignNeeds,
  type Campaigns,
  campaignById,
  campaignView,
  changeSegment,
  countMembers,
  createSegment,
  draftCampaign,
  explainPlayer,
  type Gift,
  maskedName,
  mostBonuses,
  pauseCampaign,
  previewSegment,
  readCampaigns,
  readSegments,
  reportOf,
  reportView,
  segmentView,
  startCampaign,
  startRequest,
  stopCampaign,
  subjectOf,
  termsOf,
  type WantedGift,
} from "#modules/campaigns/server/index.ts";
import { explainedView, factViews, readRuleText } from "#modules/conditions/server/index.ts";
import { sentenceOf } from "#modules/conditions/shared/sentence.ts";
import { textsOf } from "#modules/notifications/shared/operator-messages.ts";
import * as contract from "./contract.ts";

const most = 200;

/** Segments and campaigns, for operators. */
export function campaignHandlers({
  host,
  campaigns: { needs },
}: {
  readonly host: Host;
  readonly campaigns: Campaigns;
}): readonly Handler[] {
  const { conditions } = needs;
  return [
    ...segmentHandlers(host, needs),
    handle(contract.readCampaigns, async ({ locale }) => {
      const now = host.clock.now();
      const campaigns = await readCampaigns(host.db, most);
      const segments = await readSegments(host.db, most);
      const counts = await countMembers(
        host.db,
        campaigns.map(({ id }) => id),
      );
      const messages = await needs.offers.count(campaigns.map(({ id }) => id));
      const given = campaigns.flatMap(({ gift }) => ("id" in gift ? [gift.id] : []));
      const names = await bonusNames(host.db, given);
      const rounds = await needs.freeSpins.forCampaigns.titles(host.db, given);
      const missions = await needs.missions.titles(host.db, given);
      const bonuses = await readTargeted(host.db, offeredAt(host), mostBonuses);
      return {
        data: {
          campaigns: campaigns.map(each =>
            campaignView(each, {
              conditions,
              locale,
              now,
              segments,
              counts,
              messages,
              giftName: nameOf(each.gift, locale, { bonuses: names, rounds, missions }),
            }),
          ),
          bonuses: bonuses.map(({ id, name, currency, percent, amount, wager, budget, held, endsAt }) => ({
            id,
            name: name[locale],
            currency,
            percent,
            amount: formatAmount(amount),
            wager,
            left: formatAmount(micros(budget - held)),
            ends_at: endsAt.toISOString(),
          })),
          free_spins: (await needs.freeSpins.forCampaigns.open(host.db)).map(
            ({ id, title, currency, count, bet, left, expiresAt }) => ({
              id,
              title,
              currency,
              count,
              bet: formatAmount(bet),
              left: formatAmount(left),
              ends_at: expiresAt.toISOString(),
            }),
          ),
          missions: (await needs.missions.open(host.db)).map(({ id, title, currency, prize, left, endsAt }) => ({
            id,
            title: title[locale],
            currency,
            prize: formatAmount(prize),
            left: formatAmount(left),
            ends_at: endsAt.toISOString(),
          })),
        },
      };
    }),
    handle(contract.readReport, async ({ input }) => {
      const campaign = (await campaignById(host.db, input.params.id)) ?? fail(notFound);
      return { data: reportView(campaign, await reportOf(needs, host.db, campaign)) };
    }),
    act(host, contract.createCampaign, async (tx, { operator, input: { body } }) => {
      const { reason, ends_at, budget, ...rest } = body;
      const gift = wantedGift(body.gift);
      const draft = { ...rest, gift, budget: budgetOf(gift, budget), endsAt: new Date(ends_at) };
      const campaign = await draftCampaign(needs, tx, draft, operator.name);
      return {
        answer: { data: { id: campaign.id } },
        auditAction: {
          action: "campaigns.create",
          subject: subjectOf(campaign.id),
          reason,
          after: termsOf(needs, campaign),
        },
      };
    }),
    act(host, contract.startCampaign, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { campaign, request } = await startCampaign(needs, tx, params.id, reason, operator);
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const subject = subjectOf(campaign.id);
      const after = termsOf(needs, campaign);
      if (!request) return { answer, auditAction: { action: "campaigns.start", subject, reason, after } };
      const payload = { kind: startRequest, subject, payload: after };
      return { answer, auditAction: requestAction(request, reason, payload) };
    }),
    act(host, contract.changeCampaign, async (tx, { input: { params, body } }) => {
      const { to, reason } = body;
      const campaign = await (to === "paused" ? pauseCampaign : stopCampaign)(needs, tx, params.id);
      const action = to === "paused" ? ("campaigns.pause" as const) : ("campaigns.stop" as const);
      const after = { name: campaign.name, held: formatAmount(campaign.held) };
      return {
        answer: { data: { state: to } },
        auditAction: { action, subject: subjectOf(campaign.id), reason, after },
      };
    }),
  ];
}

/** A gift as the office names it. */
function wantedGift(body: contract.GiftBody): WantedGift {
  if (body.kind === "message") return { kind: "message", texts: textsOf(body.texts) };
  if (body.kind !== "free_bet") return body;
  invariant(isCurrency(body.currency), "checked by the contract");
  return { ...body, currency: body.currency, amount: sumOf(body.amount) };
}

type InLanguages = ReadonlyMap<string, Readonly<Record<Locale, string>>>;

interface GiftNames {
  readonly bonuses: InLanguages;
  readonly rounds: ReadonlyMap<string, string>;
  readonly missions: InLanguages;
}

/** Of a bonus and a mission in the reader's language, of free spins as they were drafted. */
function nameOf(gift: Gift, locale: Locale, { bonuses, rounds, missions }: GiftNames): string {
  if (!("id" in gift)) return "";
  if (gift.kind === "free_spins") return rounds.get(gift.id) ?? "";
  return (gift.kind === "bonus" ? bonuses : missions).get(gift.id)?.[locale] ?? "";
}

/** A message costs nothing and has none. */
function budgetOf({ kind }: WantedGift, text: string | undefined): Micros {
  if (kind === "message" && text === undefined) return micros(0n);
  return sumOf(text ?? "");
}

/** An amount above zero in whole hundredths; the contract has checked its grammar. */
function sumOf(text: string): Micros {
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n || amount % microsPerMinor !== 0n)
    return fail(validationFailed, { errors: { budget: ["amount_invalid"] } });
  return amount;
}

const segmentSubject = (id: string) => `segment:${id}`;

/** Segments, for operators. */
function segmentHandlers(host: Host, needs: CampaignNeeds): readonly Handler[] {
  const { conditions, people } = needs;
  const inEnglish = (rule: unknown) => sentenceOf(conditions.parse(rule), conditions.wording("en"), "en");
  return [
    handle(contract.readSegments, async ({ locale }) => {
      const segments = await readSegments(host.db, most);
      return {
        data: {
          segments: segments.map(each => segmentView(conditions, each, locale)),
          facts: factViews(conditions, locale),
        },
      };
    }),
    act(host, contract.createSegment, async (tx, { operator, input: { body } }) => {
      const { id, name, rule } = await createSegment(needs, tx, { name: body.name, rule: body.rule }, operator.name);
      const after = { name, rule: inEnglish(rule) };
      return {
        answer: { data: { id } },
        auditAction: { action: "segments.create", subject: segmentSubject(id), reason: body.reason, after },
      };
    }),
    act(host, contract.changeSegment, async (tx, { operator, input: { params, body } }) => {
      const { name, version } = body;
      const { id, rule } = await changeSegment(
        needs,
        tx,
        { id: params.id, name, version, rule: body.rule },
        operator.name,
      );
      const after = { name, rule: inEnglish(rule), version: version + 1 };
      return {
        answer: { data: { version: version + 1 } },
        auditAction: { action: "segments.change", subject: segmentSubject(id), reason: body.reason, after },
      };
    }),
    handle(contract.previewSegment, async ({ input, locale }) => {
      const rule = readRuleText(conditions, input.query.rule);
      const reader = { words: conditions.wording(locale), language: languageOf(locale) };
      const { prices } = await asOfNow(needs, host.db, rule);
      const { matched, reached, blocked, samples } = await readReport(host, () =>
        host.db.tx(tx => previewSegment(needs, tx, rule)),
      );
      const named = await people.of(samples.map(({ player }) => player));
      return {
        data: {
          sentence: sentenceOf(rule, reader.words, reader.language),
          matched,
          reached,
          blocked: blocked
            .filter(({ players }) => players > 0)
            .map(({ fact, players }) => ({ why: reader.words.facts[fact]?.yes ?? fact, players })),
          samples: samples.map(each => ({
            ...explainedView(each, { ...reader, prices }),
            player: maskedName(named.get(each.player)?.name ?? ""),
          })),
        },
      };
    }),
    handle(contract.explainPlayer, async ({ input: { query }, locale }) => {
      const rule = readRuleText(conditions, query.rule);
      const found = (await explainPlayer(needs, host.db, rule, query.player as PlayerId)) ?? fail(notFound);
      const { prices } = found;
      return {
        data: explainedView(found, { words: conditions.wording(locale), language: languageOf(locale), prices }),
      };
    }),
  ];
}
