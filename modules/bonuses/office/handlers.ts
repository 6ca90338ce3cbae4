import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  activateCampaign,
  activateRequest,
  askForfeit,
  askFreeBet,
  type Bonuses,
  bonusesOf,
  type Campaign,
  type CodesOfCampaign,
  checkedProfile,
  forfeitRequest,
  freeBetRequest,
  insertCampaign,
  makeBatch,
  makeWord,
  pauseCampaign,
  readCampaigns,
  readCodes,
  readFreeBets,
  type StoredCampaign,
  termsOf,
} from "#modules/bonuses/server/index.ts";
import { aloneUpTo, leastCapTimes } from "#modules/bonuses/shared/terms.ts";
import { type RoundTerms, readCampaign as readRoundCampaign, roundTermsOf } from "#modules/free-spins/server/index.ts";
import { totalStake } from "#modules/free-spins/shared/campaign.ts";
import type { FreeBet } from "#modules/wallet/server/index.ts";
import * as contract from "./contract.ts";

const most = 200;
const subjectOf = (id: string) => `bonus-campaign:${id}`;

/** Bonus campaigns, for operators. */
export function bonusHandlers({ bonuses: { campaigns: needs } }: { readonly bonuses: Bonuses }): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readBonusCampaigns, async ({ locale }) => {
      const rows = await readCampaigns(host.db, most);
      const codes = await readCodes(
        host.db,
        rows.map(({ id }) => id),
      );
      const codesOf = (id: string) => codes.filter(({ campaign }) => campaign === id);
      const rounds = await roundTermsOf(
        host.db,
        rows.flatMap(({ freeSpins }) => freeSpins ?? []),
      );
      return {
        data: rows.map(row =>
          campaignView(row, {
            codes: codesOf(row.id),
            rounds: row.freeSpins ? rounds.get(row.freeSpins) : undefined,
            now: host.clock.now(),
            locale,
          }),
        ),
      };
    }),
    act(host, contract.createBonusCampaign, async (tx, { operator, input: { body } }) => {
      const { reason, name, kind, product = "games", currency, percent, wager, hours } = body;
      const endsAt = new Date(body.ends_at);
      if (endsAt.getTime() <= host.clock.now()) fail(validationFailed, { errors: { ends_at: ["time_invalid"] } });
      const freeSpins = (body.free_spins ?? null) as Uuid | null;
      const cap = body.cap === undefined ? null : sum("cap", body.cap);
      const campaign: Campaign = {
        id: host.ids.next(),
        name,
        kind,
        product,
        profile: checkedProfile(host, [{ product, wager, cap, freeSpins }]),
        cap,
        freeSpins,
        currency: currency as Currency,
        percent: percent ?? null,
        amount:
          freeSpins === null
            ? sum("amount", body.amount ?? "")
            : await costOfRounds(tx, freeSpins, currency as Currency),
        minDeposit: body.min_deposit === undefined ? null : sum("min_deposit", body.min_deposit),
        wager,
        hours,
        budget: sum("budget", body.budget),
        endsAt,
        byCode: body.by_code === true,
        targeted: body.targeted === true,
      };
      if (cap !== null && cap < campaign.amount * leastCapTimes)
        fail(validationFailed, { errors: { cap: ["cap_too_small"] } });
      if (campaign.amount > campaign.budget) fail(validationFailed, { errors: { budget: ["amount_invalid"] } });
      await insertCampaign(tx, campaign, operator.name, new Date(host.clock.now()));
      return {
        answer: { data: { id: campaign.id } },
        auditAction: { action: "bonuses.create", subject: subjectOf(campaign.id), reason, after: termsOf(campaign) },
      };
    }),
    act(host, contract.activateBonusCampaign, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { campaign, request } = await activateCampaign(needs, tx, params.id, reason, operator);
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const subject = subjectOf(campaign.id);
      const after = termsOf(campaign);
      if (!request) return { answer, auditAction: { action: "bonuses.activate", subject, reason, after } };
      const payload = { kind: activateRequest, subject, payload: after };
      return { answer, auditAction: requestAction(request, reason, payload) };
    }),
    act(host, contract.makePromoCodes, async (tx, { operator, input: { params, body } }) => {
      const { word, count, reason } = body;
      const campaign = params.id;
      const made =
        word === undefined
          ? makeBatch(needs, tx, { campaign, count }, operator.name)
          : makeWord(needs, tx, { campaign, word, uses: count }, operator.name);
      return {
        answer: { data: { codes: [...(await made)] } },
        // The codes themselves are nowhere but in the response.
        auditAction: {
          action: "bonuses.codes",
          subject: subjectOf(campaign),
          reason,
          after: { word: word ?? null, count },
        },
      };
    }),
    handle(contract.readPlayerBonuses, async ({ input, locale }) => {
      const reader = { player: input.query.player as PlayerId, locale, now: new Date(host.clock.now()) };
      return { data: await bonusesOf(host.db, reader) };
    }),
    act(host, contract.forfeitBonus, async (tx, { operator, input: { params, body } }) => {
      const { cause, reason } = body;
      const of = { id: params.bonus as Uuid, player: params.id as PlayerId, cause };
      const { request, payload } = await askForfeit(needs, tx, of, reason, operator);
      const after = { kind: forfeitRequest, subject: `player:${params.id}`, payload };
      return {
        answer: { data: { request: request.id, expires_at: request.expiresAt.toISOString() } },
        auditAction: requestAction(request, reason, after),
      };
    }),
    handle(contract.readFreeBets, async ({ input }) => {
      const player = input.params.id as PlayerId;
      if (!(await needs.people.of([player])).has(player)) fail(notFound);
      const found = await host.db.tx(tx => readFreeBets(needs, tx, player));
      return { data: found.map(freeBetView) };
    }),
    act(host, contract.giveFreeBet, async (tx, { operator, input: { params, body } }) => {
      const { currency, days, reason } = body;
      const amount = sum("amount", body.amount);
      const asked = { player: params.id as PlayerId, currency: currency as Currency, amount, days };
      const { id, isNew, expiresAt, payload } = await askFreeBet(needs, tx, asked, reason, operator);
      const after = { kind: freeBetRequest, subject: `player:${params.id}`, payload };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
    act(host, contract.pauseBonusCampaign, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const campaign = await pauseCampaign(needs, tx, params.id, operator);
      return {
        answer: { data: { state: "paused" as const } },
        auditAction: { action: "bonuses.pause", subject: subjectOf(campaign.id), reason, after: termsOf(campaign) },
      };
    }),
  ];
}

const freeBetView = ({ id, amount, currency, expiresAt }: FreeBet) => ({
  id,
  amount: formatAmount(amount),
  currency,
  expires_at: expiresAt.toISOString(),
});

/** An amount above zero in whole hundredths; the contract has checked its grammar. */
function sum(field: string, text: string): Micros {
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n || amount % 10_000n !== 0n)
    return fail(validationFailed, { errors: { [field]: ["amount_invalid"] } });
  return amount;
}

/** What the rounds of an open or drafted campaign of free spins cost a player by their stakes; its wins are collected. */
async function costOfRounds(tx: Tx, id: Uuid, currency: Currency): Promise<Micros> {
  const campaign = await readRoundCampaign(tx, id);
  if (campaign?.wins !== "bonus" || campaign.currency !== currency || campaign.state === "cancelled")
    return fail(validationFailed, { errors: { free_spins: ["free_spins_not_allowed"] } });
  return totalStake(campaign.bet, campaign.count);
}

interface Shown {
  readonly codes: readonly CodesOfCampaign[];
  readonly rounds: RoundTerms | undefined;
  readonly now: number;
  readonly locale: Locale;
}

function campaignView(row: StoredCampaign, { codes, rounds, now, locale }: Shown): contract.CampaignView {
  return {
    id: row.id,
    name: row.name[locale],
    kind: row.kind,
    product: row.product ?? "games",
    currency: row.currency,
    percent: row.percent,
    amount: formatAmount(row.amount),
    min_deposit: row.minDeposit === null ? null : formatAmount(row.minDeposit),
    wager: row.wager,
    cap: row.cap ? formatAmount(row.cap) : null,
    rounds: rounds
      ? { game: rounds.titles[languageOf(locale)], count: rounds.count, bet: formatAmount(rounds.bet) }
      : null,
    hours: row.hours,
    budget: formatAmount(row.budget),
    by_code: row.byCode === true,
    targeted: row.targeted === true,
    codes: codes.map(({ word, codes: count, uses, used }) => ({ word, codes: count, uses, used })),
    held: formatAmount(row.held),
    claims: Number(row.claims),
    given: formatAmount(row.given),
    released: formatAmount(row.released),
    ends_at: row.endsAt.toISOString(),
    state: row.endsAt.getTime() <= now ? "over" : row.state,
    created_by: row.createdBy,
    activated_by: row.activatedBy,
    needs_approval: row.budget > aloneUpTo[row.currency],
  };
}
